import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { callIdOf, createLedgerWorld, playLedgerTable } from '../../../test/kit/ledger-table.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { closeDays } from './close-days.ts';
import { listMovements, type Movement, type MovementMark } from './movement-queries.ts';
import { adjust, topUp } from './queries.ts';

let database: TestDatabase;
let pool: Pool;
let owner: Owner;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { accountId } = await createAccount(byTest(pool), { name: 'Rowan' });
  owner = { accountId, mode: 'test' };
});

const timeZone = 'Asia/Shanghai';

async function walk(limit: number, of: Owner = owner): Promise<Movement[]> {
  const found: Movement[] = [];
  let before: MovementMark | undefined;
  do {
    const page = await listMovements(pool, of, { timeZone, before, limit });
    found.push(...page.movements);
    before = page.next ?? undefined;
  } while (before && found.length < 100);
  return found;
}

test('movements at the same instant appear once, wherever pages are cut', async () => {
  for (let n = 1; n <= 5; n++) {
    await topUp(byTest(pool), { ...owner, amount: 10_000n, reference: `T${n}` });
  }
  const fee = { reference: 'F', reason: 'a fee' };
  await adjust(byTest(pool), { ...owner, amount: -1n, ...fee });
  await pool.query('update manual_entries set made_at = $2 where account_id = $1', [
    owner.accountId,
    new Date('2026-03-01T17:00:00Z'),
  ]);
  const whole = await walk(50);
  expect(whole).toHaveLength(6);
  for (const limit of [1, 2, 4]) expect(await walk(limit)).toEqual(whole);
  expect(whole[0]?.balance).toBe(49_999n);
  // It is already the next day in the platform's time zone.
  expect(new Set(whole.map(({ day }) => day))).toEqual(new Set(['2026-03-02']));
  // The wallet was empty before all of them.
  const first = whole.at(-1);
  expect((first?.balance ?? 0n) - (first?.amount ?? 0n)).toBe(0n);
});

test('a list of one kind has no balances, and a wallet of the other mode no movements', async () => {
  await topUp(byTest(pool), { ...owner, amount: 10_000n, reference: 'T' });
  await adjust(byTest(pool), { ...owner, amount: -1n, reference: 'F', reason: 'a fee' });
  const asked = { timeZone, kind: 'adjust', limit: 9 } as const;
  const { movements } = await listMovements(pool, owner, asked);
  expect(movements).toMatchObject([{ kind: 'adjust', amount: -1n, balance: null }]);
  const live = await listMovements(pool, { ...owner, mode: 'live' }, { timeZone, limit: 9 });
  expect(live.movements).toEqual([]);
});

test('the products of a closed day appear once, wherever pages are cut', async () => {
  await pool.query(
    `insert into closing_products (account_id, mode, day, product, calls, charged)
     select $1, $2, day::date, product, 1, 100
     from unnest(array['2026-03-01', '2026-03-02', '2026-03-03']) day,
       unnest(array['face_verify', 'sms_code', 'sms_notice']) product`,
    [owner.accountId, owner.mode],
  );
  await pool.query(
    `insert into closing_products (account_id, mode, day, product, calls, charged)
     values ($1, 'live', '2026-03-02', 'sms_code', 1, 100)`,
    [owner.accountId],
  );
  const whole = await walk(50);
  expect(whole.map(({ calls }) => calls)).toEqual(Array(9).fill(1n));
  for (const limit of [1, 2, 4]) expect(await walk(limit)).toEqual(whole);
});

test('a day’s calls are one movement at its end, whether the day is closed wholly, partly or not at all', async () => {
  const world = await createLedgerWorld(pool);
  await playLedgerTable(
    world,
    `top-up 10 A | made | 10 0
     hold a 4    | held | 6 4
     hold b 1    | held | 5 5
     hold c 2    | held | 3 7
     settle a    | done | 3 3
     settle b    | done | 3 2
     settle c    | done | 3 0
     # What is held is still the wallet's.
     hold d 1    | held | 2 1`,
  );
  const { accountId } = world;
  const days = ['2026-03-01T04:00:00Z', '2026-03-02T04:00:00Z', '2026-03-02T06:00:00Z'];
  await pool.query('update accounts set created_at = $2 where account_id = $1', [
    accountId,
    days[0],
  ]);
  for (const table of ['transfers', 'manual_entries']) {
    await pool.query(`update ${table} set made_at = $2 where account_id = $1`, [
      accountId,
      days[0],
    ]);
  }
  for (const [label, at] of [
    ['b', days[1]],
    ['c', days[2]],
  ] as const) {
    await pool.query('update transfers set made_at = $2 where subject_id = $1 and phase = 2', [
      ...[callIdOf(world, label), at],
    ]);
  }
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  // Days end at midnight of the platform's time zone, not of the database's.
  const ofDay = (day: number) => ({
    ...{ kind: 'calls', product: 'face_verify', day: `2026-03-0${day}` },
    at: new Date(Date.UTC(2026, 2, day, 16)),
  });
  for (const now of ['2026-03-01T18:00:00Z', '2026-03-02T05:00:00Z', '2026-03-03T00:00:00Z']) {
    await closeDays({ pool, log: quiet, timeZone }, new Date(now));
    const whole = await walk(9, world);
    expect(whole).toMatchObject([
      { ...ofDay(2), calls: 2n, amount: -30_000n, balance: 30_000n },
      { ...ofDay(1), calls: 1n, amount: -40_000n, balance: 60_000n },
      { kind: 'top_up', day: '2026-03-01', amount: 100_000n, balance: 100_000n },
    ]);
    for (const limit of [1, 2]) expect(await walk(limit, world)).toEqual(whole);
  }
  const only = async (kind: 'calls' | 'top_up') =>
    (await listMovements(pool, world, { timeZone, kind, limit: 9 })).movements.map(
      ({ amount }) => amount,
    );
  expect(await only('calls')).toEqual([-30_000n, -40_000n]);
  expect(await only('top_up')).toEqual([100_000n]);
});
