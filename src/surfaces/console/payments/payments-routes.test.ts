import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { FakeTill } from '../../../../test/kit/fake-till.ts';
import type { Caller } from '../../../../test/kit/fixture.ts';
import { testConfig } from '../../../../test/kit/test-config.ts';
import { askAboutOrders } from '../../../money/payments/ask-payment.ts';
import { orderNoOf } from '../../../money/payments/payment.ts';
import { askDueRefunds } from '../../../money/payments/payment-jobs.ts';
import type { PaidReport } from '../../../vendors/providers/payment.ts';
import { addProvider } from '../../../vendors/providers/provider-queries.ts';
import { findConditions } from '../../notices/conditions.ts';

const till = new FakeTill();
let fixture: ConsoleFixture;
let caller: Caller;
const finance = { operator: 'finance' } as const;
const viewer = { operator: 'viewer' } as const;

beforeAll(async () => {
  fixture = await createConsoleFixture(undefined, {
    extendRegistry: (registry) => ({
      ...registry,
      ...{ sms: registry.sms, voice: registry.voice, email: registry.email, face: registry.face },
      payment: new Map([['till', till.provider('till')]]),
    }),
  });
  await addProvider(byTest(fixture.pool), {
    ...{ providerCode: 'till', kind: 'payment', vendorCode: 'stripe-checkout', isOn: true },
    ...{ sealedConfig: Buffer.of(1), callbackHash: Buffer.from('till') },
    ...{ particulars: {}, costs: {} },
  });
  caller = await fixture.newCaller({ mode: 'live', scopes: ['payments'], balance: '0' });
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

const notice = (paymentId: string) =>
  askAboutOrders(fixture.app.line.payments, 'till', [orderNoOf(paymentId)]);

/** A live payment of 50.00 that the customer has paid. */
async function pay(as: Partial<PaidReport> = {}): Promise<string> {
  const asked = { amount: '50', returnUrl: 'https://shop.example/' };
  const { paymentId } = (await caller.call('topup_create', asked)).body.data;
  till.pay(orderNoOf(String(paymentId)), as);
  await notice(String(paymentId));
  return String(paymentId);
}

const get = (path: string) => fixture.get(viewer, `/platform/payments/${path}`);
const post = (path: string, body: object, visitor: object = finance) =>
  fixture.post(visitor, `/platform/payments/${path}`, body);
const shown = async (paymentId: string) => (await get(`show?paymentId=${paymentId}`)).body;

async function conditionsOf(paymentId: string) {
  const { conditions } = await findConditions({
    pool: fixture.pool,
    config: testConfig(),
  } as never);
  return conditions.filter(({ subject }) => subject === paymentId);
}

test('payments are listed with their account and method, and narrowed by state', async () => {
  const [paid, odd] = [await pay(), await pay({ amount: 490_000n })];
  const { body } = await get('list');
  expect(body.titles).toEqual({ till: 'Till' });
  expect(body.payments.slice(0, 2)).toMatchObject([
    { paymentId: odd, state: 'mismatched', amount: '50.0000', credited: null },
    { paymentId: paid, state: 'paid', method: 'Card', provider: 'till', credited: '50.0000' },
  ]);
  const only = (await get('list?state=mismatched')).body.payments;
  expect(only.map((one: { paymentId: string }) => one.paymentId)).toEqual([odd]);
  expect((await get('list?mode=test')).body.payments).toEqual([]);
});

test('the page of a payment says what happened, in order of time', async () => {
  const paymentId = await pay();
  const { steps, orderNo, left } = await shown(paymentId);
  expect([orderNo, left]).toEqual([orderNoOf(paymentId), '50.0000']);
  const words = steps.map(({ what }: { what: string }) => what);
  expect(words.slice(0, 2)).toEqual(['asked_for', 'begun']);
  expect(words).toEqual(expect.arrayContaining(['notice', 'paid', 'paid_there', 'credited']));
});

test('an operator refunds in part and whole, and never more than is left', async () => {
  const paymentId = await pay();
  const refund = (amount: string | null) =>
    post('refund', { paymentId, amount, reason: 'asked for' });
  expect((await refund('20')).body).toMatchObject({ amount: '20.0000' });
  const tooMuch = await refund('30.01');
  expect(tooMuch.body).toMatchObject({ reason: 'refused', details: [{ field: 'amount' }] });
  expect((await refund(null)).body).toMatchObject({ amount: '30.0000' });
  await askDueRefunds(fixture.app.line.payments);
  expect(till.orders.get(orderNoOf(paymentId))?.paid?.refunded).toBe(500_000n);
  expect(await shown(paymentId)).toMatchObject({ returned: '50.0000', left: '0.0000' });
});

test('the notice of a payment that does not match tells why in both languages', async () => {
  const paymentId = await pay({ amount: 490_000n });
  expect(await conditionsOf(paymentId)).toEqual([
    {
      ...{ kind: 'payment_mismatched', subject: paymentId },
      text: {
        en: expect.stringContaining('asked for 50.00 CNY, paid 49.00 CNY'),
        zh: expect.stringContaining('应付 50.00 CNY，实付 49.00 CNY'),
      },
    },
  ]);
  const ignore = { paymentId, credit: null, reason: 'seen at the vendor' };
  expect((await post('settle', ignore)).status).toBe(200);
});

test('a payment that does not match is credited or ignored, once', async () => {
  const [one, two] = [await pay({ amount: 490_000n }), await pay({ amount: 490_000n })];
  const settle = (paymentId: string, credit: string | null) =>
    post('settle', { paymentId, credit, reason: 'seen at the vendor' });
  expect((await settle(one, '49')).status).toBe(200);
  expect((await settle(two, null)).status).toBe(200);
  expect((await settle(two, '49')).body.reason).toBe('refused');
  expect([(await shown(one)).state, (await shown(two)).state]).toEqual(['paid', 'ignored']);
  const { body } = await fixture.get(viewer, '/platform/audit/entries?limit=1');
  expect(body.entries).toMatchObject([{ action: 'payment.settle', actor: { name: 'Lin' } }]);
});

test('a dispute needs attention with a link to its payment, until it is handled', async () => {
  const paymentId = await pay();
  till.dispute(orderNoOf(paymentId), 100_000n);
  await notice(paymentId);
  const needs = async () =>
    (await fixture.get(viewer, '/platform/overview/needs')).body.payments.first.filter(
      (one: { paymentId: string }) => one.paymentId === paymentId,
    );
  expect(await needs()).toMatchObject([{ isDisputed: true, amount: '10.0000', currency: 'CNY' }]);
  expect(await conditionsOf(paymentId)).toMatchObject([{ kind: 'payment_disputed' }]);
  const handled = await post('handle-dispute', { paymentId, reason: 'evidence sent' });
  expect(handled.status).toBe(200);
  expect(await needs()).toEqual([]);
});

describe('who may', () => {
  test('change anything: finance and the owner, with a recent second factor', async () => {
    const paymentId = await pay();
    const body = { paymentId, amount: '1', reason: 'x' };
    expect((await post('refund', body, viewer)).body.reason).toBe('right_missing');
    const old = { operator: 'finance', factorAgeMs: 3_600_000 };
    expect((await post('refund', body, old)).body.reason).toBe('factor_required');
    expect((await post('ask', { paymentId })).status).toBe(200);
  });

  test('read: operators alone, and nothing of an account in the scope of another one', async () => {
    const paymentId = await pay();
    const { accountId } = caller;
    const member = { members: { [accountId]: 'owner' } } as const;
    const list = await fixture.get(member, `/${accountId}/payments/list`);
    expect(list.body.reason).toBe('right_missing');
    const other = await fixture.newCaller();
    const path = `/${other.accountId}/payments/show?paymentId=${paymentId}`;
    expect((await fixture.get(viewer, path)).body.reason).toBe('nothing_there');
    const refund = await fixture.post(finance, `/${other.accountId}/payments/refund`, {
      ...{ paymentId, amount: '1', reason: 'x' },
    });
    expect(refund.body.reason).toBe('nothing_there');
  });
});

test('terms are set for everyone and for an account, shown, and removed', async () => {
  const { accountId } = caller;
  const nothing = { isOn: null, feePercent: null, feeFixed: null, minimum: null, maximum: null };
  const set = (account: number | null, terms: object) =>
    post('set-terms', { provider: 'till', method: 'card', account, ...nothing, ...terms });
  expect((await set(null, { isOn: true, feePercent: '1.5', minimum: '10' })).status).toBe(200);
  expect((await set(accountId, { feePercent: '0' })).status).toBe(200);
  const wrong = await set(null, { feePercent: '101' });
  expect(wrong.body).toMatchObject({ details: [{ field: 'feePercent' }] });
  const { body } = await get('terms?provider=till');
  expect(body).toMatchObject({ methods: [{ method: 'card', title: 'Card' }], currency: 'CNY' });
  expect(body.terms).toMatchObject([
    { account: null, isOn: true, feePercent: '1.5000', minimum: '10.0000' },
    { account: accountId, isOn: null, feePercent: '0.0000', minimum: null },
  ]);
  const inYen = { isOn: true, chargedCurrency: 'JPY', rate: '21.4069' };
  expect((await set(null, inYen)).status).toBe(200);
  expect((await get('terms?provider=till')).body.terms[0]).toMatchObject({
    ...inYen,
    rateSetAt: expect.stringMatching(/^20.*Z$/),
  });
  for (const rate of ['0', '1,5', '1e3', '0.00000000001']) {
    const { body: refused } = await set(null, { ...inYen, rate });
    expect(refused).toMatchObject({ details: [{ field: 'rate' }] });
  }
  for (const account of [null, accountId]) {
    await post('reset-terms', { provider: 'till', method: 'card', account });
  }
  expect((await get('terms?provider=till')).body.terms).toEqual([]);
});

test('the books show what vendor and ledger say of a month, and where they differ', async () => {
  const paymentId = await pay({ amount: 480_000n });
  await fixture.pool.query(
    `update payments set ended_at = ended_at - interval '1 hour' where payment_id = $1`,
    [paymentId],
  );
  expect((await post('reconcile', {})).status).toBe(200);
  const month = new Date().toISOString().slice(0, 7);
  const { body } = await get(`books?month=${month}`);
  expect(body.providers).toMatchObject([{ provider: 'till', currency: 'CNY' }]);
  expect(body.providers[0].month.vendorFee).toBeNull();
  expect(body.differences).toContainEqual(
    expect.objectContaining({ paymentId, cause: 'mismatched', amount: '48.0000' }),
  );
});
