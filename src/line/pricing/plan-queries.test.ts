import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import {
  applyDuePlans,
  listPlans,
  listPriceHistory,
  planPrice,
  withdrawPlan,
} from './plan-queries.ts';
import { listPrices, setDefaultPrice, setPerPart } from './queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const everyone = { kind: 'platform' } as const;
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const tester = { kind: 'command_line', name: 'tester' } as const;
const plan = (unitPrice: bigint | null, effectAt: Date) =>
  inChange(database.pool, tester, 'price.set', (by) =>
    planPrice(by, { accountId: null, product: 'sms_code', unitPrice, effectAt }),
  );
const priceNow = async () =>
  (await listPrices(database.pool)).find(({ product }) => product === 'sms_code')?.defaultPrice;

test('plans take effect once and in order, in any number of processes', async () => {
  for (let at = 1; at <= 9; at++) await plan(BigInt(at), soon(at));
  const counts = await Promise.all(
    Array.from({ length: 6 }, () => applyDuePlans(database.pool, soon(60))),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(9);
  expect(await priceNow()).toBe(9n);
  expect((await listPlans(database.pool, everyone)).plans).toEqual([]);
  const { prices } = await listPriceHistory(database.pool, everyone, {
    product: 'sms_code',
    limit: 9,
  });
  expect(prices.map(({ unitPrice }) => unitPrice)).toEqual([9n, 8n, 7n, 6n, 5n, 4n, 3n, 2n, 1n]);
  expect(prices.every(({ setBy }) => setBy === 'planned prices')).toBe(true);
});

test('plans take effect at their time, in whatever order they were created, and none earlier', async () => {
  const at = soon(22);
  await plan(22n, at);
  await plan(11n, soon(11));
  await plan(99n, soon(99));
  expect(await applyDuePlans(database.pool, new Date(at.getTime() - 1))).toBe(1);
  expect(await applyDuePlans(database.pool, at)).toBe(1);
  expect(await priceNow()).toBe(22n);
  const { plans: left } = await listPlans(database.pool, everyone);
  expect(left.map(({ unitPrice }) => unitPrice)).toEqual([99n]);
  await inChange(database.pool, tester, 'price.set', (by) =>
    withdrawPlan(by, everyone, left[0]?.planId ?? 0),
  );
});

test('of several due plans the latest one wins', async () => {
  await plan(44n, soon(44));
  await plan(33n, soon(33));
  expect(await applyDuePlans(database.pool, soon(50))).toBe(2);
  expect(await priceNow()).toBe(44n);
});

// @mutant src/line/pricing/plan-queries.ts
// - else if (unitPrice !== null) await setAccountPrice(change, accountId, product, unitPrice);
// + else if (unitPrice !== null) await setDefaultPrice(change, product, unitPrice);
test('an account’s plan sets the price of that account only, and one without a price ends it', async () => {
  const { pool } = database;
  const { accountId } = await createAccount(byTest(pool), { name: 'One' });
  const { accountId: other } = await createAccount(byTest(pool), { name: 'Two' });
  const scope = { kind: 'account', accountId } as const;
  const ofAccount = (unitPrice: bigint | null, effectAt: Date) =>
    planPrice(byTest(pool), { accountId, product: 'sms_code', unitPrice, effectAt });
  const agreed = async (of: number) =>
    (await listPrices(pool, of)).find(({ product }) => product === 'sms_code')?.accountPrice;
  const before = await priceNow();
  await ofAccount(7n, soon(1));
  await ofAccount(null, soon(3));
  await applyDuePlans(pool, soon(2));
  expect([await agreed(accountId), await agreed(other), await priceNow()]).toEqual([
    ...[7n, null, before],
  ]);
  const pastOf = async (of: number) => {
    const asked = { kind: 'account', accountId: of } as const;
    const { prices } = await listPriceHistory(pool, asked, { limit: 99 });
    return new Set(prices.map((price) => price.accountId));
  };
  expect(await pastOf(accountId)).toEqual(new Set([accountId, null]));
  expect(await pastOf(other)).toEqual(new Set([null]));
  // An account sees its own plans and the default ones, and can withdraw only its own.
  const { planId } = await plan(8n, soon(50));
  const plansOf = async (of: number) =>
    (await listPlans(pool, { kind: 'account', accountId: of })).plans.map((one) => one.unitPrice);
  expect(await plansOf(accountId)).toEqual([null, 8n]);
  expect(await plansOf(other)).toEqual([8n]);
  await expect(withdrawPlan(byTest(pool), scope, planId)).rejects.toThrow(
    `Scheduled price ${planId} not found.`,
  );
  await withdrawPlan(byTest(pool), everyone, planId);
  await applyDuePlans(pool, soon(4));
  expect(await agreed(accountId)).toBe(null);
});

test('the history is paged newest first, each price once', async () => {
  const read = (before: number | undefined, limit: number) =>
    listPriceHistory(database.pool, everyone, { product: 'sms_code', before, limit });
  const { prices: whole } = await read(undefined, 99);
  expect(whole.length).toBeGreaterThan(5);
  const found: typeof whole = [];
  let before: number | undefined;
  do {
    const page = await read(before, 2);
    found.push(...page.prices);
    before = page.next ?? undefined;
  } while (before !== undefined && found.length < 99);
  expect(found).toEqual(whole);
});

test('a past time, a taken time and an end of the default price are refused', async () => {
  const before = await priceNow();
  await expect(plan(5n, soon(-1))).rejects.toThrow('must start in the future');
  const at = soon(30);
  await plan(5n, at);
  await expect(plan(6n, at)).rejects.toThrow('Another price is scheduled for that time');
  await expect(plan(null, soon(40))).rejects.toThrow('cannot have an end date');
  await expect(plan(-1n, soon(40))).rejects.toThrow('Price must be between 0 and');
  await applyDuePlans(database.pool);
  expect(await priceNow()).toBe(before);
});

test('every price change is in the history, however it was made, and nothing else', async () => {
  const { pool } = database;
  const newest = async () =>
    (await listPriceHistory(pool, everyone, { product: 'sms_notice', limit: 1 })).prices[0];
  await setDefaultPrice(byTest(pool), 'sms_notice', 700n);
  const first = await newest();
  expect(first).toMatchObject({ unitPrice: 700n, perPart: false, setBy: 'tester' });
  await setDefaultPrice(byTest(pool), 'sms_notice', 700n);
  expect(await newest()).toEqual(first);
  await setPerPart(byTest(pool), 'sms_notice', true);
  expect(await newest()).toMatchObject({ unitPrice: 700n, perPart: true });
  await pool.query(`update products set unit_price = 800 where product = 'sms_notice'`);
  expect(await newest()).toMatchObject({ unitPrice: 800n });
});
