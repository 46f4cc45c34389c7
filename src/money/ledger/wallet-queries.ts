import type { Pool } from 'pg';
import type { Mode, Owner } from '../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import type { Money } from '../../foundation/money.ts';
import type { Balance } from './queries.ts';

/** A row of the wallet list. */
export interface NamedWallet extends Balance {
  accountId: number;
  accountName: string;
  isLow: boolean;
}

/** Whether the balance of wallet w counts as low; null without a threshold. */
export const isLowSql = 'w.available < w.low_balance';

/** One page of the wallets of a mode, by account, and the `after` of the next page. */
export async function listWallets(
  pool: Pool,
  scope: Scope,
  asked: { mode: Mode; isLow?: boolean | undefined; after: number; limit: number },
): Promise<{ wallets: NamedWallet[]; next: number | null }> {
  const { mode, isLow = false, after, limit } = asked;
  const { rows } = await pool.query<NamedWallet>(
    `select w.account_id as "accountId", a.name as "accountName", w.available, w.held,
       w.credit_limit as "creditLimit", w.low_balance as "lowBalance",
       coalesce(${isLowSql}, false) as "isLow"
     from wallets w
     join accounts a on a.account_id = w.account_id
     where w.mode = $1 and w.account_id > $2 and ($3::integer is null or w.account_id = $3)
       and (not $4 or ${isLowSql})
     order by w.account_id
     limit $5`,
    [mode, after, accountOf(scope), isLow, limit + 1],
  );
  const wallets = rows.slice(0, limit);
  return { wallets, next: rows.length > limit ? (wallets.at(-1)?.accountId ?? null) : null };
}

/** The sums of the wallets of a mode, and when the first account was made; null without accounts. */
export async function sumWallets(
  pool: Pool,
  scope: Scope,
  mode: Mode,
): Promise<{ wallets: number; available: Money; held: Money; since: Date | null }> {
  const { rows } = await pool.query(
    `select count(*)::integer as wallets, coalesce(sum(w.available), 0)::bigint as available,
       coalesce(sum(w.held), 0)::bigint as held, min(a.created_at) as since
     from wallets w
     join accounts a on a.account_id = w.account_id
     where w.mode = $1 and ($2::integer is null or w.account_id = $2)`,
    [mode, accountOf(scope)],
  );
  return rows[0];
}

/** What the calls of a day hold or have spent, over all keys; the daily limit applies to this sum. */
export async function readSpentOn(pool: Pool, owner: Owner, day: string): Promise<Money> {
  const { rows } = await pool.query<{ spent: Money }>(
    `select coalesce(sum(spent), 0)::bigint as spent
     from spend_days
     where account_id = $1 and mode = $2 and day = $3`,
    [owner.accountId, owner.mode, day],
  );
  return rows[0]?.spent ?? 0n;
}
