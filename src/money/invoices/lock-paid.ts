import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Money } from '../../foundation/money.ts';
import { lockCredited } from '../bank/bank-queries.ts';
import { lineOfPayment, paymentOfLine } from '../bank/line-payment.ts';
import type { Payment } from '../payments/payment.ts';
import { lockPayment } from '../payments/payment-queries.ts';
import { readKept } from './invoice-queries.ts';

/** What documents are of: a payment through a provider, or a credited line of the bank. */
export interface Paid extends Pick<Payment, 'accountId' | 'paymentId' | 'currency'> {
  /** Everything that was paid, with the fee. */
  total: Money;
  /** What of it was not paid back: what its documents must come to. */
  kept: Money;
  /** When it was paid, or on which day of the bank. */
  paid: Date | string;
}

/** Locks what was paid: everything that decides about it happens one after the other. */
export async function lockPaid(
  change: Change,
  key: Pick<Payment, 'accountId' | 'paymentId'>,
  now: Date | null,
): Promise<Paid | undefined> {
  const lineNo = lineOfPayment(key.paymentId);
  if (lineNo !== undefined) return lockPaidLine(change, lineNo);
  const payment = await lockPayment(change, key, now);
  return payment && paidOf(change, payment);
}

export async function lockPaidLine(change: Change, lineNo: number): Promise<Paid | undefined> {
  const line = await lockCredited(change, lineNo);
  if (!line) return undefined;
  const { accountId, currency, amount: total, takenBack, bookedOn: paid } = line;
  return {
    ...{ accountId, paymentId: paymentOfLine(lineNo), currency },
    ...{ total, kept: total - takenBack, paid },
  };
}

/** Of a locked payment. */
export async function paidOf(change: Change, payment: Payment): Promise<Paid> {
  const { accountId, paymentId, currency, credited, paidAt, begunAt } = payment;
  const kept = await readKept(change, payment);
  return { accountId, paymentId, currency, total: credited ?? 0n, kept, paid: paidAt ?? begunAt };
}
