#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# Send a notice.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/sms_notice" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  ${IDEMPOTENCY_KEY:+-H} ${IDEMPOTENCY_KEY:+"idempotency-key: $IDEMPOTENCY_KEY"} \
  -d '{"mobile":"13800000000","content":"Your parcel is at the front desk.","orderNo":"A-1042"}'
