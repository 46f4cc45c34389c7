#!/bin/sh
# Made from the contract by `npm run generate`. Not to be changed by hand.
# Query the result (recheck).
# Needs COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
: "${AUTH_TOKEN:?the authToken of an earlier reply}"
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/face_verify" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  -d '{"authToken":"'"$AUTH_TOKEN"'"}'
