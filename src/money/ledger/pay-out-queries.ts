import { randomUUIDv7 } from 'node:crypto';
import type { Change } from '../../foundation/audit/change-queries.ts';
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

/** What a pay-out moved. */
export interface PaidOut {
  /** The reference was used for a pay-out before, so no money moved this time. */
  isRepeat: boolean;
  amount: Money;
  available: Money;
}

/** Takes all live money out of the wallet, after it was paid out to the customer. */
export async function payOut(
  change: Change,
  { accountId, reference }: { accountId: number; reference: string },
): Promise<PaidOut> {
  requireReference(reference);
  const { rows } = await withRefusals(
    change.query<PaidOut>(
      'select is_repeat as "isRepeat", amount, available from ledger_pay_out($1, $2, $3)',
      [accountId, reference, randomUUIDv7()],
    ),
  );
  return rows[0] as PaidOut;
}
