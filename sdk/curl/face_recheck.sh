#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# Query the result (recheck).
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
: "${AUTH_TOKEN:?the authToken of an earlier response}"
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/face_verify" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  -d '{"authToken":"'"$AUTH_TOKEN"'"}'
