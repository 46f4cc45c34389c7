import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { type PlayedCall, playCall } from '../../../../test/kit/play-call.ts';
import { project } from '../../../../test/kit/search-recount.ts';
import { monthSpan } from '../../../money/ledger/read-statement.ts';

let fixture: ConsoleFixture;
let one: number;
let other: number;
const finance = { operator: 'finance' } as const;
const timeZone = 'Asia/Shanghai';
/** Two months ago, so that neither it nor the one before is still running. */
const month = `${Temporal.Now.plainDateISO(timeZone).toPlainYearMonth().subtract({ months: 2 })}`;
const before = `${Temporal.PlainYearMonth.from(month).subtract({ months: 1 })}`;
const { starts, ends } = monthSpan(month, timeZone);
const after = (ms: number) => new Date(starts.getTime() + ms);
const play = (call: Omit<PlayedCall, 'accountId' | 'at'> & { at?: Date; accountId?: number }) =>
  playCall(fixture.pool, { accountId: one, at: after(3_600_000), timeZone, ...call });
const read = (asked = month) =>
  fixture.get(finance, `/platform/money/month?mode=live&month=${asked}`).then(({ body }) => body);

beforeAll(async () => {
  fixture = await createConsoleFixture();
  one = (await fixture.newCaller({ mode: 'live' })).accountId;
  other = (await fixture.newCaller({ mode: 'live' })).accountId;
  await play({ amount: 1_000n, cost: 400 });
  await play({ amount: 2_000n, cost: null, provider: 'south', product: 'sms_notice' });
  await play({ amount: 700n, cost: 300, accountId: other, provider: 'south' });
  await play({ amount: 500n, state: 'rejected' });
  // The last call of the month before, whose outcome came in this one.
  const eve = { at: after(-1), endedAt: after(60_000) };
  await play({ ...eve, amount: 90n, cost: 30 });
  await project(fixture.pool);
});
afterAll(() => fixture.close());

// @mutant src/line/search/margin.ts
// - return { cost, margin: spend - uncostedSpend - cost };
// + return { cost, margin: spend - cost };
test('revenue of unknown cost is in no margin, and shown apart', async () => {
  const { total, accounts } = await read();
  expect(total).toEqual({
    now: {
      ...{ calls: 3, revenue: '0.3700', cost: '0.0700', margin: '0.1000' },
      ...{ uncosted: 1, uncostedRevenue: '0.2000' },
    },
    before: {
      ...{ calls: 1, revenue: '0.0090', cost: '0.0030', margin: '0.0060' },
      ...{ uncosted: 0, uncostedRevenue: '0.0000' },
    },
  });
  expect(accounts).toMatchObject([
    { key: `${one}`, name: 'Rowan', now: { revenue: '0.3000', margin: '0.0600' } },
    { key: `${other}`, now: { revenue: '0.0700', margin: '0.0400' }, before: null },
  ]);
});

test('the month is shown by provider and product too, beside the month before', async () => {
  const { providers, products, ...shown } = await read();
  expect(providers).toMatchObject([
    { key: 'south', now: { calls: 2, revenue: '0.2700', uncostedRevenue: '0.2000' } },
    { key: 'north', now: { calls: 1, revenue: '0.1000' }, before: { revenue: '0.0090' } },
  ]);
  expect(products.map(({ key }: { key: string }) => key)).toEqual(['sms_notice', 'sms_code']);
  expect(shown).toMatchObject({ month, before, moreAccounts: 0, isFinal: false });
});

// @mutant src/money/ledger/statement-queries.ts
// - where mode = $1 and made_at >= greatest($2, $4::timestamptz) and made_at < $3
// + where mode = $1 and made_at >= $4::timestamptz and made_at < $3
test('the revenue of the calls and the sum of the statements differ by what crossed midnight', async () => {
  expect(await read()).toMatchObject({
    books: { charged: '0.3790', refunded: '0.0000', revenue: '0.3790' },
    otherMonths: '-0.0090',
  });
  expect(await read(before)).toMatchObject({
    books: { revenue: '0.0000' },
    otherMonths: '0.0090',
  });
  const sums = await Promise.all(
    [one, other].map(async (accountId) => {
      const path = `/${accountId}/wallet/statement?mode=live&month=${month}`;
      return Number((await fixture.get(finance, path)).body.charged);
    }),
  );
  expect((sums[0] ?? 0) + (sums[1] ?? 0)).toBeCloseTo(0.379);
});

test('only operators read it, for the platform as a whole, and no month to come', async () => {
  const member = { members: { [one]: 'owner' } } as const;
  const query = `money/month?mode=live&month=${month}`;
  expect((await fixture.get(member, `/${one}/${query}`)).status).toBe(403);
  expect((await fixture.get(finance, `/${one}/${query}`)).status).toBeGreaterThanOrEqual(400);
  expect((await fixture.get(finance, '/platform/money/month?month=2090-01')).body).toMatchObject({
    reason: 'refused',
  });
  expect(ends.getTime()).toBeLessThan(Date.now());
});
