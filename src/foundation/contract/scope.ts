/**
 * Whose data a question is about: the whole platform, or one account. It is the first argument of every
 * query behind the console, so that a member can never name another account.
 */
export type Scope = { kind: 'platform' } | { kind: 'account'; accountId: number };

/** For whoever asks about all accounts, as the command line does. */
export const wholePlatform: Scope = { kind: 'platform' };

/** The account that a question is narrowed to, by its scope or within it; null for all accounts. */
export function accountOf(scope: Scope, asked?: number): number | null {
  if (scope.kind === 'platform') return asked ?? null;
  // Another account than one's own has no calls, rather than one's own under another's name.
  return asked === undefined || asked === scope.accountId ? scope.accountId : nobody;
}

/** Ids of accounts begin with 1. */
const nobody = 0;
