import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createLedgerWorld,
  type LedgerWorld,
  settleItemOf,
  writerPorts,
} from '../../../test/kit/ledger-table.ts';
import {
  type MessageWords,
  messageItemOf,
  numberHashOf,
  wideLimits,
} from '../../../test/kit/message-item.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import type { OutcomeKind } from '../../foundation/contract/products.ts';
import { createLineWriter } from '../calls/line-writer.ts';
import type { NumberLimits } from './limits.ts';
import { pruneNumberWindows } from './number-window-queries.ts';

const second = 1_000;
const hour = 3_600 * second;
const start = new Date('2026-06-15T12:00:00Z');
let database: TestDatabase;
let pool: Pool;
let world: LedgerWorld;
let clock: ReturnType<typeof createMovableClock>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = createMovableClock(start);
  const created = await createLedgerWorld(pool);
  world = { ...created, ...createLineWriter(writerPorts(pool, clock)) };
});

const send = async (words: MessageWords = {}, by: LedgerWorld = world) => {
  const { verdict, retryAfterMs } = await by.holds.add(
    messageItemOf(by, { limits: wideLimits, ...words }),
  );
  return retryAfterMs === null ? verdict : `${verdict} ${retryAfterMs}`;
};
const end = (callId: string, state: OutcomeKind) =>
  world.settles.add(settleItemOf(world, callId, state));
const limited = (change: Partial<NumberLimits>) => ({ ...wideLimits, ...change });

/** The age of the window's entries in seconds, newest first. */
async function windowOf({ product = 'sms_code', mode = 'live', number = 'a' } = {}) {
  const numberHash = numberHashOf(messageItemOf(world, { number }));
  const { rows } = await pool.query<{ ages: number[] }>(
    `select array(select extract(epoch from $3::timestamptz - s)::integer from unnest(sent_at) s) as ages
     from number_windows
     where account_id = $1 and mode = $4 and product = $2 and number_hash = $5`,
    [world.accountId, product, clock.databaseNow(), mode, numberHash],
  );
  return rows[0]?.ages ?? [];
}

describe('a number', () => {
  test.each([
    ['perMinute', 60 * second, 'number_per_minute'],
    ['perHour', hour, 'number_per_hour'],
    ['perDay', 24 * hour, 'number_per_day'],
  ] as const)(
    'gets what its limit %s allows, to the millisecond',
    async (name, lengthMs, verdict) => {
      const limits = limited({ [name]: 2 });
      expect(await send({ limits })).toBe('held');
      clock.move(10);
      expect(await send({ limits })).toBe('held');
      expect(await send({ limits })).toBe(`${verdict} ${lengthMs - 10}`);
      clock.move(lengthMs - 11);
      expect(await send({ limits })).toBe(`${verdict} 1`);
      clock.move(1);
      expect(await send({ limits })).toBe('held');
      expect(await send({ limits })).toBe(`${verdict} 10`);
    },
  );

  test('is counted apart for another account, mode, product or digits', async () => {
    const limits = limited({ perDay: 1 });
    await send({ limits });
    const stranger = await createLedgerWorld(pool);
    const others = [
      await send({ limits, number: 'b' }),
      await send({ limits, product: 'sms_notice' }),
      await send({ limits }, { ...world, mode: 'test' }),
      await send({ limits }, stranger),
    ];
    expect(others).toEqual(Array(4).fill('held'));
    expect(await send({ limits })).toBe(`number_per_day ${24 * hour}`);
  });

  test('is not counted if it is not limited', async () => {
    await send({ limits: null });
    expect(await windowOf()).toEqual([]);
    expect(await send({ limits: limited({ perDay: 1 }) })).toBe('held');
    expect(await send({ limits: null })).toBe('held');
  });

  test('is not counted because of another one in its batch', async () => {
    const sendBoth = () => Promise.all([send({ number: 'b' }), send({ limits: null })]);
    await sendBoth();
    await sendBoth();
    expect([await windowOf(), await windowOf({ number: 'b' })]).toEqual([[], [0, 0]]);
  });

  test('is not counted if its call was refused', async () => {
    const limits = limited({ perDay: 1 });
    await send({ limits });
    clock.move(second);
    await send({ limits });
    await send({ limits, amount: 1n });
    expect(await windowOf()).toEqual([1]);
  });
});

