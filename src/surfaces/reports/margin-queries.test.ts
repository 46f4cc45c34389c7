import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { project } from '../../../test/kit/search-recount.ts';
import { sumMargins } from './margin-queries.ts';

let database: TestDatabase;
let fixture: CommandLineFixture;
let account: number;
let other: number;

/** In the time zone of the platform, which is eight hours ahead. */
const today = Temporal.Now.plainDateISO('Asia/Shanghai');
const yesterday = today.subtract({ days: 1 });

interface Row {
  accountId?: number;
  day?: Temporal.PlainDate;
  at?: string;
  mode?: string;
  product?: string;
  state?: string;
  provider?: string;
  amount: number;
  cost?: number;
}

async function put(row: Row): Promise<string> {
  const { accountId = account, day = today, at = '00:00', cost } = row;
  const heldAt = new Date(
    day.toZonedDateTime({ timeZone: 'Asia/Shanghai', plainTime: at }).epochMilliseconds,
  );
  const callId = randomUUIDv7();
  await database.pool.query(
    `insert into calls (account_id, call_id, mode, key_id, product, price_source, unit_price, amount,
       day, held_at, state, provider_code)
     values ($1, $2, $3, 1, $4, 'default', $5, $5, $6, $7, $8, $9)`,
    [
      accountId,
      callId,
      row.mode ?? 'live',
      row.product ?? 'sms_code',
      row.amount,
      String(day),
      heldAt,
      row.state ?? 'done',
      row.provider ?? 'one',
    ],
  );
  if (cost !== undefined) {
    await database.pool.query(
      `insert into call_costs (account_id, call_id, provider_code, cost, source)
       values ($1, $2, 'one', $3, 'answer')`,
      [accountId, callId, cost],
    );
  }
  await note(accountId, callId);
  return callId;
}

/** A change of a call, to be copied before the next sums. */
async function note(accountId: number, callId: string, isLate = false): Promise<void> {
  await database.pool.query(
    'insert into call_changes (account_ids, call_ids, is_late) values (array[$1::integer], array[$2::uuid], $3)',
    [accountId, callId, isLate],
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createCommandLineFixture(database);
  account = (await fixture.json('account create --name One')).accountId;
  other = (await fixture.json('account create --name Two')).accountId;
  await put({ amount: 500, cost: 300, at: '00:00' });
  await put({ amount: 500, cost: 310, at: '23:59', provider: 'two' });
  await put({ amount: 10_000, product: 'face_verify', accountId: other });
  await put({ amount: 500, cost: 300, day: yesterday });
  await put({ amount: 500, state: 'rejected' });
  await put({ amount: 500, state: 'unknown' });
  await put({ amount: 500, mode: 'test', cost: 1 });
  const refunded = await put({ amount: 700, cost: 350 });
  await database.pool.query(
    `insert into manual_entries (account_id, mode, reference, transfer_id, kind, amount)
     values ($1, 'live', 'refund ' || $2::uuid, $2, 'refund', 700)`,
    [account, refunded],
  );
  await note(account, refunded, true);
});
afterAll(() => database.drop());

const margin = (words: string) => fixture.json(`call margin ${words}`);

test('live calls of whole days are summed, minus refunds, and calls of unknown cost stand apart', async () => {
  const { total } = await margin(`--from ${today} --to ${today}`);
  expect(total).toEqual({
    ...{ key: null, calls: 4, uncosted: 1, uncostedPrice: '1.0000' },
    ...{ price: '1.1000', cost: '0.0960', margin: '0.0040' },
  });
  const both = await margin(`--from ${yesterday} --to ${today}`);
  expect(both.total).toMatchObject({ calls: 5, price: '1.1500', cost: '0.1260' });
  expect((await margin(`--from ${yesterday} --to ${yesterday}`)).total.calls).toBe(1);
  expect((await margin(`--from 1970-01-01 --to ${today}`)).total.calls).toBe(5);
});

