import type { Static, TObject } from 'typebox';
import type { PayingApp } from '../../foundation/contract/paying-apps.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Money } from '../../foundation/money.ts';
import type { Failure, ProviderContext, ProviderFacts } from './provider.ts';
import type { Question } from './question.ts';
import type { Callback, CallbackReading, Tools, VendorFacts } from './vendor.ts';
import type { Words } from './vendor-setting.ts';

/**
 * A vendor through which customers pay. Money moves only on what `query` answers: a notice, however well signed,
 * only says that there is news. So a forged, repeated, early or lost notice cannot credit anything.
 */
export interface PaymentVendor<Config extends TObject = TObject> extends VendorFacts<Config> {
  kind: 'payment';
  /** How a customer pays through it, by code. */
  methods: Readonly<Record<string, PaymentMethod>>;
  /** The ISO 4217 codes of the currencies that it takes. */
  currencies: 'all' | readonly string[];
  /** What only somebody with an account can find out; the operator looks, because asking would cost money. */
  questions?: readonly Question<never>[];
  open(config: Static<Config>, tools: Tools): OpenPayments;
}

/** A vendor of payments as an operator configured it. A lost connection is a failure, as of any provider. */
export interface PaymentProvider
  extends ProviderFacts,
    Pick<PaymentVendor, 'kind' | 'methods' | 'currencies'>,
    Omit<OpenPayments, 'readCallback'> {}

export interface PaymentMethod {
  title: Words;
  /** What the customer gets: a page to be sent to, or a text to be drawn as a QR code. */
  shows: 'page' | 'qr';
  /**
   * It is paid on a page of the platform inside this app. Its vendor must know who pays, so it gets the order when the
   * payer is there. Offered if the settings suffice for `inApp`.
   */
  app?: PayingApp;
  /** The ISO 4217 codes of the currencies that it takes, if they are fewer than its vendor's. */
  currencies?: readonly string[];
  /** The vendor can save it, for later payments without the customer. */
  saves?: true;
}

/** Whether a method of a vendor takes a currency. */
export function takesCurrency(
  { currencies }: Pick<PaymentVendor, 'currencies'>,
  method: PaymentMethod,
  currency: string,
): boolean {
  const isTaken = (list: 'all' | readonly string[]) => list === 'all' || list.includes(currency);
  return isTaken(currencies) && isTaken(method.currencies ?? 'all');
}

export interface OpenPayments {
  /** Creates the order. Repeated with the same order number, it creates no second one. */
  begin(order: PaymentOrder, context: ProviderContext): Promise<PaymentBegun>;
  /**
   * What the vendor's books say of an order. Throws if the vendor does not answer, or if the answer is of another
   * order, merchant or mode.
   */
  query(order: OrderRef, context: ProviderContext): Promise<PaymentReport>;
  /** Ends an unpaid order. Whether it was paid before is asked by `query` afterwards. */
  close(order: OrderRef, context: ProviderContext): Promise<void>;
  /** Pays back to the source. Repeated with the same refund number, it pays once. */
  refund(refund: RefundOrder, context: ProviderContext): Promise<RefundReport | Failure>;
  queryRefund(refund: RefundOrder, context: ProviderContext): Promise<RefundReport>;
  readCallback(callback: Callback): CallbackReading | Promise<CallbackReading>;
  /** Takes a payment by a saved method, without the customer. Repeated with the same order number, it takes one. */
  charge?(order: SavedOrder, context: ProviderContext): Promise<PaymentCharged>;
  /** All payments that the vendor has, also for orders that are not ours; none if it gives no such list. */
  list?: PaymentList;
  /** Removes a saved method. One that the vendor does not know any more needs nothing. */
  forget?(savedRef: string, context: ProviderContext): Promise<void>;
  inApp?: InAppPayments;
}

/** How an order of a method with an `app` comes about. `begin` is not called for it. */
export interface InAppPayments {
  /** Where the app says who pays. It sends the payer back to this page, with `state` and a `code` in the query. */
  payerUrl(asked: { pageUrl: string; state: string }): string;
  /** Creates the order for the payer that the code names. Repeated for the same payer, it creates no second one. */
  begin(
    order: Omit<PaymentOrder, 'method' | 'returnUrl' | 'language' | 'saves'>,
    code: string,
    context: ProviderContext,
  ): Promise<InAppBegun>;
}

