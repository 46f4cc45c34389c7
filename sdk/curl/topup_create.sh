#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# Begin a payment into the wallet.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/topup_create" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  ${IDEMPOTENCY_KEY:+-H} ${IDEMPOTENCY_KEY:+"idempotency-key: $IDEMPOTENCY_KEY"} \
  -d '{"amount":"100.00","returnUrl":"https://example.com/wallet","reference":"order-1042"}'
