#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# Show usage per day.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/usage" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  -d '{"from":"2025-11-01","to":"2025-11-15"}'
