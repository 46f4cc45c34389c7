import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { addPastCalls } from '../../../test/kit/past-calls.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { addProvider } from '../../vendors/providers/provider-queries.ts';
import { type RouteKey, setRoute } from '../../vendors/providers/route-queries.ts';
import { whatIf } from './what-if.ts';

let database: TestDatabase;
let account: number;
let other: number;

const dayMs = 86_400_000;
const now = Date.now();
/** Three days ago, so that it does not affect what is measured over the last day. */
const span = { starts: new Date(now - 4 * dayMs), ends: new Date(now - 3 * dayMs) };
const within = new Date(now - 3.5 * dayMs);
const everyone: RouteKey = { product: 'sms_code', accountId: null, region: null };

type PastCalls = Parameters<typeof addPastCalls>[1];
const put = (providerCode: string, count: number, how: Partial<PastCalls> = {}) =>
  addPastCalls(database.pool, { accountId: account, heldAt: within, providerCode, count, ...how });
const asked = (key: Partial<RouteKey>, ...codes: string[]) =>
  whatIf(
    database.pool,
    { ...everyone, ...key },
    codes.map((code) => ({ code })),
    span,
  );

beforeAll(async () => {
  database = await createTestDatabase();
  const change = byTest(database.pool);
  account = (await createAccount(change, { name: 'One' })).accountId;
  other = (await createAccount(change, { name: 'Two' })).accountId;
  for (const providerCode of ['first', 'second', 'third']) {
    await addProvider(change, {
      ...{ providerCode, vendorCode: 'yunxin', isOn: true, particulars: {} },
      kind: 'sms',
      sealedConfig: Buffer.alloc(1),
      callbackHash: randomBytes(32),
      costs: providerCode === 'third' ? {} : { each: '0.03' },
    });
  }
  await put('first', 6, { cost: 200 });
  await put('first', 2, { state: 'rejected' });
  await put('second', 2, { parts: 2 });
  // Not of the period, not of the product, and not charged.
  await put('first', 3, { heldAt: new Date(span.starts.getTime() - 1) });
  await put('first', 3, { heldAt: span.ends });
  await put('first', 3, { product: 'sms_notice' });
  await put('first', 3, { mode: 'test' });
  // Their results within a day; earlier ones do not count.
  const today = { heldAt: new Date(now - 60_000) };
  await put('first', 4, today);
  await put('second', 3, today);
  const hoursAgo = (hours: number) => ({ heldAt: new Date(now - hours * 3_600_000) });
  await put('second', 1, { ...hoursAgo(20), state: 'unavailable' });
  await put('second', 9, { ...hoursAgo(30), state: 'unavailable' });
});
afterAll(() => database.drop());

test('actual revenue and cost are compared with the draft’s, by observed or listed values', async () => {
  const report = await asked({}, 'second');
  expect(report).toMatchObject({ calls: 10, isSample: false });
  expect(report.success).toEqual({ was: 0.8, wouldBe: 0.75 });
  // The first was seen to charge 6 times 200; the second lists 300, of 1.2 parts on average.
  expect(report.cost).toEqual({ was: 1_920n, wouldBe: 2_700n });
  expect(report.margin.was).toBeCloseTo((4_000 - 1_920) / 4_000);
  expect(report.margin.wouldBe).toBeCloseTo((3_750 - 2_700) / 3_750);
  expect(report.providers).toEqual([
    { code: 'second', was: 0.2, wouldBe: 0.75 },
    { code: 'first', was: 0.8, wouldBe: 0 },
  ]);
});

test('an unknown provider is assumed to perform like the average, at unknown cost', async () => {
  const report = await asked({}, 'third');
  expect(report.success.wouldBe).toBe(7 / 8);
  expect([report.cost.wouldBe, report.margin.wouldBe]).toEqual([null, null]);
  expect(report.cost.was).toBe(1_920n);
  // The sandbox always exists, although nobody added it.
  const played = await asked({ accountId: account }, 'sandbox');
  expect(played.providers[0]).toEqual({ code: 'sandbox', was: 0, wouldBe: 7 / 8 });
});

test('calls of unknown cost are assumed to cost what the others did, and not nothing', async () => {
  const { accountId } = await createAccount(byTest(database.pool), { name: 'Three' });
  // The second's own costs differ from its list.
  await put('second', 3, { accountId, cost: 100 });
  await put('second', 1, { accountId });
  const report = await asked({ accountId }, 'second');
  expect(report.cost.was).toBe(400n);
  expect(report.margin.was).toBeCloseTo((2_000 - 400) / 2_000);
});

test('only calls that would take the drafted route count', async () => {
  const change = byTest(database.pool);
  await put('first', 5, { accountId: other });
  await put('first', 7, { prefix: '+44740012' });
  const countOf = async (key: Partial<RouteKey>) => (await asked(key, 'first')).calls;
  expect(await countOf({})).toBe(26);
  expect(await countOf({ accountId: other })).toBe(5);
  expect(await countOf({ region: 'GB' })).toBe(7);

  await setRoute(change, { ...everyone, accountId: other }, [{ code: 'second' }]);
  expect(await countOf({})).toBe(21);
  expect(await countOf({ accountId: other })).toBe(5);
  // A regional default route comes after the account's own.
  await setRoute(change, { ...everyone, accountId: account }, [{ code: 'second' }]);
  expect(await countOf({ region: 'GB' })).toBe(0);
  expect(await countOf({ accountId: account, region: 'GB' })).toBe(7);
  expect(await countOf({ product: 'sms_notice' })).toBe(3);
});