test('the same figures are grouped by account, provider, day and product', async () => {
  const by = async (key: string) => {
    const { margins } = await margin(`--from ${yesterday} --to ${today} --by ${key}`);
    return margins.map((m: { key: string; margin: string }) => [m.key, m.margin]);
  };
  expect(await by('account')).toEqual([
    [String(account), '0.0240'],
    [String(other), null],
  ]);
  expect(await by('provider')).toEqual([
    ['one', '0.0050'],
    ['two', '0.0190'],
  ]);
  expect(await by('day')).toEqual([
    [String(yesterday), '0.0200'],
    [String(today), '0.0040'],
  ]);
  expect(await by('product')).toEqual([
    ['face_verify', null],
    ['sms_code', '0.0240'],
  ]);
});

test('one account’s figures include the last instant before the end, and no other account', async () => {
  await project(database.pool);
  const midnight = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime('Asia/Shanghai').epochMilliseconds);
  const sum = async (accountId: number, ends: Temporal.PlainDate) => {
    const span = { starts: midnight(yesterday), ends: midnight(ends), timeZone: 'Asia/Shanghai' };
    const margins = await sumMargins(database.pool, { ...span, by: 'product', accountId });
    return margins.map(({ key, calls }) => [key, calls]);
  };
  expect(await sum(other, today.add({ days: 1 }))).toEqual([
    ['face_verify', 1],
    [null, 1],
  ]);
  expect(await sum(account, today)).toEqual([
    ['sms_code', 1],
    [null, 1],
  ]);
});

test('days without calls have no margin, and invalid days are refused', async () => {
  const none = await margin('--from 2020-01-01 --to 2020-01-31');
  expect([none.margins, none.total.margin]).toEqual([[], null]);
  await fixture.expectRefusal(
    'call margin --from 2020-02-30 --to 2020-03-01',
    'Use a day such as',
    2,
  );
  await fixture.expectRefusal(
    'call margin --from 2020-02-02 --to 2020-02-01',
    '--from must not be after --to.',
  );
});

test('a cost is shown even if no one was charged', async () => {
  await put({ amount: 500, state: 'rejected', cost: 40, provider: 'three' });
  const { margins } = await margin(`--from ${today} --to ${today} --by provider`);
  expect(margins.find(({ key }: { key: string }) => key === 'three')).toMatchObject({
    ...{ calls: 0, price: '0.0000', cost: '0.0040', margin: '-0.0040' },
  });
});

test('a group without any known cost has neither cost nor margin, and a refund lowers its revenue', async () => {
  const unknown = { provider: 'four', amount: 600 };
  await put(unknown);
  const refunded = await put(unknown);
  await database.pool.query(
    `insert into manual_entries (account_id, mode, reference, transfer_id, kind, amount)
     values ($1, 'live', 'refund ' || $2::uuid, $2, 'refund', 600)`,
    [account, refunded],
  );
  await note(account, refunded, true);
  const days = `--from ${today} --to ${today} --by provider`;
  const { margins } = await margin(days);
  expect(margins.find(({ key }: { key: string }) => key === 'four')).toEqual({
    ...{ key: 'four', calls: 2, price: '0.0600', cost: null, margin: null },
    ...{ uncosted: 2, uncostedPrice: '0.0600' },
  });
  const { out } = await fixture.run(`call margin ${days}`);
  expect(out).toMatch(/^four +2 +0\.0600 +unknown +unknown +2 +0\.0600$/m);
  // A known cost of nothing is known.
  await put({ ...unknown, cost: 0 });
  const { margins: known } = await margin(days);
  expect(known.find(({ key }: { key: string }) => key === 'four')).toMatchObject({
    ...{ price: '0.1200', cost: '0.0000', margin: '0.0600', uncosted: 2 },
  });
});

test('accounts are sorted by number, nine before ten', async () => {
  for (const accountId of [10, 9]) await put({ amount: 100, accountId });
  const { margins } = await margin(`--from ${today} --to ${today} --by account`);
  const keys = margins.map(({ key }: { key: string }) => Number(key));
  expect(keys.slice(-2)).toEqual([9, 10]);
  expect(keys).toEqual([...keys].sort((a, b) => a - b));
});
