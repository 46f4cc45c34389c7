import type { Money } from '../../../foundation/money.ts';
import type {
  OrderRef,
  PaidReport,
  PaymentReport,
  RefundOrder,
  RefundReport,
} from '../../providers/payment.ts';
import { fieldOf, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import type { Tools } from '../../providers/vendor.ts';
import type { Call } from './stripe-api.ts';
import { fromStripeAmount } from './stripe-checkout-amount.ts';

export const sessionsPath = '/v1/checkout/sessions';
const charge = 'payment_intent.latest_charge';
const expanded = new URLSearchParams([['expand[]', `${charge}.balance_transaction`]]);

const chargeExpanded = new URLSearchParams([['expand[]', 'latest_charge.balance_transaction']]);
export const intentsPath = '/v1/payment_intents';

/** A session lives a day at most, and a clock may be wrong by an hour. */
const listedMs = 25 * 3_600_000;
const mostPages = 50;

/** What Stripe's books say, of orders that they certainly name. */
export interface StripeBooks {
  report(order: OrderRef, signal: AbortSignal): Promise<PaymentReport>;
  /** The session of an order; undefined if Stripe has none. */
  findSession(order: OrderRef, signal: AbortSignal): Promise<unknown>;
  /** The PaymentIntent of an order by a saved method; undefined if Stripe has none. */
  findIntent(order: OrderRef, signal: AbortSignal): Promise<unknown>;
  findRefund(refund: RefundOrder, signal: AbortSignal): Promise<RefundReport | undefined>;
  /** Throws unless it is a session of this order, for a payment with real money. */
  readSession(said: unknown, orderNo: string): unknown;
  readRefund(said: unknown, refund: RefundOrder): RefundReport;
}

export function createBooks(call: Call, clock: Tools['clock']): StripeBooks {
  const findSession = async (order: OrderRef, signal: AbortSignal) => {
    const id = order.vendorRef ?? (await findSessionId(order.orderNo, call, clock, signal));
    if (id === undefined) return undefined;
    const path = `${sessionsPath}/${encodeURIComponent(id)}?${expanded}`;
    const session = readSession(await get(path, call, signal), order.orderNo);
    if (textOf(session, 'id') !== id) throw new UnexpectedResponse('another session');
    return session;
  };
  const findIntent = async (order: OrderRef, signal: AbortSignal) => {
    const id = order.vendorRef ?? (await findIntentId(order, call, clock, signal));
    if (id === undefined) return undefined;
    const path = `${intentsPath}/${encodeURIComponent(id)}?${chargeExpanded}`;
    const intent = readIntent(await get(path, call, signal), order);
    if (textOf(intent, 'id') !== id) throw new UnexpectedResponse('another payment');
    return intent;
  };
  return {
    findSession,
    findIntent,
    readSession,
    readRefund,

    async report(order, signal) {
      if (isCharge(order)) {
        const intent = await findIntent(order, signal);
        return reportOfCharge(intent, order.orderNo, call, signal);
      }
      const session = await findSession(order, signal);
      if (session === undefined) return { state: 'absent' };
      const report = unpaidReport(session);
      return report ?? paidReport(fieldOf(session, 'payment_intent'), order.orderNo, call, signal);
    },

    async findRefund(refund, signal) {
      for await (const each of listRefunds(refund.paymentRef, call, signal)) {
        if (textOf(each, 'metadata', 'refund_no') === refund.refundNo)
          return readRefund(each, refund);
      }
      return undefined;
    },
  };
}

export async function get(path: string, call: Call, signal: AbortSignal): Promise<unknown> {
  const { status, said } = await call(path, signal);
  if (status === 200) return said;
  const words = `${textOf(said, 'error', 'code')}: ${textOf(said, 'error', 'message')}`;
  throw new UnexpectedResponse(`HTTP ${status} ${words}`);
}

/** All pages of a list. Throws if there are more than are read: nothing is absent from a list that was cut. */
export async function* list(
  path: string,
  fields: Readonly<Record<string, string>>,
  call: Call,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  let after: Record<string, string> = {};
  for (let page = 0; page < mostPages; page++) {
    const query = new URLSearchParams({ ...fields, limit: '100', ...after });
    const said = await get(`${path}?${query}`, call, signal);
    const [data, hasMore] = [fieldOf(said, 'data'), fieldOf(said, 'has_more')];
    if (!Array.isArray(data) || typeof hasMore !== 'boolean')
      throw new UnexpectedResponse('no list');
    yield* data;
    if (!hasMore) return;
    // Searches are continued by a page, lists after an item.
    const nextPage = textOf(said, 'next_page');
    after = nextPage ? { page: nextPage } : { starting_after: textOf(data.at(-1), 'id') };
  }
  throw new UnexpectedResponse(`more than ${mostPages} pages of ${path}`);
}

/**
 * Finds an order whose answer was lost. Stripe cannot list sessions by our number, so those of the last day are read:
 * an older one can only be one that was paid, and payments can be searched by our number.
 */
async function findSessionId(
  orderNo: string,
  call: Call,
  clock: Tools['clock'],
  signal: AbortSignal,
): Promise<string | undefined> {
  const since = String(Math.floor((clock.nowMs() - listedMs) / 1000));
  const isOurs = (session: unknown) => textOf(session, 'client_reference_id') === orderNo;
  for await (const each of list(sessionsPath, { 'created[gte]': since }, call, signal)) {
    if (isOurs(each)) return textOf(each, 'id');
  }
  const query = `metadata["order_no"]:"${orderNo}"`;
  for await (const intent of list('/v1/payment_intents/search', { query }, call, signal)) {
    const payment_intent = textOf(intent, 'id');
    for await (const each of list(sessionsPath, { payment_intent }, call, signal)) {
      if (isOurs(each)) return textOf(each, 'id');
    }
    throw new UnexpectedResponse(`${payment_intent} has no session of this order`);
  }
  return undefined;
}

function readSession(said: unknown, orderNo: string): unknown {
  const isOurs =
    textOf(said, 'object') === 'checkout.session' &&
    textOf(said, 'id') !== '' &&
    textOf(said, 'mode') === 'payment' &&
    textOf(said, 'client_reference_id') === orderNo;
  if (!isOurs) throw new UnexpectedResponse('not the session of this order');
  if (fieldOf(said, 'livemode') !== true) throw new UnexpectedResponse('a session of test mode');
  return said;
}

/**
 * The report of a session that is not paid; undefined if it is. A session can be over while its payment is under
 * way, so it has ended only when the payment has ended as well.
 */
function unpaidReport(session: unknown): PaymentReport | undefined {
  const payment = textOf(session, 'payment_status');
  const status = textOf(session, 'status');
  const intent = fieldOf(session, 'payment_intent');
  if (intent !== null && typeof intent !== 'object')
    throw new UnexpectedResponse('a payment that was not expanded');
  const progress = textOf(intent, 'status');
  const detail = `session ${status}, ${payment}, payment ${progress || 'not begun'}`;
  const isKnown = ['open', 'complete', 'expired'].includes(status);
  if (payment === 'paid' && progress === 'succeeded' && isKnown) return undefined;
  if (payment !== 'unpaid' || !isKnown) throw new UnexpectedResponse(detail);
  if (status === 'open') return { state: 'open', detail };
  if (progress === 'succeeded') throw new UnexpectedResponse(detail);
  // Without a payment, a complete session would be one that took no money.
  if (status === 'complete' && !progress) throw new UnexpectedResponse(detail);
  const isOver = ['', 'canceled', 'requires_payment_method'].includes(progress);
  if (!isOver) return { state: 'open', detail };
  return { state: 'ended', because: status === 'expired' ? 'expired' : 'failed', detail };
}

/**
 * Finds a charge whose answer was lost. The list of the customer's payments shows what was written a moment ago; the
 * search may lag by an hour, and finds older ones.
 */
async function findIntentId(
  { orderNo, savedRef }: OrderRef,
  call: Call,
  clock: Tools['clock'],
  signal: AbortSignal,
): Promise<string | undefined> {
  const since = String(Math.floor((clock.nowMs() - listedMs) / 1000));
  const isOurs = (intent: unknown) => textOf(intent, 'metadata', 'order_no') === orderNo;
  const recent = { ...customerOf(savedRef), 'created[gte]': since };
  for await (const each of list(intentsPath, recent, call, signal)) {
    if (isOurs(each)) return textOf(each, 'id');
  }
  const query = `metadata["order_no"]:"${orderNo}"`;
  for await (const each of list(`${intentsPath}/search`, { query }, call, signal)) {
    if (isOurs(each)) return textOf(each, 'id');
  }
  return undefined;
}

/** Throws unless it is the payment of this order by this customer, with real money. */
function readIntent(said: unknown, { orderNo, savedRef }: OrderRef): unknown {
  const isOurs =
    textOf(said, 'object') === 'payment_intent' &&
    textOf(said, 'metadata', 'order_no') === orderNo &&
    textOf(said, 'customer') === (customerOf(savedRef).customer ?? textOf(said, 'customer'));
  if (!isOurs) throw new UnexpectedResponse('not the payment of this order');
  if (fieldOf(said, 'livemode') !== true) throw new UnexpectedResponse('a payment of test mode');
  return said;
}

/** Without the payer nobody can try again, so a payment that wants another method has failed. */
async function reportOfCharge(
  intent: unknown,
  orderNo: string,
  call: Call,
  signal: AbortSignal,
): Promise<PaymentReport> {
  if (intent === undefined) return { state: 'absent' };
  const progress = textOf(intent, 'status');
  if (progress === 'succeeded') return paidReport(intent, orderNo, call, signal);
  const words = textOf(intent, 'last_payment_error', 'message');
  const detail = words || `payment ${progress}`;
  if (progress === 'requires_payment_method') return { state: 'ended', because: 'failed', detail };
  if (progress === 'canceled') return { state: 'ended', because: 'closed', detail };
  if (['processing', 'requires_action', 'requires_confirmation'].includes(progress)) {
    return { state: 'open', detail };
  }
  throw new UnexpectedResponse(detail);
}

/** Whether an order is paid by a saved method: its name is empty once it is erased. */
export function isCharge({ savedRef }: OrderRef): boolean {
  return typeof savedRef === 'string';
}

/** Who pays; of an erased method nobody knows any more, and the order number alone says whose payment it is. */
function customerOf(savedRef: OrderRef['savedRef']): { customer?: string } {
  return savedRef ? { customer: readSavedRef(savedRef).customer } : {};
}

/** A saved method at Stripe: a customer, and a method that is attached to him. */
export function readSavedRef(savedRef: string): { customer: string; method: string } {
  const [, customer, method] = /^(cus_\w+) (pm_\w+)$/.exec(savedRef) ?? [];
  if (!customer || !method) throw new UnexpectedResponse('no saved method');
  return { customer, method };
}

/** Only a method that the payer was told will be charged without him. */
function savedBy(intent: unknown): Pick<PaidReport, 'saved'> {
  const [customer, method] = [textOf(intent, 'customer'), textOf(intent, 'payment_method')];
  if (textOf(intent, 'setup_future_usage') !== 'off_session' || !customer || !method) return {};
  const card = fieldOf(intent, 'latest_charge', 'payment_method_details', 'card');
  const title = `${textOf(card, 'brand')} ${textOf(card, 'last4')}`.trim();
  return { saved: { ref: `${customer} ${method}`, title } };
}

async function paidReport(
  intent: unknown,
  orderNo: string,
  call: Call,
  signal: AbortSignal,
): Promise<PaidReport> {
  const latest = fieldOf(intent, 'latest_charge');
  const paymentRef = textOf(intent, 'id');
  const isOurs =
    textOf(intent, 'metadata', 'order_no') === orderNo &&
    textOf(latest, 'payment_intent') === paymentRef &&
    [intent, latest].every((each) => fieldOf(each, 'livemode') === true);
  if (!paymentRef || !isOurs) throw new UnexpectedResponse('not the payment of this order');
  const currency = textOf(intent, 'currency').toUpperCase();
  if (textOf(latest, 'currency').toUpperCase() !== currency)
    throw new UnexpectedResponse('two currencies');
  const amount = readAmount(fieldOf(intent, 'amount_received'), currency);
  const created = fieldOf(latest, 'created');
  if (typeof created !== 'number') throw new UnexpectedResponse('a payment without a time');
  const fee = fieldOf(latest, 'balance_transaction');
  const isSameCurrency = textOf(fee, 'currency').toUpperCase() === currency;
  return {
    ...{ state: 'paid', amount, currency, paymentRef },
    paidAt: new Date(created * 1000),
    refunded: await sumRefunds(latest, paymentRef, currency, call, signal),
    disputed: await sumDisputes(latest, paymentRef, amount, currency, call, signal),
    ...(isSameCurrency ? { fee: readAmount(fieldOf(fee, 'fee'), currency) } : {}),
    ...savedBy(intent),
  };
}

export function readAmount(said: unknown, currency: string): Money {
  const amount = fromStripeAmount(said, currency);
  if (amount === undefined || currency === '') throw new UnexpectedResponse('no amount');
  return amount;
}

/** No document says whether `amount_refunded` still counts a refund that failed, so the refunds are summed. */
async function sumRefunds(
  latest: unknown,
  paymentRef: string,
  currency: string,
  call: Call,
  signal: AbortSignal,
): Promise<Money> {
  if (readAmount(fieldOf(latest, 'amount_refunded'), currency) === 0n) return 0n;
  let sum = 0n;
  for await (const each of listRefunds(paymentRef, call, signal)) {
    const isPaidBack = refundStateOf(each) !== 'failed';
    if (isPaidBack) sum += readAmount(fieldOf(each, 'amount'), currency);
  }
  return sum;
}

/**
 * What Stripe took from the balance for disputes and has not put back. An inquiry takes nothing. A dispute in another
 * currency than the payment's counts as all of it.
 */
async function sumDisputes(
  latest: unknown,
  paymentRef: string,
  amount: Money,
  currency: string,
  call: Call,
  signal: AbortSignal,
): Promise<Money> {
  if (fieldOf(latest, 'disputed') === false) return 0n;
  let sum = 0n;
  const fields = { payment_intent: paymentRef };
  for await (const each of list('/v1/disputes', fields, call, signal)) {
    if (textOf(each, 'payment_intent') !== paymentRef)
      throw new UnexpectedResponse('a dispute of another payment');
    const entries = fieldOf(each, 'balance_transactions');
    if (!Array.isArray(entries)) throw new UnexpectedResponse('a dispute without transactions');
    const balance = entries.reduce((total, entry) => total + Number(fieldOf(entry, 'amount')), 0);
    if (!Number.isSafeInteger(balance)) throw new UnexpectedResponse('no amount');
    if (balance >= 0) continue;
    const isSameCurrency = textOf(each, 'currency').toUpperCase() === currency;
    sum += isSameCurrency ? readAmount(fieldOf(each, 'amount'), currency) : amount;
  }
  return sum;
}

async function* listRefunds(paymentRef: string, call: Call, signal: AbortSignal) {
  for await (const each of list('/v1/refunds', { payment_intent: paymentRef }, call, signal)) {
    if (textOf(each, 'object') !== 'refund' || textOf(each, 'payment_intent') !== paymentRef)
      throw new UnexpectedResponse('a refund of another payment');
    yield each;
  }
}

const refundStates: Readonly<Record<string, 'pending' | 'done' | 'failed'>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
};

function refundStateOf(refund: unknown): 'pending' | 'done' | 'failed' {
  const status = textOf(refund, 'status');
  const state = Object.hasOwn(refundStates, status) && refundStates[status];
  if (!state) throw new UnexpectedResponse(`a refund that is ${status}`);
  return state;
}

function readRefund(said: unknown, { refundNo, paymentRef }: RefundOrder): RefundReport {
  const refundRef = textOf(said, 'id');
  const isOurs =
    textOf(said, 'object') === 'refund' &&
    textOf(said, 'metadata', 'refund_no') === refundNo &&
    textOf(said, 'payment_intent') === paymentRef;
  if (!refundRef || !isOurs) throw new UnexpectedResponse('not this refund');
  const state = refundStateOf(said);
  if (state === 'pending') return { state, refundRef };
  if (state === 'failed') {
    return { state, refundRef, detail: textOf(said, 'failure_reason') || textOf(said, 'status') };
  }
  const currency = textOf(said, 'currency').toUpperCase();
  return { state, refundRef, currency, amount: readAmount(fieldOf(said, 'amount'), currency) };
}
