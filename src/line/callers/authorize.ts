import { fail } from '../../foundation/contract/errors/errors.ts';
import { type Operation, operationTable } from '../../foundation/contract/operations/operations.ts';
import type { CalledProduct } from '../../foundation/contract/products.ts';
import type { Principal } from './principal.ts';

/**
 * Checks that this caller may use this operation, and buy this product by it. Free queries about a disabled product
 * still work.
 */
export function authorize(
  caller: Principal,
  operation: Operation,
  product: CalledProduct | null,
): void {
  if (caller.isSuspended) fail('account_suspended');
  const scopes = product === null ? operationTable[operation].scopes : [product];
  if (!scopes.some((scope) => caller.scopes.includes(scope))) fail('product_not_in_scope');
  if (product !== null && !caller.products[product].isOn) fail('product_off');
}
