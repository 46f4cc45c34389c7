#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# Create an endpoint.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/webhook_endpoint_create" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  ${IDEMPOTENCY_KEY:+-H} ${IDEMPOTENCY_KEY:+"idempotency-key: $IDEMPOTENCY_KEY"} \
  -d '{"url":"https://example.com/countersign","events":["face.finished","sms.failed"],"description":"Orders"}'
