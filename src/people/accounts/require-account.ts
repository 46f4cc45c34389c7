import type { Pool } from 'pg';
import { Refused } from '../../foundation/db/refused.ts';
import { type Account, findAccount } from './queries.ts';

/** What is shown of an account that is not there would look like an account without anything. */
export async function requireAccount(pool: Pool, accountId: number): Promise<Account> {
  const account = await findAccount(pool, accountId);
  if (!account) throw new Refused(`There is no account ${accountId}.`);
  return account;
}
