import type { Pool } from 'pg';
import type { Money } from '../../../foundation/money.ts';

interface AccountBalances {
  accountId: number;
  live: Money;
  test: Money;
}

/** The balances of both wallets of the given accounts. */
export async function readBalances(
  pool: Pool,
  accountIds: readonly number[],
): Promise<Map<number, AccountBalances>> {
  const { rows } = await pool.query<AccountBalances>(
    `select l.account_id as "accountId", l.available as live, t.available as test
     from wallets l
     join wallets t on t.account_id = l.account_id and t.mode = 'test'
     where l.mode = 'live' and l.account_id = any ($1)`,
    [accountIds],
  );
  return new Map(rows.map((row) => [row.accountId, row]));
}
