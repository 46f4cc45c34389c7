#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# Query a payment into the wallet.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
: "${PAYMENT_ID:?the paymentId of an earlier response}"
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/topup_status" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  -d '{"paymentId":"'"$PAYMENT_ID"'"}'
