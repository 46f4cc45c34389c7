import { servePaymentPage } from './payment-page.ts';
import type { Asked, Desk, Simulator, SimulatorRequest, Taken, Taking } from './simulator.ts';
import { eventOf } from './stripe-checkout-events.ts';
import {
  chargedOf,
  chargeOf,
  customerOf,
  deleteCustomer,
  detach,
  disputesOf,
  intentOf,
  isOpenAt,
  methodObjectOf,
  refundObjectOf,
  refundsOf,
  savedMethod,
  sessionOf,
} from './stripe-checkout-objects.ts';
import { findChargeFault, findOrderFault, findRefundFault } from './stripe-checkout-rules.ts';

/** Of one account. Every key creates and reads objects of its own mode only. */
const keys: Readonly<Record<string, { livemode: boolean }>> = {
  rk_live_simulator: { livemode: true },
  rk_test_simulator: { livemode: false },
};
const webhookSecret = 'whsec_simulator';
const sessionsPath = '/v1/checkout/sessions';
const intentsPath = '/v1/payment_intents';
const pagePath = '/c/pay/';

/** The idempotency key and the fields with which an object was created. */
const creations = new WeakMap<Readonly<Record<string, unknown>>, { key: string; body: string }>();

/** Stripe Checkout, as documented. */
export const stripeCheckoutSimulator: Simulator = {
  vendor: 'stripe-checkout',
  kind: 'payment',
  config: (url) => ({ apiKey: 'rk_live_simulator', webhookSecret, endpoint: url }),

  read(request, desk): Asked {
    const { pathname } = request.url;
    if (pathname.startsWith(pagePath)) return servePage(request, desk);
    const [, apiKey = ''] = /^Bearer (.*)$/.exec(request.headers.authorization ?? '') ?? [];
    const key = Object.hasOwn(keys, apiKey) && keys[apiKey];
    if (!key) return refused(401, 'Invalid API Key provided');
    if (request.method === 'POST') return change(request, desk, key.livemode);
    if (request.method === 'DELETE') return remove(request.url, desk, key.livemode);
    return look(request.url, desk, key.livemode);
  },

  done: (taken, desk) => json(objectOf(taken, desk)),

  rejected(code = '400') {
    // An error that is only an HTTP status has no code; an idempotency error is a type without a code.
    if (/^[45]\d\d$/.test(code)) return errorAnswer(Number(code), 'refused');
    if (code === 'idempotency_error') return errorAnswer(400, 'refused', undefined, code);
    const status =
      {
        card_declined: 402,
        rate_limit: 429,
        lock_timeout: 429,
        api_key_expired: 401,
        idempotency_key_in_use: 409,
      }[code] ?? (code === '4711' ? 418 : 400);
    return errorAnswer(status, 'refused', code);
  },

  receipt: (taken, desk) => eventOf(taken, desk, webhookSecret),
  forged: (taken, desk) => eventOf(taken, desk, 'whsec_somebody_else'),
};

function objectOf(taken: Taken, desk: Desk): object {
  if (taken.kind === 'refund') return refundObjectOf(taken, desk);
  return (taken.said.savedBy ? intentOf(taken, desk, []) : null) ?? sessionOf(taken, desk);
}

type Creating = (form: URLSearchParams, desk: Desk, livemode: boolean) => Asked;

/** By path. A request that is repeated with its idempotency key creates nothing more. */
const creating: Readonly<Record<string, Creating>> = {
  [sessionsPath]: start,
  [intentsPath]: charge,
  '/v1/refunds': payBack,
};

