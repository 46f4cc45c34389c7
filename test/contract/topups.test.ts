import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calledProducts } from '../../src/foundation/contract/products.ts';
import type { TopupMethodsResponse } from '../../src/foundation/contract/wire/topup.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';

let fixture: Fixture;
let caller: Caller;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});
beforeEach(async () => {
  caller = await fixture.newCaller({ balance: '0' });
});

const asked = { amount: '100', returnUrl: 'https://shop.example/back', reference: 'order-1' };

/** What the tester chooses on the sandbox's page. */
function choose(payUrl: unknown, outcome: string) {
  const { pathname, search } = new URL(String(payUrl));
  return fixture.app.server.inject({
    method: 'POST',
    url: `${pathname}/outcome${search}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    payload: `outcome=${outcome}`,
  });
}

const begin = async (headers = {}) => {
  const { status, body } = await caller.call('topup_create', asked, headers);
  expect(status).toBe(201);
  return body.data;
};
const stateOf = async ({ paymentId }: Record<string, unknown>) =>
  (await caller.call('topup_status', { paymentId })).body.data;

describe('a test wallet', () => {
  test('is topped up by a tester who pays on the sandbox’s page', async () => {
    const begun = await begin();
    expect(begun).toMatchObject({
      ...{ state: 'pending', amount: '100.0000', fee: '0.0000', currency: 'CNY' },
      ...{ providerCode: 'sandbox', method: 'card', reference: 'order-1', qrText: null },
    });
    const page = await fixture.app.server.inject(String(begun.payUrl).replace(fixture.url, ''));
    expect(page.payload).toContain('Top-up of Rowan');
    expect(await caller.wallet()).toMatchObject({ available: '0.0000' });
    expect((await choose(begun.payUrl, 'paid')).statusCode).toBe(303);
    expect(await stateOf(begun)).toMatchObject({ state: 'paid', payUrl: null });
    expect(await caller.wallet()).toMatchObject({ available: '100.0000' });
    await choose(begun.payUrl, 'paid');
    expect(await caller.wallet()).toMatchObject({ available: '100.0000' });
  });

  test('gets nothing from an order that the tester fails, or that another site posts to', async () => {
    const begun = await begin();
    await choose(begun.payUrl, 'failed');
    expect(await stateOf(begun)).toMatchObject({ state: 'failed' });
    const other = await begin();
    const { pathname } = new URL(String(other.payUrl));
    const posted = await fixture.app.server.inject({
      method: 'POST',
      url: `${pathname}/outcome`,
      headers: { 'sec-fetch-site': 'cross-site' },
      payload: { outcome: 'paid' },
    });
    expect(posted.statusCode).toBe(400);
    expect(await caller.wallet()).toMatchObject({ available: '0.0000' });
  });

  test('has no order by a number that is none', async () => {
    for (const number of ['%00', 'x', 'A'.repeat(33)]) {
      const page = await fixture.app.server.inject(`/sandbox/pay/${number}`);
      expect(page.statusCode).toBe(404);
      expect((await choose(`${fixture.url}/sandbox/pay/${number}`, 'paid')).statusCode).toBe(404);
    }
  });
});

test('a repeat with the same Idempotency-Key begins no second payment', async () => {
  const headers = { 'idempotency-key': 'k-1' };
  const [first, second] = [await begin(headers), await begin(headers)];
  expect(second).toEqual(first);
  const { rows } = await fixture.pool.query('select from payments where account_id = $1', [
    caller.accountId,
  ]);
  expect(rows).toHaveLength(1);
});

// @mutant src/money/payments/begin-payment.ts
// -   if (count < mostPayable || isBegun) return;
// +   return;
test('a wallet has at most a hundred payments that can be paid, and more when they are paid or over', async () => {
  const first = await begin();
  const { accountId } = caller;
  await fixture.pool.query(
    `insert into payments (account_id, payment_id, mode, provider_code, method, amount, fee, currency,
       reference, return_url, title, language, begun_at, expires_at)
     select account_id, gen_random_uuid(), mode, provider_code, method, amount, fee, currency,
       reference, return_url, title, language, begun_at, expires_at
     from payments cross join generate_series(1, 99)
     where account_id = $1`,
    [accountId],
  );
  const { status, body, headers } = await caller.call('topup_create', asked);
  expect([status, body.reason]).toEqual([429, 'too_many_payments']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
  expect(headers['ratelimit-policy']).toBe('"payments";q=100;w=3600');
  await choose(first.payUrl, 'paid');
  await begin();
  expect((await caller.call('topup_create', asked)).status).toBe(429);
  await fixture.pool.query(
    `update payments set expires_at = now() where account_id = $1 and state = 'pending'`,
    [accountId],
  );
  await begin();
});

// @mutant src/money/payments/payment-queries.ts
// - where p.account_id = $1 and p.payment_id = $3 and p.mode = $4
// + where $1::integer > 0 and p.payment_id = $3 and p.mode = $4
test('a payment of another account is unknown, and so is one of the other mode', async () => {
  const { paymentId } = await begin();
  const other = await fixture.newCaller();
  const live = await fixture.newCaller({
    ...{ accountId: caller.accountId, mode: 'live', scopes: ['payments'] },
  });
  for (const { call } of [other, live]) {
    const { status, body } = await call('topup_status', { paymentId });
    expect([status, body.reason]).toEqual([403, 'payment_unknown']);
  }
});

// @mutant src/foundation/contract/operations/topup-operations.ts
// -   topup_create: {
// -     path: 'topup_create',
// -     product: null,
// -     scopes: ['payments'],
// +   topup_create: {
// +     path: 'topup_create',
// +     product: null,
// +     scopes: ['payments', 'sms_code'],
test('a key for messages cannot begin payments', async () => {
  const narrow = await fixture.newCaller({ scopes: calledProducts });
  const { status, body } = await narrow.call('topup_create', asked);
  expect([status, body.reason]).toEqual([403, 'product_not_in_scope']);
});

// @mutant src/money/payments/payment-offers.ts
// -     .filter(({ code }) => (code === sandbox) === (mode === 'test'))
test('a live wallet is never topped up by the sandbox, nor a test wallet by another provider', async () => {
  const live = await fixture.newCaller({ mode: 'live', scopes: ['payments'] });
  for (const body of [asked, { ...asked, provider: 'sandbox' }]) {
    const reply = await live.call('topup_create', body);
    expect([reply.status, reply.body.reason]).toEqual([422, 'payment_method_unavailable']);
  }
  const reply = await caller.call('topup_create', { ...asked, provider: 'stripe' });
  expect(reply.body.reason).toBe('payment_method_unavailable');
});

test('a portal learns which ways to pay it can offer, and on which terms', async () => {
  const live = await fixture.newCaller({ mode: 'live', scopes: ['payments'] });
  expect((await live.call('topup_methods', {})).body.data).toEqual({ methods: [] });
  const { data } = (await caller.call('topup_methods', {})).body;
  const { methods } = data as unknown as TopupMethodsResponse;
  const [offer] = methods;
  const { providerCode: provider, method, minimum, maximum } = offer ?? {};
  const terms = { shows: 'page', currency: 'CNY', feePercent: '0.0000', feeFixed: '0.0000' };
  expect(methods).toEqual([expect.objectContaining(terms)]);
  for (const amount of [minimum, maximum]) {
    const { body } = await caller.call('topup_create', { ...asked, amount, provider, method });
    expect(body.data).toMatchObject({ amount, payUrl: expect.any(String) });
  }
  const { status } = await caller.call('topup_create', { ...asked, amount: '0.0001' });
  expect(status).toBe(400);
});

test.each([
  [{ amount: '0.001' }, 'amount'],
  [{ amount: '0' }, 'amount'],
  [{ amount: '100000000' }, 'amount'],
  [{ returnUrl: 'myapp:back' }, 'returnUrl'],
])('refuses %j and says why', async (more, field) => {
  const { status, body } = await caller.call('topup_create', { ...asked, ...more });
  expect(status).toBe(400);
  expect(body.details.map((each) => each.field)).toEqual([field]);
});
