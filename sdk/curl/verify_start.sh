#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# Send a code that the platform makes.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/verify_start" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  ${IDEMPOTENCY_KEY:+-H} ${IDEMPOTENCY_KEY:+"idempotency-key: $IDEMPOTENCY_KEY"} \
  -d '{"mobile":"13800000000","purpose":"sign-in"}'
