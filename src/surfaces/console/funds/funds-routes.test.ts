import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { FakeTill } from '../../../../test/kit/fake-till.ts';
import type { Caller } from '../../../../test/kit/fixture.ts';
import { readPdf } from '../../../../test/kit/read-pdf.ts';
import { removePayee, setPayee } from '../../../money/bank/payee-queries.ts';
import { askAboutOrders } from '../../../money/payments/ask-payment.ts';
import { topUpLowWallets } from '../../../money/payments/auto-topup.ts';
import { orderNoOf } from '../../../money/payments/payment.ts';
import { askDuePayments } from '../../../money/payments/payment-jobs.ts';

const till = new FakeTill();
let fixture: ConsoleFixture;
let caller: Caller;
beforeAll(async () => {
  fixture = await createConsoleFixture(undefined, {
    extendRegistry: (registry) => ({
      ...registry,
      ...{ sms: registry.sms, voice: registry.voice, email: registry.email, face: registry.face },
      payment: new Map([...registry.payment, ['till', till.provider('till')]]),
    }),
  });
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});
beforeEach(async () => {
  caller = await fixture.newCaller({ balance: '0' });
});

const as = (role: 'owner' | 'developer' | 'finance' | 'viewer', name = 'Lin') => ({
  members: { [caller.accountId]: role },
  name,
});
const get = (path: string, role: Parameters<typeof as>[0] = 'finance') =>
  fixture.get(as(role), `/${caller.accountId}/funds/${path}`);
const begin = (more: object = {}, role: Parameters<typeof as>[0] = 'finance') =>
  fixture.post(as(role), `/${caller.accountId}/funds/begin`, {
    ...{ mode: 'live', amount: '100', provider: 'till', method: 'card' },
    ...{ charged: '100.0000', chargedCurrency: 'CNY' },
    attempt: randomUUID(),
    ...more,
  });
const view = async (paymentId: string) =>
  (await get(`payment?mode=live&paymentId=${paymentId}`)).body;
const notice = (paymentId: string) =>
  askAboutOrders(fixture.app.line.payments, 'till', [orderNoOf(paymentId)]);

