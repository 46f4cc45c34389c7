import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';

/** Platform-wide data does not exist in the scope of an account. */
export function requirePlatform(scope: Scope): void {
  if (scope.kind !== 'platform') fail('nothing_there');
}

/** The account of the scope; an account's data does not exist in the platform scope. */
export function requireOneAccount(scope: Scope): number {
  return scope.kind === 'account' ? scope.accountId : fail('nothing_there');
}
