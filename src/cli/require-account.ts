import type { Pool } from 'pg';
import { type Account, findAccount } from '../accounts/queries.ts';
import { Refused } from '../db/refused.ts';

/** What is shown of an account that is not there would look like an account without anything. */
export async function requireAccount(pool: Pool, accountId: number): Promise<Account> {
  const account = await findAccount(pool, accountId);
  if (!account) throw new Refused(`There is no account ${accountId}.`);
  return account;
}
