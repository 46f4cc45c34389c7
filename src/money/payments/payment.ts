import type { Mode } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Money } from '../../foundation/money.ts';
import type { OrderRef } from '../../vendors/providers/payment.ts';
import type { Charge, InCharged } from './charge.ts';

/**
 * `mismatched`: what was paid is not what was asked for, so a person decides. `ignored`: a person decided that it
 * is not credited.
 */
export const paymentStates = [
  'pending',
  'paid',
  'failed',
  'expired',
  'mismatched',
  'ignored',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Money that a customer sends to his wallet. */
export interface Payment extends Charge, InCharged {
  accountId: number;
  paymentId: string;
  mode: Mode;
  providerCode: string;
  method: string;
  /** What the wallet gets. */
  amount: Money;
  /** What the customer pays beyond it. */
  fee: Money;
  currency: string;
  reference: string;
  returnUrl: string;
  title: string;
  language: Language;
  state: PaymentState;
  detail: string;
  vendorRef: string | null;
  show: string | null;
  paymentRef: string | null;
  paidAt: Date | null;
  credited: Money | null;
  refunded: Money;
  takenBack: Money;
  corrections: number;
  /** What the payer's bank holds back or took back, by the vendor's last answer, and since when. */
  disputed: Money;
  disputedAt: Date | null;
  /** The operator has not noted yet what he did about the dispute. */
  isDisputeOpen: boolean;
  begunAt: Date;
  expiresAt: Date;
  /** Whether its method shall be saved. */
  saves: boolean;
  /** The saved method by which the platform began it; null for one that the customer pays himself. */
  savedRef: string | null;
  endedAt: Date | null;
  /** The vendor must not be able to take money for it any more. */
  isOverdue: boolean;
  /** It was begun long enough ago: a vendor that does not know it never will. */
  isSettled: boolean;
}

/** The path prefix of the page on which a payment inside an app is made; its order number follows. */
export const payPath = '/pay/';

/** Why a payment was credited after it had ended unpaid. */
export function lateDetail(state: PaymentState): string {
  return `paid after it was ${state}`;
}

/** The customer had been told before that it was not paid. */
export function isLate({ state, detail }: Pick<Payment, 'state' | 'detail'>): boolean {
  return state === 'paid' && [lateDetail('failed'), lateDetail('expired')].includes(detail);
}

/** Our number of an order or a refund at the vendor. */
export function orderNoOf(id: string): string {
  return id.replaceAll('-', '').toUpperCase();
}

/** The ID that an order number is made from; undefined for text that is no number of ours. */
export function idOfOrder(orderNo: string): string | undefined {
  const [, ...parts] =
    /^([0-9A-F]{8})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{12})$/.exec(orderNo) ?? [];
  return parts.length === 0 ? undefined : parts.join('-').toLowerCase();
}

/** What the customer pays. */
export function totalOf({ amount, fee }: Pick<Payment, 'amount' | 'fee'>): Money {
  return amount + fee;
}

/** The vendor knows the charged amount alone, so a notice of the same number in another currency is a difference. */
export function orderOf(payment: Payment): OrderRef {
  const { paymentId, vendorRef, charged: amount, chargedCurrency: currency, savedRef } = payment;
  return { orderNo: orderNoOf(paymentId), vendorRef, amount, currency, savedRef };
}