export type InAppBegun =
  /** What the page hands to the app, which then asks the payer. */
  | { kind: 'started'; vendorRef: string | null; handOver: Readonly<Record<string, string>> }
  /** The order is for the payer who came first. */
  | { kind: 'other_payer'; detail: string }
  /** `rejected` as `expired`: the code is not valid any more. */
  | Failure;

export interface PaymentList {
  /** In which its days are. */
  timeZone: string;
  /** So long after the end of a day its list is whole. */
  readyHours: number;
  /** What was paid on a day, such as `2030-01-31`. Throws if not all of it can be read. */
  day(day: string, context: ProviderContext): Promise<ListedPayment[]>;
}

export interface ListedPayment
  extends Pick<PaidReport, 'amount' | 'currency' | 'paymentRef' | 'paidAt'> {
  /** As the vendor has it; empty if it has none. */
  orderNo: string;
}

/** What identifies an order at the vendor. */
export interface OrderRef {
  /** Ours: 16 to 32 digits and capital letters, unique for ever. */
  orderNo: string;
  /** The vendor's id for the order; null until `begin` has returned one. */
  vendorRef: string | null;
  /** What the customer pays, in ten-thousandths of the currency; always a whole number of its smallest unit. */
  amount: Money;
  /** ISO 4217. */
  currency: string;
  /** The saved method by which it is charged; empty once erased, none for an order that the customer pays himself. */
  savedRef?: string | null;
}

/** A payment by a saved method. */
export interface SavedOrder extends Omit<OrderRef, 'vendorRef'> {
  savedRef: string;
  title: string;
}

/** What became of it is asked by `query`. */
export type PaymentCharged = { kind: 'started'; vendorRef: string } | Failure;

export interface PaymentOrder extends Omit<OrderRef, 'vendorRef' | 'savedRef'> {
  /** One of the vendor's methods. */
  method: string;
  /** What the payer reads, such as "Top-up of Acme", at most 60 characters. */
  title: string;
  /** The page to which the payer returns, paid or not. */
  returnUrl: string;
  /** The order must not be payable later than this. */
  expiresAt: Date;
  language: Language;
  /** Whether the vendor shall save the method; the payer is told so on its page. */
  saves?: boolean;
}

export type PaymentBegun =
  | {
      kind: 'started';
      vendorRef: string | null;
      /** The page to send the payer to, or the text of the QR code, by the `shows` of the method. */
      show: string;
      expiresAt: Date;
    }
  | Failure;

export type PaymentReport =
  /** The vendor certainly has no such order, so it cannot be paid. */
  | { state: 'absent' }
  /** It may still be paid. */
  | { state: 'open'; detail: string }
  /** It was not paid and cannot be paid any more. */
  | { state: 'ended'; because: 'expired' | 'closed' | 'failed'; detail: string }
  | PaidReport;

export interface PaidReport {
  state: 'paid';
  /** As the vendor's answer says, not as we asked: the platform compares them. */
  amount: Money;
  currency: string;
  /** The vendor's id for the payment, which its statements name. */
  paymentRef: string;
  paidAt: Date;
  /** What was paid back in all, whoever asked for it. */
  refunded: Money;
  /** What the payer's bank took back or holds back for now. */
  disputed: Money;
  /** What the vendor keeps, if its answer says so. */
  fee?: Money;
  /** The method that was saved with this payment. */
  saved?: SavedMethod;
}

export interface SavedMethod {
  /** Names it in `charge`. */
  ref: string;
  /** What its owner knows it by, such as "visa 4242". */
  title: string;
}

export interface RefundOrder extends OrderRef {
  /** Ours: 16 to 32 digits and capital letters, unique for ever. */
  refundNo: string;
  /** What to pay back, of the order's amount. */
  refund: Money;
  paymentRef: string;
  /** The vendor's id for the refund; null until `refund` has returned one. */
  refundRef: string | null;
  reason: string;
}

export type RefundReport =
  /** The vendor certainly has no such refund. */
  | { state: 'absent' }
  | { state: 'pending'; refundRef: string }
  | { state: 'done'; refundRef: string; amount: Money; currency: string }
  | { state: 'failed'; refundRef: string; detail: string };

export function asPaymentVendor<Config extends TObject>(
  vendor: PaymentVendor<Config>,
): PaymentVendor {
  return vendor as unknown as PaymentVendor;
}
