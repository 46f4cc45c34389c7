import Type, { type Static } from 'typebox';
import { type Bilingual, prefixField } from '../../../foundation/contract/text/bilingual.ts';
import {
  asPaymentVendor,
  type OrderRef,
  type PaymentBegun,
  type PaymentOrder,
  type RefundOrder,
  type RefundReport,
} from '../../providers/payment.ts';
import type { Failure } from '../../providers/provider.ts';
import { fieldOf, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import type { Callback, CallbackReading, CodeMeaning, Tools } from '../../providers/vendor.ts';
import { secret } from '../../providers/vendor-setting.ts';
import {
  type Call,
  createCall,
  endpoint,
  eventAnswer,
  failureOf,
  readSignedEvent,
  webhookSecret,
} from './stripe-api.ts';
import { stripeCheckoutAdvice } from './stripe-checkout-advice.ts';
import { tooFine, toStripeAmount } from './stripe-checkout-amount.ts';
import { createBooks, isCharge, type StripeBooks, sessionsPath } from './stripe-checkout-books.ts';
import { createList } from './stripe-checkout-list.ts';
import { cancelCharge, createCharge, forget } from './stripe-checkout-saved.ts';

const config = Type.Object({
  apiKey: secret({
    title: { en: 'Restricted key', zh: '受限密钥' },
    help: {
      en:
        'A live restricted key (rk_live_…) that can write Checkout Sessions and Charges and Refunds, and read ' +
        'PaymentIntents, Disputes and Balance transactions. For automatic top-ups it must also write ' +
        'PaymentIntents, Customers and PaymentMethods.',
      zh:
        '生产环境的受限密钥（rk_live_…），需具备 Checkout Sessions、Charges and Refunds 的写权限，以及 ' +
        'PaymentIntents、Disputes、Balance transactions 的读权限。如需自动充值，还要具备 PaymentIntents、' +
        'Customers、PaymentMethods 的写权限。',
    },
  }),
  webhookSecret,
  endpoint,
});
type Config = Static<typeof config>;

/** In test mode anybody pays with a card number that Stripe publishes. */
function findConfigFaults({ apiKey }: Config): readonly Bilingual[] {
  if (/^(rk|sk)_live_/.test(apiKey)) return [];
  const problem = {
    en: 'must be a live key, which begins with rk_live_ or sk_live_',
    zh: '必须是生产环境的密钥，以 rk_live_ 或 sk_live_ 开头',
  };
  return [prefixField('apiKey', problem)];
}

/** By error code, error type, or HTTP status for errors without a listed code. */
const codes: Readonly<Record<string, CodeMeaning>> = {
  '200': ['done', null],
  '400': ['rejected', 'provider_setup'],
  '401': ['unavailable', 'provider_setup'],
  // A saved card was declined, whatever the code: no money moved.
  '402': ['rejected', 'provider_fault'],
  '403': ['unavailable', 'provider_setup'],
  '404': ['unavailable', 'provider_setup'],
  '409': ['unknown', 'provider_fault'],
  '424': ['unknown', 'provider_fault'],
  '429': ['unavailable', 'provider_limit'],
  '500': ['unknown', 'provider_fault'],
  '502': ['unknown', 'provider_fault'],
  '503': ['unknown', 'provider_fault'],
  '504': ['unknown', 'provider_fault'],
  account_invalid: ['unavailable', 'provider_setup'],
  amount_too_large: ['rejected', 'provider_setup'],
  amount_too_small: ['rejected', 'provider_setup'],
  api_key_expired: ['unavailable', 'provider_setup'],
  balance_insufficient: ['unavailable', 'provider_balance'],
  charge_already_refunded: ['rejected', 'provider_setup'],
  charge_disputed: ['rejected', 'provider_setup'],
  charge_not_refundable: ['rejected', 'provider_setup'],
  // The order exists, under this number and with other content.
  idempotency_error: ['unknown', 'provider_fault'],
  // The first request with this number is still under way.
  idempotency_key_in_use: ['unknown', 'provider_fault'],
  invalid_charge_amount: ['rejected', 'provider_setup'],
  lock_timeout: ['unavailable', 'provider_limit'],
  payment_method_unactivated: ['unavailable', 'provider_setup'],
  platform_api_key_expired: ['unavailable', 'provider_setup'],
  rate_limit: ['unavailable', 'provider_limit'],
  refund_disputed_payment: ['rejected', 'provider_setup'],
  secret_key_required: ['unavailable', 'provider_setup'],
};

const lookUpMs = 5_000;
const newsTypes = [
  ...['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'].map(
    (name) => `checkout.session.${name}`,
  ),
  ...['succeeded', 'payment_failed', 'canceled'].map((name) => `payment_intent.${name}`),
  ...['charge.refunded', 'charge.refund.updated', 'refund.updated', 'refund.failed'],
  ...['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed'].map(
    (name) => `charge.dispute.${name}`,
  ),
];

/** Stripe Checkout: a page of Stripe's for one payment by card, Alipay or WeChat Pay. */
export const stripeCheckout = asPaymentVendor<typeof config>({
  kind: 'payment',
  code: 'stripe-checkout',
  title: { en: 'Stripe Checkout', zh: 'Stripe Checkout' },
  docs: 'https://docs.stripe.com/api/checkout/sessions',
  config,
  findConfigFaults,
  ...stripeCheckoutAdvice,
  codes,
  // Stripe keeps sessions and payments for ever; after this long only an operator looks at one.
  horizonHours: 24 * 180,
  methods: {
    card: { title: { en: 'Card', zh: '银行卡' }, shows: 'page', saves: true },
    // docs.stripe.com/payments/alipay/accept-a-payment and …/wechat-pay/accept-a-payment (2026-11-19).
    alipay: {
      title: { en: 'Alipay', zh: '支付宝' },
      shows: 'page',
      currencies: 'AUD CAD CNY EUR GBP HKD JPY MYR NZD SGD USD'.split(' '),
    },
    wechat_pay: {
      title: { en: 'WeChat Pay', zh: '微信支付' },
      shows: 'page',
      currencies: 'AUD CAD CHF CNY DKK EUR GBP HKD JPY NOK SEK SGD USD'.split(' '),
    },
  },
  currencies: 'all',

  open(settings, tools) {
    const call = createCall(settings, tools);
    const books = createBooks(call, tools.clock);
    return {
      begin: (order, { signal }) => begin(order, call, books, signal),
      query: (order, { signal }) => books.report(order, signal),
      close: (order, { signal }) =>
        isCharge(order)
          ? cancelCharge(order, call, books, signal)
          : close(order, call, books, signal),
      list: createList(call),
      charge: (order, { signal }) => createCharge(order, call, codes, signal),
      forget: (savedRef, { signal }) => forget(savedRef, call, signal),
      refund: (refund, { signal }) => payBack(refund, call, books, signal),

      async queryRefund(refund, { signal }): Promise<RefundReport> {
        const found = await books.findRefund(refund, signal);
        if (found) return found;
        if (refund.refundRef) throw new UnexpectedResponse(`${refund.refundRef} is not listed`);
        return { state: 'absent' };
      },

      readCallback: (callback) => readEvent(callback, settings, call, tools),
    };
  },
});

async function begin(
  order: PaymentOrder,
  call: Call,
  books: StripeBooks,
  signal: AbortSignal,
): Promise<PaymentBegun> {
  const amount = toStripeAmount(order.amount, order.currency);
  if (amount === undefined) return tooFine(order.currency);
  const fields = startFields(order, amount);
  const { status, said } = await call(sessionsPath, signal, fields, `order-${order.orderNo}`);
  if (status !== 200) return failureOf(codes, status, said);
  const session = books.readSession(said, order.orderNo);
  const show = textOf(session, 'url');
  const expiresAt = fieldOf(session, 'expires_at');
  if (!show || typeof expiresAt !== 'number') throw new UnexpectedResponse('no url or no end');
  const vendorRef = textOf(session, 'id');
  return { kind: 'started', vendorRef, show, expiresAt: new Date(expiresAt * 1000) };
}

/**
 * Nothing here depends on when it is sent: Stripe takes a repetition for one only if all fields are the same. What an
 * account could switch on by default, and what would change the amount or the currency, is switched off.
 */
function startFields(order: PaymentOrder, amount: string): Record<string, string> {
  const { orderNo, currency, method, title, returnUrl, expiresAt, language, saves } = order;
  return {
    mode: 'payment',
    'payment_method_types[0]': method,
    ...(method === 'wechat_pay' ? { 'payment_method_options[wechat_pay][client]': 'web' } : {}),
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': amount,
    'line_items[0][price_data][product_data][name]': title,
    client_reference_id: orderNo,
    'metadata[order_no]': orderNo,
    'payment_intent_data[metadata][order_no]': orderNo,
    'payment_intent_data[description]': title,
    // A method is attached to a customer, who is created when he pays.
    ...(saves
      ? { customer_creation: 'always', 'payment_intent_data[setup_future_usage]': 'off_session' }
      : {}),
    'adaptive_pricing[enabled]': 'false',
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: String(Math.floor(expiresAt.getTime() / 1000)),
    locale: language,
  };
}

/** Only an open session can be closed. One that is not open any more needs nothing. */
async function close(
  order: OrderRef,
  call: Call,
  books: StripeBooks,
  signal: AbortSignal,
): Promise<void> {
  const session = await books.findSession(order, signal);
  if (!session || textOf(session, 'status') !== 'open') return;
  const path = `${sessionsPath}/${encodeURIComponent(textOf(session, 'id'))}`;
  const { status, said } = await call(`${path}/expire`, signal, {});
  if (status === 200) {
    const now = textOf(books.readSession(said, order.orderNo), 'status');
    if (now !== 'expired') throw new UnexpectedResponse(`closed, but ${now}`);
    return;
  }
  // It may have been paid or have expired in between.
  const now = await books.findSession({ ...order, vendorRef: textOf(session, 'id') }, signal);
  if (textOf(now, 'status') !== 'open') return;
  throw new UnexpectedResponse(failureOf(codes, status, said).detail);
}

/**
 * Stripe forgets an idempotency key after a day and answers it with an old error until then, so what it has under
 * our number is looked up first. The key is for two requests at once.
 */
async function payBack(
  refund: RefundOrder,
  call: Call,
  books: StripeBooks,
  signal: AbortSignal,
): Promise<RefundReport | Failure> {
  const { orderNo, refundNo, paymentRef, currency, reason } = refund;
  const amount = toStripeAmount(refund.refund, currency);
  if (amount === undefined) return tooFine(currency);
  const found = await books.findRefund(refund, signal);
  if (found) return found;
  const fields = {
    payment_intent: paymentRef,
    amount,
    reason: 'requested_by_customer',
    'metadata[order_no]': orderNo,
    'metadata[refund_no]': refundNo,
    'metadata[reason]': reason.slice(0, 500),
  };
  const { status, said } = await call('/v1/refunds', signal, fields, `refund-${refundNo}`);
  if (status !== 200) return failureOf(codes, status, said);
  return books.readRefund(said, refund);
}

/** Events of a dispute or of a refund that somebody made in the dashboard name only the payment. */
async function readEvent(
  callback: Callback,
  settings: Config,
  call: Call,
  { clock }: Tools,
): Promise<CallbackReading> {
  const read = readSignedEvent(callback, settings.webhookSecret, clock.nowMs());
  if ('refused' in read) return read.refused;
  const { event } = read;
  const names = (orderNo: string): CallbackReading => ({
    ...{ kind: 'orders', answer: eventAnswer },
    orderNos: /^[0-9A-Z]{16,32}$/.test(orderNo) ? [orderNo] : [],
  });
  if (!newsTypes.includes(textOf(event, 'type'))) return names('');
  if (fieldOf(event, 'livemode') !== true) {
    return { kind: 'refused', because: 'form', detail: 'an event of test mode' };
  }
  const about = fieldOf(event, 'data', 'object');
  const own = textOf(about, 'metadata', 'order_no');
  const paymentRef = textOf(about, 'payment_intent');
  if (own || !paymentRef) return names(own);
  const path = `/v1/payment_intents/${encodeURIComponent(paymentRef)}`;
  const { status, said } = await call(path, AbortSignal.timeout(lookUpMs));
  if (status !== 200 && status !== 404) {
    throw new UnexpectedResponse(failureOf(codes, status, said).detail);
  }
  return names(textOf(said, 'metadata', 'order_no'));
}