describe('a code', () => {
  test('is refused to the same number for half a minute, and named before every other limit', async () => {
    const limits = limited({ perMinute: 1 });
    await send({ limits, code: '1' });
    expect(await send({ limits, code: '1' })).toBe('duplicate_code 30000');
    expect(await send({ limits, code: '2' })).toBe('number_per_minute 60000');
    clock.move(30 * second - 1);
    expect(await send({ limits, code: '1' })).toBe('duplicate_code 1');
    clock.move(1);
    expect(await send({ limits, code: '1' })).toBe('number_per_minute 30000');
  });

  test('may be sent again under its own idempotency key', async () => {
    await send({ code: '1' });
    expect(await send({ code: '1', key: 'k' })).toBe('held');
  });

  test('is remembered behind later ones, and only for its own number', async () => {
    await send({ code: '1' });
    clock.move(10 * second);
    await send({ code: '2' });
    expect(await send({ code: '1' })).toBe('duplicate_code 20000');
    expect(await send({ code: '1', number: 'b' })).toBe('held');
    clock.move(21 * second);
    expect(await send({ code: '1' })).toBe('held');
  });
});

describe('a release gives back', () => {
  test.each(['rejected', 'unavailable'] as const)('its own slot, if it is %s', async (state) => {
    const ids = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    for (const callId of ids) {
      await send({ callId });
      clock.move(10 * second);
    }
    await end(ids[1] as string, state);
    expect(await windowOf()).toEqual([10, 30]);
    await end(ids[0] as string, state);
    expect(await windowOf()).toEqual([10]);
    await end(ids[2] as string, state);
    expect(await windowOf()).toEqual([]);
  });

  test.each(['done', 'unknown'] as const)('nothing, if it is %s', async (state) => {
    const callId = randomUUIDv7();
    await send({ callId });
    await end(callId, state);
    expect(await windowOf()).toEqual([0]);
  });

  test.each([0, 1, 2])('its own code and no other one, at any position: %i', async (gone) => {
    const ids = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    for (const [at, callId] of ids.entries()) {
      await send({ callId, code: `${at}` });
      clock.move(second);
    }
    await end(ids[gone] as string, 'rejected');
    const ages = [3, 2, 1];
    for (const at of [0, 1, 2].filter((each) => each !== gone)) {
      const left = 30 * second - (ages[at] as number) * second;
      expect(await send({ code: `${at}` })).toBe(`duplicate_code ${left}`);
    }
    expect(await send({ code: `${gone}` })).toBe('held');
  });

  test('one slot for each of several that end together', async () => {
    const ids = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    for (const callId of ids) {
      await send({ callId });
      clock.move(second);
    }
    await Promise.all([end(ids[0] as string, 'rejected'), end(ids[2] as string, 'unavailable')]);
    expect(await windowOf()).toEqual([2]);
  });

  test('nothing of others that end with it', async () => {
    const [gone, done] = [randomUUIDv7(), randomUUIDv7()];
    await Promise.all([send({ callId: gone }), send({ callId: done, number: 'b' })]);
    await Promise.all([end(gone, 'rejected'), end(done, 'done')]);
    expect([await windowOf(), await windowOf({ number: 'b' })]).toEqual([[], [0]]);
  });

  test.each(['live', 'test'] as const)('a slot in %s mode and none in the other', async (mode) => {
    const ids = { live: randomUUIDv7(), test: randomUUIDv7() };
    await send({ callId: ids.live });
    clock.move(second);
    await send({ callId: ids.test }, { ...world, mode: 'test' });
    await world.settles.add(settleItemOf({ ...world, mode }, ids[mode], 'rejected'));
    expect(await windowOf({ mode })).toEqual([]);
    expect(await windowOf({ mode: mode === 'live' ? 'test' : 'live' })).toHaveLength(1);
  });

  test('a slot of its own product only', async () => {
    const callId = randomUUIDv7();
    await send({ callId, product: 'sms_notice' });
    await send();
    await end(callId, 'rejected');
    expect(await windowOf()).toEqual([0]);
    expect(await windowOf({ product: 'sms_notice' })).toEqual([]);
  });
});

