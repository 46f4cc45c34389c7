import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { type Account, findAccount } from './queries.ts';

/** Refuses an unknown account; otherwise its pages would look like those of an empty account. */
export async function requireAccount(pool: Pool, accountId: number): Promise<Account> {
  const account = await findAccount(pool, accountId);
  if (!account) refuse('account_not_found', { account: accountId });
  return account;
}
