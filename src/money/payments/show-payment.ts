import { formatMoney, formatRate } from '../../foundation/money.ts';
import type { PaymentProvider } from '../../vendors/providers/payment.ts';
import type { Charge } from './charge.ts';
import type { Payment } from './payment.ts';

/** What every event of a payment says. */
export function topUpBody(payment: Payment) {
  const { paymentId, reference, amount, fee, currency, providerCode, method } = payment;
  return {
    ...{ paymentId, reference, amount: formatMoney(amount), fee: formatMoney(fee) },
    ...{ currency, ...showCharge(payment), providerCode, method },
  };
}

/** What the payer is charged, with the rate that was kept. */
export function showCharge({ charged, chargedCurrency, rate, rateSetAt }: Charge) {
  return {
    ...{ charged: formatMoney(charged), chargedCurrency },
    rate: rate === null ? null : formatRate(rate),
    rateSetAt: rateSetAt?.toISOString() ?? null,
  };
}

/** What the audit log says of a payment that begins. */
export function notedOf(payment: Payment) {
  const { amount, fee, providerCode, method, rate } = payment;
  const { charged, chargedCurrency, rate: shownRate } = showCharge(payment);
  return {
    ...{ amount: formatMoney(amount), fee: formatMoney(fee), providerCode, method },
    ...(rate === null ? {} : { charged: `${charged} ${chargedCurrency}`, rate: shownRate }),
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
