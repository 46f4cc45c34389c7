import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';

/** What belongs to the platform as a whole is not there below an account. */
export function requirePlatform(scope: Scope): void {
  if (scope.kind !== 'platform') fail('nothing_there');
}

/** The account that a question is about; what belongs to one is not there for all of them. */
export function requireOneAccount(scope: Scope): number {
  return scope.kind === 'account' ? scope.accountId : fail('nothing_there');
}
