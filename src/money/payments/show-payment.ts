import { formatMoney } from '../../foundation/money.ts';
import type { PaymentProvider } from '../../vendors/providers/payment.ts';
import type { Payment } from './payment.ts';

/** What every event of a payment says. */
export function topUpBody({
  paymentId,
  reference,
  amount,
  fee,
  currency,
  providerCode,
  method,
}: Payment) {
  return {
    ...{ paymentId, reference, amount: formatMoney(amount), fee: formatMoney(fee) },
    ...{ currency, providerCode, method },
  };
}

/** A payment as its account sees it. */
export function showPayment(payment: Payment, providers: ReadonlyMap<string, PaymentProvider>) {
  const { providerCode, method, state, show, expiresAt, begunAt, paidAt } = payment;
  const isQr = providers.get(providerCode)?.methods[method]?.shows === 'qr';
  const isOpen = state === 'pending' && show !== null;
  return {
    ...topUpBody(payment),
    state,
    payUrl: isOpen && !isQr ? show : null,
    qrText: isOpen && isQr ? show : null,
    begunAt: begunAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    paidAt: state === 'paid' && paidAt ? paidAt.toISOString() : null,
    refunded: formatMoney(payment.refunded + payment.takenBack),
  };
}
