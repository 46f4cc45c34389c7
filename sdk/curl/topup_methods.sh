#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# List the ways to pay into the wallet.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/topup_methods" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  -d '{}'
