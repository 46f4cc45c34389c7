import type { Owner } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import { paymentPrefix } from './own-references.ts';

/** A movement of an online payment. */
export interface PaymentEntry {
  /** What of the payment it is; empty for the payment itself. */
  what: string;
  amount: Money;
  madeAt: Date;
}

/** All movements of one payment, by the references that are reserved for it. */
export async function listPaymentEntries(
  db: Queryable,
  { accountId, mode }: Owner,
  orderNo: string,
): Promise<PaymentEntry[]> {
  const reference = `${paymentPrefix}${orderNo}`;
  const { rows } = await db.query<PaymentEntry>(
    `select ltrim(substr(reference, length($3) + 1)) as what, amount, made_at as "madeAt"
     from manual_entries
     where account_id = $1 and mode = $2 and (reference = $3 or starts_with(reference, $3 || ' '))
     order by made_at`,
    [accountId, mode, reference],
  );
  return rows;
}
