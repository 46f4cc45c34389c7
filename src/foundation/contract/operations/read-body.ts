import { Compile } from 'typebox/compile';
import { type Detail, fail } from '../errors/errors.ts';
import { faultsOf } from '../wire/validate.ts';
import { type Operation, operations, operationTable, type RequestOf, rowOf } from './operations.ts';

const validators = Object.fromEntries(
  operations.map((operation) => [operation, Compile(operationTable[operation].request)]),
) as unknown as Readonly<Record<Operation, { Check(value: unknown): boolean }>>;

const none: readonly Detail[] = Object.freeze([]);

/**
 * Returns all faults of a body at once, one per field. A valid body costs one compiled check; only a rejected
 * body takes the slower path that words the faults.
 */
export function findBodyFaults(
  operation: Operation,
  body: Record<string, unknown>,
): readonly Detail[] {
  const { request, findFaults, explain } = rowOf(operation);
  if (!validators[operation].Check(body)) {
    return [...faultsOf(request, body), ...(explain?.(body) ?? none)];
  }
  return findFaults?.(body as never) ?? none;
}

/** The body as its validated type; throws invalid_request if it is not valid. */
export function readBody<Name extends Operation>(
  operation: Name,
  body: Record<string, unknown>,
): RequestOf<Name> {
  const details = findBodyFaults(operation, body);
  if (details.length > 0) fail('invalid_request', { details });
  return body as RequestOf<Name>;
}