describe('a payment', () => {
  test('is begun, followed and credited, with a receipt, and the log says who began it', async () => {
    const { body } = await begin();
    const { paymentId, payUrl } = body;
    expect(payUrl).toMatch(/^https?:/);
    const { returnUrl } = (
      await fixture.pool.query(
        'select return_url as "returnUrl" from payments where payment_id = $1',
        [paymentId],
      )
    ).rows[0];
    expect(returnUrl).toBe(
      `${fixture.url}/console/${caller.accountId}/funds/${paymentId}?mode=live&back=yes`,
    );
    expect(await view(paymentId)).toMatchObject({
      ...{ state: 'pending', amount: '100.0000', fee: '0.0000', total: '100.0000', payUrl },
      ...{ available: '0.0000', isLate: false, isOverdue: false, title: { en: 'Card' } },
    });
    till.pay(orderNoOf(paymentId));
    await notice(paymentId);
    expect(await view(paymentId)).toMatchObject({
      ...{ state: 'paid', payUrl: null, available: '100.0000', credited: '100.0000' },
    });
    const list = (await get('payments?mode=live')).body;
    expect(list).toMatchObject({ payments: [{ paymentId, state: 'paid' }], next: null });
    for (const [language, words] of [
      ['en', ['Payment receipt', 'Added to the wallet', '100.00', 'Card', 'not a tax invoice']],
      ['zh', ['付款收据', '计入钱包', '100.00', '银行卡', '本收据不是发票']],
    ] as const) {
      const query = `mode=live&paymentId=${paymentId}&language=${language}`;
      const reply = await get(`receipt?${query}`, 'viewer');
      expect(reply.headers['content-disposition']).toContain(`receipt-${orderNoOf(paymentId)}.pdf`);
      const text = (await readPdf(reply.bytes)).join('\n');
      for (const word of words) expect(text).toContain(word);
    }
    const { entries } = (
      await fixture.get({ operator: 'owner' }, `/${caller.accountId}/audit/entries`)
    ).body;
    const begun = entries.filter(({ action }: { action: string }) => action === 'payment.begin');
    expect(begun).toMatchObject([
      { actor: { kind: 'person', name: 'Lin' }, after: { amount: '100.0000', method: 'card' } },
    ]);
  });

  test('is begun once by one form, however often it is sent', async () => {
    const attempt = randomUUID();
    const first = await begin({ attempt });
    expect((await begin({ attempt })).body).toEqual(first.body);
    const other = { amount: '101', charged: '101.0000' };
    expect((await begin({ attempt, ...other })).body.paymentId).not.toBe(first.body.paymentId);
    expect((await get('payments?mode=live')).body.payments).toHaveLength(2);
  });

  // @mutant src/money/payments/begin-payment.ts
  // -   if (!shown || (shown.amount === charged && shown.currency === currency)) return;
  // +   if (!shown || charged >= 0n) return;
  test.each([{ charged: '99.9900' }, { chargedCurrency: 'JPY' }])(
    'is not begun when its payer was shown another charge: %o',
    async (shown) => {
      const { status, body } = await begin(shown);
      expect([status, body.details[0].problem]).toEqual([
        422,
        'The terms have changed: you would now pay 100.00 CNY. Check it, then pay again.',
      ]);
      expect((await get('payments?mode=live')).body.payments).toEqual([]);
    },
  );

  test('that is overdue is asked about when its payer says so, and late money is told', async () => {
    const { paymentId } = (await begin()).body;
    await fixture.pool.query(
      `update payments set expires_at = now(), ask_at = now() + interval '1 day'
       where payment_id = $1`,
      [paymentId],
    );
    expect(await view(paymentId)).toMatchObject({ state: 'pending', isOverdue: true });
    const ask = () =>
      fixture.post(as('finance'), `/${caller.accountId}/funds/ask`, { mode: 'live', paymentId });
    expect((await ask()).body).toEqual({ isAsked: true });
    await askDuePayments(fixture.app.line.payments);
    expect(await view(paymentId)).toMatchObject({ state: 'expired', isOverdue: false });
    expect((await ask()).body).toEqual({ isAsked: false });
    const order = till.orders.get(orderNoOf(paymentId));
    if (order) order.state = 'open';
    till.pay(orderNoOf(paymentId));
    await notice(paymentId);
    expect(await view(paymentId)).toMatchObject({ state: 'paid', isLate: true });
  });

  test('that is not paid has no receipt', async () => {
    const { paymentId } = (await begin()).body;
    const { status, body } = await get(`receipt?mode=live&paymentId=${paymentId}`);
    expect(status).toBe(422);
    expect(body.details[0].problem).toContain('only a paid one has a receipt');
  });
});

describe('rights', () => {
  // @mutant src/surfaces/console/kit/rights.ts
  // - 'funds.pay': { operators: noRoles, members: money }
  // + 'funds.pay': { operators: noRoles, members: everyMember }
  test('let owners and finance members pay, and every member look', async () => {
    for (const role of ['owner', 'finance'] as const) {
      expect((await begin({}, role)).status, role).toBe(200);
    }
    for (const role of ['developer', 'viewer'] as const) {
      expect((await begin({}, role)).body.reason, role).toBe('right_missing');
      expect((await get('show?mode=live', role)).status, role).toBe(200);
    }
    const operator = { operator: 'owner' } as const;
    const path = `/${caller.accountId}/funds/begin`;
    expect((await fixture.post(operator, path, {})).body.reason).toBe('right_missing');
  });

  test('show no payment of another account, nor of the other mode', async () => {
    const { paymentId } = (await begin()).body;
    expect((await get(`payment?mode=test&paymentId=${paymentId}`)).body.reason).toBe(
      'nothing_there',
    );
    const mine = caller;
    caller = await fixture.newCaller();
    for (const path of ['payment', 'receipt', 'changes']) {
      const { body } = await get(`${path}?mode=live&paymentId=${paymentId}`);
      expect(body.reason, path).toBe('nothing_there');
    }
    expect(
      (await fixture.get(as('owner'), `/${mine.accountId}/funds/payments?mode=live`)).status,
    ).toBeGreaterThanOrEqual(400);
  });
});

test.each([
  ['0', 'must be at least 0.01'],
  ['-5', 'must be at least 0.01'],
  ['0.001', 'must be a multiple of 0.01'],
  ['100000000', 'must be at most 99999999.99'],
  ['1e9', 'must be an amount'],
  ['１００', 'must be an amount'],
  ['100,5', 'must be an amount'],
  ['9'.repeat(24), 'must be an amount'],
])('refuses the amount %s in clear words, and begins nothing', async (amount, words) => {
  const { status, body } = await begin({ amount });
  expect(status).toBe(400);
  expect(body.details).toMatchObject([{ field: 'amount' }]);
  expect(body.details[0].problem).toContain(words);
  expect((await get('payments?mode=live')).body.payments).toEqual([]);
});