function change(request: SimulatorRequest, desk: Desk, livemode: boolean): Asked {
  const { pathname } = request.url;
  const form = new URLSearchParams(request.body);
  if (Object.hasOwn(creating, pathname)) {
    const key = request.headers['idempotency-key'] ?? '';
    const earlier = desk.taken.find(({ said }) => key !== '' && creations.get(said)?.key === key);
    if (earlier) return repeat(earlier, request.body, desk);
    const created = (creating[pathname] as Creating)(form, desk, livemode);
    if (created.kind === 'do') creations.set(created.taking.said, { key, body: request.body });
    return created;
  }
  const [, methodId] = /^\/v1\/payment_methods\/([^/]+)\/detach$/.exec(pathname) ?? [];
  if (methodId !== undefined) return detachMethod(methodId, desk, livemode);
  const [, id] = new RegExp(`^${sessionsPath}/([^/]+)/expire$`).exec(pathname) ?? [];
  const taken = find(id, 'payment', desk, livemode);
  if (!taken) return refused(404, 'No such resource', 'resource_missing');
  if (!isOpenAt(taken, desk.now())) {
    return answered(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
  }
  desk.decide(taken.id, 'closed');
  return { kind: 'answer', answer: json(sessionOf(taken, desk)) };
}

/** The saved answer of the first request, whatever became of its object since. */
function repeat(earlier: Taken, body: string, desk: Desk): Asked {
  if (creations.get(earlier.said)?.body !== body) {
    const message = 'Keys for idempotent requests can only be used with the same parameters.';
    return { kind: 'answer', answer: errorAnswer(400, message, undefined, 'idempotency_error') };
  }
  const state = earlier.kind === 'refund' || earlier.said.savedBy ? earlier.state : 'open';
  return { kind: 'answer', answer: json(objectOf({ ...earlier, state }, desk)) };
}

function start(form: URLSearchParams, desk: Desk, livemode: boolean): Asked {
  const fault = findOrderFault(form, desk.now());
  if (fault) return refused(400, fault.message, fault.code);
  const field = (name: string) => form.get(name);
  return doing('payment', field('client_reference_id'), {
    amount: Number(field('line_items[0][price_data][unit_amount]')),
    currency: field('line_items[0][price_data][currency]'),
    method: field('payment_method_types[0]'),
    title: field('line_items[0][price_data][product_data][name]'),
    successUrl: field('success_url'),
    cancelUrl: field('cancel_url'),
    expiresAt: Number(field('expires_at')),
    locale: field('locale'),
    metadata: metadataIn(form, 'metadata'),
    intentMetadata: metadataIn(form, 'payment_intent_data[metadata]'),
    saves:
      field('customer_creation') === 'always' &&
      field('payment_intent_data[setup_future_usage]') === 'off_session',
    livemode,
  });
}

/** A payment by a saved card, without the payer: it is paid when it is created. */
function charge(form: URLSearchParams, desk: Desk, livemode: boolean): Asked {
  const saved = savedMethod(form.get('payment_method') ?? '', desk);
  const known = saved?.said.livemode === livemode ? saved : undefined;
  const fault = findChargeFault(form, known);
  if (fault) return refused(400, fault.message, fault.code);
  const metadata = metadataIn(form, 'metadata');
  const said = {
    ...{ amount: Number(form.get('amount')), currency: form.get('currency'), method: 'card' },
    ...{ title: form.get('description'), savedBy: known?.id, intentMetadata: metadata, livemode },
  };
  return doing('payment', metadata.order_no ?? null, said, 'paid');
}

function detachMethod(id: string, desk: Desk, livemode: boolean): Asked {
  if (!desk.find(/[0-9]+$/.exec(id)?.[0] ?? '')) {
    return answered(404, 'No such PaymentMethod', 'resource_missing');
  }
  const saved = savedMethod(id, desk);
  if (saved?.said.livemode !== livemode) {
    return answered(400, 'The payment method is not attached to a customer');
  }
  detach(saved);
  return { kind: 'answer', answer: json(methodObjectOf(saved)) };
}

/** Deletes a customer, and removes his cards. He is found afterwards, but not deleted again. */
function remove({ pathname }: URL, desk: Desk, livemode: boolean): Asked {
  const [, id = ''] = /^\/v1\/customers\/cus_([0-9]+)$/.exec(pathname) ?? [];
  const saving = find(id, 'payment', desk, livemode);
  const customer = saving && customerOf(saving);
  if (!customer || 'deleted' in customer) {
    return answered(404, 'No such customer', 'resource_missing');
  }
  deleteCustomer(saving);
  return { kind: 'answer', answer: json(customerOf(saving) ?? {}) };
}

function payBack(form: URLSearchParams, desk: Desk, livemode: boolean): Asked {
  const payment = find(form.get('payment_intent') ?? '', 'payment', desk, livemode);
  if (!payment || chargedOf(payment) === undefined) {
    return refused(404, 'No such payment_intent', 'resource_missing');
  }
  const fault = findRefundFault(form, payment, desk);
  if (fault) return answered(400, fault.message, fault.code);
  const metadata = metadataIn(form, 'metadata');
  const said = { payment: payment.id, amount: Number(form.get('amount')), metadata, livemode };
  // Cards are paid back at once; the wallets take some minutes.
  const state = payment.said.method === 'card' ? 'done' : 'open';
  return doing('refund', metadata.refund_no ?? null, said, state);
}

function doing(
  kind: 'payment' | 'refund',
  reference: string | null,
  said: Taking['said'],
  state?: 'open' | 'done' | 'paid',
): Asked {
  const taking: Taking = { kind, reference, mobile: null, said, callbackUrl: null };
  return { kind: 'do', taking: state ? { ...taking, state } : taking };
}

function metadataIn(form: URLSearchParams, under: string): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) => {
    const isOwn = name.startsWith(`${under}[`) && name.endsWith(']');
    return isOwn ? [[name.slice(under.length + 1, -1), value]] : [];
  });
  return Object.fromEntries(entries);
}

