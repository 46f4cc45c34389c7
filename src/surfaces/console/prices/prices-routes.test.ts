import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { project } from '../../../../test/kit/search-recount.ts';
import { applyDuePlans } from '../../../line/pricing/plan-queries.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const finance = { operator: 'finance' } as const;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const later = inDays(6);
const set = (scope: number | 'platform', body: object) =>
  fixture.post(finance, `/${scope}/prices/set`, body);

test('the next call of an account pays its agreed price', async () => {
  const caller = await fixture.newCaller();
  const reply = await set(caller.accountId, { product: 'sms_code', amount: '0.03' });
  expect(reply.body).toEqual({ ok: true });
  const called = await caller.call('sms_code', { mobile: '13912345678', code: '12' });
  expect(called.body).toMatchObject({ priceSource: 'account', unitPrice: '0.0300' });
  const all = await fixture.get(finance, '/platform/prices/agreed');
  expect(all.body.prices).toContainEqual({
    accountId: caller.accountId,
    accountName: expect.any(String),
    product: 'sms_code',
    unitPrice: '0.0300',
  });
  const member = { members: { [caller.accountId]: 'viewer' } } as const;
  const own = await fixture.get(member, `/${caller.accountId}/prices/book`);
  const agreed = { product: 'sms_code', defaultPrice: '0.0500', accountPrice: '0.0300' };
  expect(own.body.prices).toContainEqual(expect.objectContaining(agreed));
  const others = await fixture.get(member, `/${caller.accountId}/prices/agreed`);
  expect(others.body).toMatchObject({ reason: 'nothing_there' });
  await set(caller.accountId, { product: 'sms_code', amount: null });
  const after = await caller.call('sms_code', { mobile: '13912345678', code: '13' });
  expect(after.body).toMatchObject({ priceSource: 'default', unitPrice: '0.0500' });
});

test('a planned price changes nothing before its time, then the next call, and stays in the history', async () => {
  const caller = await fixture.newCaller();
  const { accountId } = caller;
  await set(accountId, { product: 'sms_code', amount: '0.02', from: inDays(1) });
  await set(accountId, { product: 'sms_code', amount: null, from: inDays(2) });
  const priceOf = async (code: string) =>
    (await caller.call('sms_code', { mobile: '13912345678', code })).body.unitPrice;
  await applyDuePlans(fixture.pool);
  expect(await priceOf('1')).toBe('0.0500');
  await applyDuePlans(fixture.pool, new Date(inDays(1.5)));
  expect(await priceOf('2')).toBe('0.0200');
  await applyDuePlans(fixture.pool, new Date(inDays(3)));
  expect(await priceOf('3')).toBe('0.0500');
  const member = { members: { [accountId]: 'viewer' } } as const;
  const { body } = await fixture.get(member, `/${accountId}/prices/history?product=sms_code`);
  const own = body.prices.filter((row: { accountId: number | null }) => row.accountId !== null);
  const accountName = 'Rowan';
  expect(own).toMatchObject([
    { unitPrice: null, accountName },
    { unitPrice: '0.0200', accountName },
  ]);
  expect(body.prices.at(-1)).toMatchObject({ accountId: null, accountName: null });
  expect(own[0]).not.toHaveProperty('setBy');
  const log = await fixture.get(finance, `/${accountId}/audit/entries?action=price`);
  expect(log.body.entries[0]).toMatchObject({
    action: 'price.set',
    actor: { kind: 'platform', name: 'planned prices' },
  });
});

test('a plan can be withdrawn only by its owner', async () => {
  const [one, other] = [await fixture.newCaller(), await fixture.newCaller()];
  await set(one.accountId, { product: 'sms_notice', amount: '1', from: inDays(1) });
  const { body } = await fixture.get(finance, `/${one.accountId}/prices/plans`);
  const { planId, accountName } = body.plans.at(-1);
  expect(accountName).toBe('Rowan');
  const wrong = await fixture.post(finance, `/${other.accountId}/prices/withdraw`, { planId });
  expect(wrong.body).toMatchObject({ reason: 'refused' });
  const right = await fixture.post(finance, `/${one.accountId}/prices/withdraw`, { planId });
  expect(right.body).toEqual({ ok: true });
  const after = await fixture.get(finance, `/${one.accountId}/prices/plans`);
  expect(after.body.plans).toEqual([]);
});

