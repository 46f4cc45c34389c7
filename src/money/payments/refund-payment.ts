import { randomUUIDv7 } from 'node:crypto';
import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { formatMoney, type Money, paidText, smallestUnit } from '../../foundation/money.ts';
import { moveForPayment } from '../ledger/queries.ts';
import { stopAutoTopUp } from './auto-topup-queries.ts';
import { chargedUnit, inWallet, refundCharge } from './charge.ts';
import { orderNoOf, type Payment } from './payment.ts';
import { addRefunded, findAnyPayment, lockPayment } from './payment-queries.ts';
import { insertRefund } from './refund-queries.ts';
import { findPaid } from './report-queries.ts';

/**
 * Pays back to the source, in part or whole. The money leaves the wallet now, so that it is not spent meanwhile; the
 * jobs ask the vendor, and give it back to the wallet if the vendor refuses.
 */
export async function refundPayment(
  change: Change,
  { paymentId, amount: asked, reason }: { paymentId: string; amount?: Money; reason: string },
): Promise<{ refundId: string; amount: Money; available: Money }> {
  const payment = await lockNamed(change, paymentId);
  if (payment.state !== 'paid') refuse('payment_not_paid', { payment: paymentId });
  const left = leftOf(payment);
  const amount = asked ?? creditLeftOf(payment);
  if (amount <= 0n) refuse('amount_not_positive');
  const { accountId, mode, currency, chargedCurrency } = payment;
  if (amount > left) refuse('payment_refund_too_large', { left: paidText(left, currency) });
  const unit = smallestUnit(currency);
  if (amount % unit !== 0n) refuse('amount_too_fine', { unit: paidText(unit, currency) });
  const charged = await chargeOfRefund(change, payment, amount);
  const refundId = randomUUIDv7();
  await addRefunded(change, payment, { amount, charged });
  await insertRefund(change, payment, { refundId, amount, charged, reason }, null);
  const { available } = await moveForPayment(change, {
    ...{ accountId, mode, orderNo: orderNoOf(paymentId), kind: 'adjust', amount: -amount },
    ...{ what: `refund ${orderNoOf(refundId)}`, reason },
  });
  // A credit limit is for calls. Money that the customer has not got is not paid back.
  if (available < 0n) refuse('wallet_insufficient');
  await stopAutoTopUp(change, payment, 'taken_back');
  await noteChange(change, {
    ...{ accountId, action: 'payment.refund', subject: 'payments', key: { payment_id: paymentId } },
    before: null,
    after: {
      ...{ refund_id: refundId, amount: formatMoney(amount), reason },
      ...(payment.rate === null ? {} : { charged: `${formatMoney(charged)} ${chargedCurrency}` }),
    },
  });
  return { refundId, amount, available };
}

/** Vendors take a bare number: of a payment in another currency than the one that was charged, it would be other money. */
async function chargeOfRefund(change: Change, payment: Payment, amount: Money): Promise<Money> {
  const { paymentId, chargedCurrency } = payment;
  const paid = await findPaid(change, payment);
  if (paid && paid.currency !== chargedCurrency) {
    refuse('payment_paid_in_other_currency', { payment: paymentId, currency: paid.currency });
  }
  const charged = refundCharge(payment, amount);
  const { refunded, refundedCharged, takenBack, takenBackCharged } = payment;
  // A person may have credited more than was paid.
  if (paid && refundedCharged + takenBackCharged + charged > paid.amount) {
    const left = inWallet(payment, paid.amount) - refunded - takenBack;
    refuse('payment_refund_too_large', { left: paidText(left > 0n ? left : 0n, payment.currency) });
  }
  if (charged > 0n) return charged;
  const unit = paidText(chargedUnit(chargedCurrency), chargedCurrency);
  return refuse('payment_refund_too_small', { unit, currency: chargedCurrency });
}

/** What the wallet got and has not given back. The fee stays with the operator unless he names a larger amount. */
export function creditLeftOf(payment: Payment): Money {
  const left = leftOf(payment) - payment.fee;
  return left > 0n ? left : 0n;
}

/** What can still be paid back at most: everything that was paid. */
export function leftOf({ credited, refunded, takenBack }: Payment): Money {
  return (credited ?? 0n) - refunded - takenBack;
}

export async function lockNamed(change: Change, paymentId: string): Promise<Payment> {
  const found = await findAnyPayment(change, paymentId);
  const locked = found && (await lockPayment(change, found, null));
  return locked ?? refuse('payment_not_found', { payment: paymentId });
}