/** By the id of any of its objects: `cs_live_`, `pi_`, `re_` and the digits. */
function find(
  id: string | undefined,
  kind: Taken['kind'],
  desk: Desk,
  livemode: boolean,
): Taken | undefined {
  const taken = desk.find(/[0-9]+$/.exec(id ?? '')?.[0] ?? '');
  return taken?.kind === kind && taken.said.livemode === livemode ? taken : undefined;
}

const listFields =
  /^(limit|page|query|starting_after|payment_intent|customer|status|created\[gte\]|created\[lt\]|expand\[\d*\])$/;

function look(url: URL, desk: Desk, livemode: boolean): Asked {
  const { pathname, searchParams } = url;
  const unknown = [...searchParams.keys()].find((name) => !listFields.test(name));
  if (unknown) return refused(400, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  const expand = [...searchParams].filter(([name]) => name.startsWith('expand['));
  const fields = expand.map(([, field]) => field);
  const payments = desk.taken
    .filter(({ kind, said }) => kind === 'payment' && said.livemode === livemode)
    .toReversed();
  const about = payments.find(({ id }) => `pi_${id}` === searchParams.get('payment_intent'));
  if (pathname === sessionsPath) {
    return listed(chooseSessions(about, payments, searchParams, desk), url);
  }
  if (pathname === intentsPath) {
    return listed(chooseIntents(payments, searchParams, desk), url);
  }
  if (pathname === '/v1/charges') return listed(chooseCharges(payments, searchParams, desk), url);
  if (pathname === '/v1/payment_intents/search') {
    const data = searchIntents(payments, searchParams.get('query') ?? '', desk, fields);
    return { kind: 'answer', answer: json({ object: 'search_result', data, has_more: false }) };
  }
  if (pathname === '/v1/refunds') return listed(about ? refundsOf(about, desk) : [], url);
  if (pathname === '/v1/disputes') return listed(about ? disputesOf(about, desk) : [], url);
  if (pathname.startsWith('/v1/payment_methods/')) {
    const saved = desk.find(/[0-9]+$/.exec(pathname)?.[0] ?? '');
    if (!saved) return answered(404, 'No such PaymentMethod', 'resource_missing');
    return { kind: 'answer', answer: json(methodObjectOf(saved)) };
  }
  const [, room = '', id] = /^\/v1\/(.+?)(?:\/([^/]+))?$/.exec(pathname) ?? [];
  const taken = find(id, room === 'refunds' ? 'refund' : 'payment', desk, livemode);
  const single = taken && singleOf(room, taken, desk, fields);
  if (!single) return answered(404, 'No such resource', 'resource_missing');
  return { kind: 'answer', answer: json(single) };
}

function chooseSessions(
  about: Taken | undefined,
  payments: readonly Taken[],
  fields: URLSearchParams,
  desk: Desk,
) {
  const since = Number(fields.get('created[gte]') ?? 0) * 1000;
  const chosen = fields.has('payment_intent') ? (about ? [about] : []) : payments;
  return chosen
    .filter(({ said }) => !said.savedBy)
    .filter(({ at }) => at.getTime() >= since)
    .map((each) => sessionOf(each, desk))
    .filter(({ status }) => status === (fields.get('status') ?? status));
}

function chooseIntents(payments: readonly Taken[], fields: URLSearchParams, desk: Desk): object[] {
  const since = Number(fields.get('created[gte]') ?? 0) * 1000;
  const intents = payments
    .filter(({ at }) => at.getTime() >= since)
    .flatMap((each) => intentOf(each, desk, []) ?? []);
  return intents.filter(({ customer }) => customer === (fields.get('customer') ?? customer));
}

function chooseCharges(payments: readonly Taken[], fields: URLSearchParams, desk: Desk): object[] {
  const since = Number(fields.get('created[gte]') ?? 0);
  const until = Number(fields.get('created[lt]') ?? Number.POSITIVE_INFINITY);
  return payments
    .filter((each) => chargedOf(each) !== undefined || each.state === 'failed')
    .map((each) => chargeOf(each, desk, false))
    .filter(({ created }) => created >= since && created < until);
}

function searchIntents(
  payments: readonly Taken[],
  query: string,
  desk: Desk,
  fields: readonly string[],
): object[] {
  const [, name = '', value] = /^metadata\["([^"]+)"\]:"([^"]*)"$/.exec(query) ?? [];
  const found = payments.filter(
    ({ said }) => (said.intentMetadata as Record<string, string>)[name] === value,
  );
  return found.flatMap((each) => intentOf(each, desk, fields) ?? []);
}

function singleOf(room: string, taken: Taken, desk: Desk, fields: readonly string[]) {
  if (room === 'checkout/sessions') return sessionOf(taken, desk, fields);
  if (room === 'payment_intents') return intentOf(taken, desk, fields);
  if (room === 'charges') return chargeOf(taken, desk, false);
  if (room === 'customers') return customerOf(taken);
  return room === 'refunds' ? refundObjectOf(taken, desk) : null;
}

function listed(objects: readonly object[], { pathname, searchParams }: URL): Asked {
  const after = searchParams.get('starting_after');
  const from = after ? objects.findIndex((each) => 'id' in each && each.id === after) + 1 : 0;
  const limit = Number(searchParams.get('limit') ?? 10);
  const data = objects.slice(from, from + limit);
  const body = { object: 'list', url: pathname, has_more: from + limit < objects.length, data };
  return { kind: 'answer', answer: json(body) };
}

function servePage(request: SimulatorRequest, desk: Desk): Asked {
  const taken = desk.find(request.url.pathname.slice(pagePath.length));
  if (!taken) return { kind: 'answer', answer: { status: 404, body: '' } };
  const { amount, currency, successUrl } = taken.said;
  const page = servePaymentPage(request, desk, {
    ...{ vendor: 'stripe-checkout', taken, amount: `${amount} ${currency}` },
    isOver: !isOpenAt(taken, desk.now()),
    returnUrl: String(successUrl),
  });
  return { kind: 'answer', answer: page };
}

const json = (body: object) => ({ status: 200, body: JSON.stringify(body) });

function refused(status: number, message: string, code?: string): Asked {
  return { kind: 'refused', because: message, answer: errorAnswer(status, message, code) };
}

/** An error that a provider can meet without a fault of its own. */
function answered(status: number, message: string, code?: string): Asked {
  return { kind: 'answer', answer: errorAnswer(status, message, code) };
}

function errorAnswer(
  status: number,
  message: string,
  code?: string,
  type = 'invalid_request_error',
) {
  const error = { type, message, ...(code ? { code } : {}) };
  return { status, body: JSON.stringify({ error }) };
}
