import { Compile } from 'typebox/compile';
import { type Detail, fail } from '../errors/errors.ts';
import { faultsOf } from '../wire/validate.ts';
import { type Operation, operations, operationTable, type RequestOf, rowOf } from './operations.ts';

const validators = Object.fromEntries(
  operations.map((operation) => [operation, Compile(operationTable[operation].request)]),
) as unknown as Readonly<Record<Operation, { Check(value: unknown): boolean }>>;

const none: readonly Detail[] = Object.freeze([]);

/**
 * Names every fault of a body at once, one for each field. A valid body costs one compiled check;
 * the slower way that finds the words is taken only for a body that is refused anyway.
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

/** The body as the type that it has been proved to be; otherwise an invalid_request is thrown. */
export function readBody<Name extends Operation>(
  operation: Name,
  body: Record<string, unknown>,
): RequestOf<Name> {
  const details = findBodyFaults(operation, body);
  if (details.length > 0) fail('invalid_request', { details });
  return body as RequestOf<Name>;
}
