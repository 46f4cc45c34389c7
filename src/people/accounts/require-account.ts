import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { type Account, findAccount } from './queries.ts';

/** What is shown of an account that is not there would look like an account without anything. */
export async function requireAccount(pool: Pool, accountId: number): Promise<Account> {
  const account = await findAccount(pool, accountId);
  if (!account) refuse('account_not_found', { account: accountId });
  return account;
}