test('a test wallet is offered the sandbox alone, and a live one what is on and the bank', async () => {
  const details = 'Harbour Ltd.\nIBAN DE02 1203 0000 0000 2020 51';
  await setPayee(byTest(fixture.pool), details);
  const live = (await get('show?mode=live')).body;
  expect(live.offers.map(({ providerCode }: { providerCode: string }) => providerCode)).toEqual([
    'till',
  ]);
  expect(live.bank).toEqual({ details, reference: expect.stringMatching(/^RF\d\d A/) });
  const inTest = (await get('show?mode=test')).body;
  expect(inTest).toMatchObject({ offers: [{ providerCode: 'sandbox' }], bank: null });
  const paid = await begin({ mode: 'test', provider: 'till' });
  expect(paid.body.reason).toBe('payment_method_unavailable');
  await removePayee(byTest(fixture.pool));
  expect((await get('show?mode=live')).body.bank).toBeNull();
});

test('pages of payments continue where the last one ended', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 5; at++) ids.unshift((await begin()).body.paymentId);
  const paged: string[] = [];
  let before = '';
  do {
    const { body } = await get(`payments?mode=live&limit=2&before=${before}`);
    paged.push(...body.payments.map(({ paymentId }: { paymentId: string }) => paymentId));
    before = body.next ?? '';
  } while (before);
  expect(paged).toEqual(ids);
});

describe('automatic top-ups', () => {
  const terms = { isOn: true, threshold: '50', amount: '100', monthlyCap: '300' };
  const set = (more: object = {}, role: Parameters<typeof as>[0] = 'finance') =>
    fixture.post(as(role), `/${caller.accountId}/funds/automatic`, { ...terms, ...more });
  const standing = async () => (await get('show?mode=live')).body.automatic;

  test('are set, paid by the card that a payment saved, and end with it', async () => {
    expect(await standing()).toBeNull();
    expect((await set()).status).toBe(200);
    expect(await standing()).toEqual({
      ...{ isOn: true, threshold: '50.0000', amount: '100.0000', monthlyCap: '300.0000' },
      ...{ card: null, leaving: 0, stopped: null, spent: '0.0000' },
    });
    const { paymentId } = (await begin({ saves: true })).body;
    till.pay(orderNoOf(paymentId), { saved: { ref: 'cus_1 pm_1', title: 'visa 4242' } });
    await notice(paymentId);
    expect(await standing()).toMatchObject({ isOn: true, card: 'visa 4242' });
    await set({ threshold: '150' });
    await topUpLowWallets(fixture.app.line.payments);
    expect(await standing()).toMatchObject({ spent: '100.0000' });
    expect((await get('payments?mode=live')).body.payments).toHaveLength(2);
    const forget = `/${caller.accountId}/funds/forget-card`;
    const forgotten = await fixture.post(as('finance'), forget, {});
    expect(forgotten).toMatchObject({ status: 200, body: { isRemoved: true } });
    expect(till.forgotten).toContain('cus_1 pm_1');
    expect(await standing()).toMatchObject({ isOn: false, card: null });
  });

  test.each([
    ['threshold', '0', 'must be at least 0.0001'],
    ['amount', '0', 'must be at least 0.01'],
    ['amount', '10.001', 'must be a multiple of 0.01'],
    ['monthlyCap', '99.99', 'must be at least 100.00'],
    ['monthlyCap', 'lots', 'must be an amount'],
  ])('refuse %s of %s in clear words', async (field, typed, words) => {
    const { status, body } = await set({ [field]: typed });
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ field, problem: expect.stringContaining(words) }]);
    expect(await standing()).toBeNull();
  });

  test('are set by owners and finance members', async () => {
    expect((await set({}, 'developer')).body.reason).toBe('right_missing');
    expect((await set({}, 'owner')).status).toBe(200);
  });

  test('save no card of a method that cannot be saved, nor of a test wallet', async () => {
    const inTest = await begin({ mode: 'test', provider: 'sandbox', saves: true });
    expect(inTest.status).toBe(200);
    const { rows } = await fixture.pool.query('select saves from payments where payment_id = $1', [
      inTest.body.paymentId,
    ]);
    expect(rows).toEqual([{ saves: false }]);
  });
});
