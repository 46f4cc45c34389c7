#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# Get an authentication link.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/face_verify" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  ${IDEMPOTENCY_KEY:+-H} ${IDEMPOTENCY_KEY:+"idempotency-key: $IDEMPOTENCY_KEY"} \
  -d '{"name":"张三","cardNo":"11010519491231002X","redirectUrl":"https://example.com/done"}'
