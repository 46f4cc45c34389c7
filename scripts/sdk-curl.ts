import { exampleOf } from '../src/foundation/contract/openapi/openapi-example.ts';
import type { Operation } from '../src/foundation/contract/operations/operations.ts';
import { isQuestion, keptFields, pathOf } from './sdk-operations.ts';

/** One operation as a runnable `curl` script. */
export function sdkCurl(operation: Operation): string {
  const { summary, requestExample } = exampleOf(operation);
  const needed = Object.keys(requestExample).filter((field) => field in keptFields);
  const key = isQuestion(operation)
    ? []
    : [`  \${IDEMPOTENCY_KEY:+-H} \${IDEMPOTENCY_KEY:+"idempotency-key: $IDEMPOTENCY_KEY"} \\`];
  return [
    '#!/bin/sh',
    '# Generated from the contract by `npm run generate`. Do not edit.',
    `# ${summary}.`,
    '# Requires COUNTERSIGN_URL and COUNTERSIGN_API_KEY.',
    ...needed.map((field) => `: "\${${keptFields[field]}:?the ${field} of an earlier response}"`),
    'set -eu',
    `curl -sS --fail-with-body "$COUNTERSIGN_URL/api/v1/${pathOf(operation)}" \\`,
    "  -H 'content-type: application/json' \\",
    '  -H "x-api-key: $COUNTERSIGN_API_KEY" \\',
    ...key,
    `  -d ${quote(requestExample)}`,
    '',
  ].join('\n');
}

/** Puts the body in single quotes, except for shell variables. */
function quote(body: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(body).map(([field, value]) => {
    const name = JSON.stringify(field);
    const variable = keptFields[field];
    if (!variable) return `${name}:${JSON.stringify(value).replaceAll("'", "'\\''")}`;
    const filled = `'"$${variable}"'`;
    return typeof value === 'string' ? `${name}:"${filled}"` : `${name}:${filled}`;
  });
  return `'{${fields.join(',')}}'`;
}
