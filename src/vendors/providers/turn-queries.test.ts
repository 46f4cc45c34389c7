import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { Pace } from '../smpp/pace.ts';
import { createTurns } from './turn-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 8 });
});
afterAll(() => database.drop());
beforeEach(async () => void (await database.pool.query('delete from provider_turns')));

const log = { debug() {}, info() {}, warn() {}, error() {} };
const turn = { count: 5, everyMs: 100, withinMs: 60_000 };

// @mutant src/vendors/providers/sql/take-turns.sql
// - where t.provider_code = p_provider for update;
// + where t.provider_code = p_provider;
test('processes that take turns at once never share one', async () => {
  const startedMs = performance.now();
  const taken = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const { taken: count, beginsInMs } = await createTurns(database.pool, 'carrier')(turn);
      return { count, atMs: performance.now() - startedMs + beginsInMs };
    }),
  );
  expect(taken.map(({ count }) => count)).toEqual(Array(40).fill(5));
  const { rows } = await database.pool.query<{ ahead: number }>(
    'select extract(epoch from taken_until - clock_timestamp())::float8 as ahead from provider_turns',
  );
  const passedMs = performance.now() - startedMs;
  // 200 turns of 100 ms reach 20 seconds ahead of the first.
  expect((rows[0]?.ahead ?? 0) * 1_000 + passedMs).toBeGreaterThanOrEqual(19_999);
  const begins = taken.map(({ atMs }) => atMs).sort((a, b) => a - b);
  expect((begins.at(-1) ?? 0) - (begins[0] ?? 0)).toBeGreaterThan(19_000);
});

test('processes with one provider keep its limit together, each with its share', async () => {
  const perSecond = 60;
  const usedAt: { process: number; atMs: number }[] = [];
  const startedMs = performance.now();
  const paces = [0, 1, 2].map((process) => {
    const takeTurns = createTurns(database.pool, 'carrier');
    const onTurn = () => {
      while (pace.use()) usedAt.push({ process, atMs: performance.now() });
    };
    const pace = new Pace({ perSecond, withinMs: 2_000, takeTurns, log, onTurn });
    onTurn();
    return pace;
  });
  await expect.poll(() => usedAt.length).toBeGreaterThan(2 * perSecond);
  for (const pace of paces) pace.close();
  // A busy machine uses turns late, several at once; it never uses one before its time.
  for (const [used, { atMs }] of usedAt.sort((a, b) => a.atMs - b.atMs).entries()) {
    expect(used).toBeLessThanOrEqual(((atMs - startedMs) * perSecond) / 1_000 + 1);
  }
  for (const process of [0, 1, 2]) {
    expect(usedAt.filter((each) => each.process === process).length).toBeGreaterThan(10);
  }
});

test('no turn is taken that begins too late', async () => {
  const take = createTurns(database.pool, 'carrier');
  expect(await take({ count: 100, everyMs: 100, withinMs: 1_000 })).toEqual({
    ...{ taken: 11, beginsInMs: 0 },
  });
  const { taken, beginsInMs } = await take({ count: 1, everyMs: 100, withinMs: 1_000 });
  expect(taken).toBe(0);
  expect(beginsInMs).toBeGreaterThan(1_000);
  expect(await createTurns(database.pool, 'another')(turn)).toEqual({ taken: 5, beginsInMs: 0 });
});

test('a clock that was set back stops nobody', async () => {
  await database.pool.query(
    `insert into provider_turns values ('carrier', clock_timestamp() + interval '1 hour')`,
  );
  expect(await createTurns(database.pool, 'carrier')({ ...turn, withinMs: 2_000 })).toEqual({
    ...{ taken: 5, beginsInMs: 0 },
  });
});
