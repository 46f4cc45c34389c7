#!/bin/sh
# Generated from the contract by `npm run generate`. Do not edit.
# Delete an endpoint.
# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.
: "${ENDPOINT_ID:?the endpointId of an earlier response}"
set -eu
curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/webhook_endpoint_delete" \
  -H 'content-type: application/json' \
  -H "x-api-key: $COUNTERSIGN_API_KEY" \
  ${IDEMPOTENCY_KEY:+-H} ${IDEMPOTENCY_KEY:+"idempotency-key: $IDEMPOTENCY_KEY"} \
  -d '{"endpointId":'"$ENDPOINT_ID"'}'
