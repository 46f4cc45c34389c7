#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# List deliveries.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
: "${REQUEST_ID:?the requestId of an earlier response}"
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/webhook_delivery_list" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  -d '{"requestId":"'"$REQUEST_ID"'"}'