describe('a closed prefix', () => {
  const close = (change: Partial<{ accountId: number; mode: string; prefix: string }> = {}) => {
    const { accountId, mode, prefix } = {
      accountId: world.accountId,
      mode: 'live',
      prefix: '+86139',
      ...change,
    };
    return pool.query(
      `insert into closed_prefixes (account_id, mode, prefix, closed_at, closed_until, reason)
       values ($1, $2, $3, $4, $5, 'test')`,
      [accountId, mode, prefix, start, new Date(start.getTime() + hour)],
    );
  };

  test('refuses its numbers until it opens, and says when', async () => {
    await close();
    // One that is closed for longer, so that a second lookup is needed.
    await pool.query(
      `insert into closed_prefixes (account_id, mode, prefix, closed_at, closed_until, reason)
       values ($1, 'live', '+1', $2, 'infinity', 'test')`,
      [world.accountId, start],
    );
    expect(await send()).toBe(`prefix_closed ${hour}`);
    expect(await send({ product: 'sms_notice' })).toBe(`prefix_closed ${hour}`);
    clock.move(hour - 1);
    expect(await send()).toBe('prefix_closed 1');
    clock.move(1);
    expect(await send()).toBe('held');
  });

  test.each([
    ['of the other mode', { mode: 'test' }],
    ['of other numbers', { prefix: '+86138' }],
  ])('%s closes nothing here', async (_, change) => {
    await close(change);
    expect(await send()).toBe('held');
    await pool.query('truncate closed_prefixes');
  });

  test('of another account closes nothing here, even in the same batch', async () => {
    const stranger = await createLedgerWorld(pool);
    await close({ accountId: stranger.accountId });
    const theirs: LedgerWorld = { ...stranger, holds: world.holds };
    expect(await Promise.all([send(), send({}, theirs)])).toEqual([
      'held',
      `prefix_closed ${hour}`,
    ]);
  });

  test('closes nothing for unlimited calls, even beside limited ones', async () => {
    await close();
    const verdicts = await Promise.all([send(), send({ limits: null, number: 'b' })]);
    expect(verdicts).toEqual([`prefix_closed ${hour}`, 'held']);
  });
});

describe('unused windows', () => {
  const age = (interval: string) =>
    pool.query(
      `update number_windows set sent_at = array[now() - $2::interval] where account_id = $1`,
      [world.accountId, interval],
    );
  const exists = async () => (await windowOf()).length > 0;

  test.each([
    ['2 hours', true],
    ['24 hours 30 minutes', true],
    ['25 hours 1 minute', false],
  ])('are pruned after a day and an hour: one of %s is kept: %s', async (interval, isKept) => {
    await send();
    await age(interval);
    await pruneNumberWindows(pool);
    expect(await exists()).toBe(isKept);
  });

  test('are judged by their newest entry, and pruned if they are empty', async () => {
    await send();
    await pool.query(
      `update number_windows set sent_at = array[now(), now() - interval '3 days']
       where account_id = $1`,
      [world.accountId],
    );
    await pruneNumberWindows(pool);
    expect(await exists()).toBe(true);
    await pool.query(`update number_windows set sent_at = '{}' where account_id = $1`, [
      world.accountId,
    ]);
    expect(await pruneNumberWindows(pool)).toBeGreaterThan(0);
    const { rowCount } = await pool.query('select from number_windows where account_id = $1', [
      world.accountId,
    ]);
    expect(rowCount).toBe(0);
  });

  test('that a hold has locked are skipped without waiting', async () => {
    await send();
    await age('30 hours');
    const client = await pool.connect();
    await client.query('begin; select from number_windows for update');
    const waited = new Promise((resolve) => setTimeout(resolve, 10_000, 'waited'));
    expect(await Promise.race([pruneNumberWindows(pool), waited])).toBe(0);
    await client.query('rollback');
    client.release();
    expect(await exists()).toBe(true);
  });

  test('start again with the next message', async () => {
    await send();
    await pool.query('delete from number_windows where account_id = $1', [world.accountId]);
    expect(await send({ limits: limited({ perDay: 1 }) })).toBe('held');
    expect(await windowOf()).toEqual([0]);
  });

  test('keep at most a thousand entries', async () => {
    await send();
    await pool.query(
      `update number_windows
       set sent_at = array(select $2::timestamptz - make_interval(days => 1, secs => n) from generate_series(1, 1000) n)
       where account_id = $1`,
      [world.accountId, start],
    );
    await send();
    const ages = await windowOf();
    expect([ages.length, ages[0], ages.at(-1)]).toEqual([1_000, 0, 86_400 + 999]);
  });
});