test('agreed and planned prices are paged, each once', async () => {
  const { accountId } = await fixture.newCaller();
  for (const [at, product] of ['sms_code', 'sms_notice', 'face_verify'].entries()) {
    await set(accountId, { product, amount: '0.04' });
    // Two with the same time: a page may end between them.
    await set(accountId, { product, amount: '0.03', from: at === 0 ? inDays(5) : later });
  }
  for (const list of ['agreed', 'plans'] as const) {
    const rows = (page: { body: Record<string, unknown[]> }) =>
      page.body[list === 'agreed' ? 'prices' : 'plans'] as { accountId: number }[];
    const read = (words: string) => fixture.get(finance, `/platform/prices/${list}?limit=${words}`);
    const whole = rows(await read('200'));
    expect(whole.filter((row) => row.accountId === accountId)).toHaveLength(3);
    const seen: unknown[] = [];
    for (let mark: string | null = ''; mark !== null; ) {
      const page = await read(`1${mark && `&after=${encodeURIComponent(mark)}`}`);
      seen.push(...rows(page));
      mark = page.body.next;
    }
    expect(seen).toEqual(whole);
  }
});

test('a page of plans after an invalid time is refused, and after the latest possible one empty', async () => {
  const after = (mark: string) => fixture.get(finance, `/platform/prices/plans?after=${mark}`);
  expect((await after('2026-13-45T00:00:00.000Z_1')).status).toBe(400);
  expect((await after(`${'9'.repeat(15)}_${'9'.repeat(9)}`)).body).toEqual({
    plans: [],
    next: null,
  });
});

test('a customer sees prices, and never our costs or what others pay', async () => {
  const [one, other] = [await fixture.newCaller(), await fixture.newCaller()];
  await set(other.accountId, { product: 'sms_code', amount: '0.01' });
  await set(other.accountId, { product: 'sms_code', amount: '0.02', from: inDays(1) });
  const member = { members: { [one.accountId]: 'owner' } } as const;
  const book = await fixture.get(member, `/${one.accountId}/prices/book`);
  const plans = await fixture.get(member, `/${one.accountId}/prices/plans`);
  expect(`${book.text}${plans.text}`).not.toMatch(/margin|cost|setBy/);
  const mine = (row: { accountId: number | null }) =>
    row.accountId === null || row.accountId === one.accountId;
  expect(plans.body.plans.every(mine)).toBe(true);
  const history = await fixture.get(member, `/${one.accountId}/prices/history`);
  expect(history.body.prices.every(mine)).toBe(true);
  const margins = await fixture.get(member, `/${one.accountId}/prices/margins`);
  expect(margins.body.reason).toBe('right_missing');
  const changed = await fixture.post(member, `/${one.accountId}/prices/set`, {
    product: 'sms_code',
    amount: '0.0001',
  });
  expect(changed.body.reason).toBe('right_missing');
});

test('default prices cannot be changed from within an account', async () => {
  const { accountId } = await fixture.newCaller();
  const wanted = { product: 'sms_notice', perPart: true };
  const below = await fixture.post(finance, `/${accountId}/prices/per-part`, wanted);
  expect(below.body).toMatchObject({ reason: 'nothing_there' });
  const { body } = await fixture.get(finance, '/platform/prices/book');
  const notice = body.prices.find(({ product }: { product: string }) => product === 'sms_notice');
  const other = { product: 'sms_notice', perPart: !notice.perPart };
  expect((await fixture.post(finance, '/platform/prices/per-part', other)).status).toBe(200);
  const after = await fixture.get(finance, `/${accountId}/prices/book`);
  expect(after.body.prices).toContainEqual({ ...notice, perPart: !notice.perPart });
  await fixture.post(finance, '/platform/prices/per-part', {
    ...{ product: 'sms_notice', perPart: notice.perPart },
  });
});

test('only an agreed price can end', async () => {
  const asked = { product: 'sms_code', amount: null };
  const reply = await fixture.post({ operator: 'finance' }, '/platform/prices/set', asked);
  expect(reply.body.reason).toBe('nothing_there');
});

test('operators see the revenue and cost of live calls beside a price', async () => {
  const caller = await fixture.newCaller({ mode: 'live', balance: '10' });
  const other = await fixture.newCaller({ mode: 'live', balance: '10' });
  for (const { call } of [caller, other]) {
    await call('sms_notice', { mobile: '13912345678', content: 'hello' });
  }
  await project(fixture.pool);
  const { body } = await fixture.get(finance, `/${caller.accountId}/prices/margins`);
  expect(body).toMatchObject({
    days: 30,
    margins: [{ product: 'sms_notice', calls: 1, price: '0.0500', uncosted: 1, margin: null }],
  });
});
