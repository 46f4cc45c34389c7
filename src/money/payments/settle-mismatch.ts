import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { formatMoney, type Money, paidText, smallestUnit } from '../../foundation/money.ts';
import { creditWallet } from './apply-report.ts';
import { creditedCharge } from './charge.ts';
import type { Payment } from './payment.ts';
import { isRefUsed, markPaid, recordTopUp, setAside } from './payment-queries.ts';
import { lockNamed } from './refund-payment.ts';
import { findPaid } from './report-queries.ts';
import { topUpBody } from './show-payment.ts';

/** Ends a payment that was put aside: credits what a person found out was paid, or nothing. */
export async function settleMismatch(
  change: Change,
  paymentId: string,
  { credit, reason }: { credit: Money | null; reason: string },
): Promise<void> {
  const payment = await lockNamed(change, paymentId);
  if (payment.state !== 'mismatched') {
    refuse('payment_not_mismatched', { payment: paymentId, state: payment.state });
  }
  if (credit === null) await ignore(change, payment, reason);
  else await creditAnyway(change, payment, credit, reason);
  await noteChange(change, {
    ...{ accountId: payment.accountId, action: 'payment.settle', subject: 'payments' },
    ...{ key: { payment_id: paymentId }, before: { state: 'mismatched', detail: payment.detail } },
    after: { credited: credit === null ? null : formatMoney(credit), reason },
  });
}

async function ignore(change: Change, payment: Payment, detail: string): Promise<void> {
  const { paymentRef, paidAt } = payment;
  await setAside(change, payment, { state: 'ignored', detail, paymentRef, paidAt }, null);
  const body = { ...topUpBody(payment), state: 'failed' };
  await recordTopUp(change, payment, 'topup.failed', body);
}

async function creditAnyway(
  change: Change,
  payment: Payment,
  credited: Money,
  detail: string,
): Promise<void> {
  if (credited <= 0n) refuse('amount_not_positive');
  const unit = smallestUnit(payment.currency);
  if (credited % unit !== 0n) refuse('amount_too_fine', { unit: paidText(unit, payment.currency) });
  const { paymentRef, endedAt } = payment;
  if (paymentRef !== null && (await isRefUsed(change, payment, paymentRef))) {
    refuse('payment_ref_used', { ref: paymentRef });
  }
  const paidAt = payment.paidAt ?? endedAt ?? new Date();
  const creditedCharged = creditedCharge(payment, credited, await findPaid(change, payment));
  const paid = { credited, creditedCharged, fee: 0n, paymentRef, paidAt, detail };
  await markPaid(change, payment, paid, null);
  await creditWallet(change, payment, paid);
  const body = { ...topUpBody(payment), amount: formatMoney(credited), isLate: true };
  await recordTopUp(change, payment, 'topup.succeeded', body);
}
