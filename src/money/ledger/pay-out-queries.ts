import { randomUUIDv7 } from 'node:crypto';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import type { Money } from '../../foundation/money.ts';
import { requireReference } from './queries.ts';

/** Locks both wallets of an account: no call is held or settled until the change ends. */
export async function lockAccountWallets(change: Change, accountId: number): Promise<void> {
  await withRefusals(
    change.query(`select ledger_lock_wallets(array[$1, $1]::integer[], array['live', 'test'])`, [
      accountId,
    ]),
  );
}

/** What was paid to the customer. */
export interface PayOut {
  accountId: number;
  amount: Money;
  reference: string;
}

/** What recording a pay-out changed. */
export interface PaidOut {
  /** The reference was used for a pay-out before, so no money moved this time. */
  isRepeat: boolean;
  /** What is left to pay out. */
  available: Money;
}

/** Takes live money out of the wallet, after it was paid out to the customer. */
export async function payOut(
  change: Change,
  { accountId, amount, reference }: PayOut,
): Promise<PaidOut> {
  requireReference(reference);
  if (amount <= 0n) refuse('amount_not_positive');
  const { rows } = await withRefusals(
    change.query<PaidOut>(
      'select is_repeat as "isRepeat", available from ledger_pay_out($1, $2, $3, $4)',
      [accountId, reference, amount, randomUUIDv7()],
    ),
  );
  return rows[0] as PaidOut;
}

export async function countPayOuts(db: Queryable, accountId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count
     from manual_entries
     where account_id = $1 and mode = 'live' and kind = 'adjust' and reason = 'payout'`,
    [accountId],
  );
  return rows[0]?.count ?? 0;
}
