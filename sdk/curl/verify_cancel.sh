#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# Cancel a verification.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
: "${VERIFICATION_ID:?the verificationId of an earlier response}"
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/verify_cancel" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  ${IDEMPOTENCY_KEY:+-H} ${IDEMPOTENCY_KEY:+"idempotency-key: $IDEMPOTENCY_KEY"} \
  -d '{"verificationId":"'"$VERIFICATION_ID"'"}'
