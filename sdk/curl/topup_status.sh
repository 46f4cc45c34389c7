#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# Query a payment into the wallet.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/topup_status" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  -d '{"paymentId":"019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47"}'
