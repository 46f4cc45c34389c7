/**
 * Whose data a query may read: the whole platform's, or one account's. It is the first argument of every query
 * behind the console, so that a member can never name another account.
 */
export type Scope = { kind: 'platform' } | { kind: 'account'; accountId: number };

/** For callers that read all accounts, such as the command line. */
export const wholePlatform: Scope = { kind: 'platform' };

/** The account that a query is limited to, by its scope or by a filter within it; null for all accounts. */
export function accountOf(scope: Scope, asked?: number): number | null {
  if (scope.kind === 'platform') return asked ?? null;
  // A member who filters by another account gets no rows, rather than their own under another name.
  return asked === undefined || asked === scope.accountId ? scope.accountId : noAccount;
}

/** Matches no account: account IDs start at 1. */
const noAccount = 0;
