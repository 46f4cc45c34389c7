import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createLedgerWorld,
  holdItemOf,
  type LedgerWorld,
  settleItemOf,
} from '../../../test/kit/ledger-table.ts';
import { planOf } from '../../../test/kit/subquery-partitions.ts';
import type { Mode, OutcomeKind, Product } from '../../foundation/contract/products.ts';
import { sweepReceipts } from '../../vendors/sandbox/queries.ts';
import type { HoldItem } from './hold-calls.ts';
import {
  countUnresolved,
  countUnresolvedOf,
  dropResolved,
  findCallStates,
  makeUnresolvedDue,
  sweepAbandoned,
  sweepAnew,
  takeUnresolved,
} from './queries.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ max: 1 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('truncate calls, unresolved_calls');
  await database.pool.query('update call_sweep set swept_until = $1', [ago(600_000)]);
});

const now = new Date('2026-06-15T12:00:00Z');
const deadlineMs = 30_000;
const ago = (ms: number) => new Date(now.getTime() - ms);

interface Row {
  callId?: string;
  accountId?: number;
  mode?: Mode;
  product?: Product;
  state?: 'held' | OutcomeKind;
  heldAt?: Date;
  providerCode?: string | null;
}

/** A call as its process left it. */
async function insertCall(row: Row = {}): Promise<string> {
  const { callId = randomUUIDv7(), accountId = 1, mode = 'live', product = 'sms_code' } = row;
  await database.pool.query(
    `insert into calls (
       account_id, call_id, mode, key_id, product, price_source, unit_price, amount, day, held_at,
       state, provider_code, message_state
     )
     values ($1, $2, $3, 1, $4, 'default', 0, 0, current_date, $5, $6, $7, 'accepted')`,
    [accountId, callId, mode, product, row.heldAt ?? ago(0), row.state ?? 'held', row.providerCode],
  );
  return callId;
}

const sweep = (at = now) => sweepAbandoned(database.pool, at, deadlineMs);
const take = async (at = now, limit = 100, jammed: string[] = []) =>
  (await takeUnresolved(database.pool, at, limit, jammed)).map(({ callId }) => callId);
const listed = async () =>
  (
    await database.pool.query<{ callId: string }>(
      'select call_id as "callId" from unresolved_calls order by call_id',
    )
  ).rows.map(({ callId }) => callId);

/** How often tables that grow with every call were scanned completely. */
async function countWholeReads(): Promise<number> {
  await database.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await database.pool.query<{ reads: number }>(
    `select coalesce(sum(seq_scan), 0)::integer as reads
     from pg_stat_user_tables
     where relname ~ '^(calls|transfers|sandbox_messages|message_contents)'`,
  );
  return rows[0]?.reads ?? Number.NaN;
}

test('frequent statements never scan a growing table', async () => {
  const before = await countWholeReads();
  await sweepAbandoned(database.pool, null, 30_000);
  await sweepReceipts(database.pool, 60_000);
  expect(await countWholeReads()).toBe(before);
  await database.pool.query('select count(*) from calls');
  expect(await countWholeReads()).toBeGreaterThan(before);
});

describe('the search for abandoned calls', () => {
  // @mutant src/line/calls/sql/sweep-abandoned.sql
  // - v_end timestamptz := v_now - p_deadline;
  // + v_end timestamptz := v_now;
  test('takes calls past their deadline, and none that may be under way', async () => {
    await insertCall({ heldAt: ago(deadlineMs) });
    await insertCall({ heldAt: ago(0) });
    const late = await insertCall({ heldAt: ago(deadlineMs + 1) });
    expect(await sweep()).toEqual({ abandoned: 1, isBehind: false });
    expect(await listed()).toEqual([late]);
    expect(await take(ago(1))).toEqual([]);
    expect(await take()).toEqual([late]);
    expect(await sweep(new Date(now.getTime() + 1))).toMatchObject({ abandoned: 1 });
  });

  test.each(['done', 'rejected', 'unavailable', 'unknown'] as const)(
    'skips one that is %s',
    async (state) => {
      await insertCall({ heldAt: ago(deadlineMs + 1), state });
      expect(await sweep()).toMatchObject({ abandoned: 0 });
    },
  );

  test('finds one that was committed up to a minute late', async () => {
    await sweep();
    const late = await insertCall({ heldAt: ago(deadlineMs + 60_000) });
    await insertCall({ heldAt: ago(deadlineMs + 60_001) });
    expect(await sweep()).toMatchObject({ abandoned: 1 });
    expect(await listed()).toEqual([late]);
  });

  test('finds a hold whose commit took minutes, while other transactions went on', async () => {
    await database.pool.query('update call_sweep set swept_until = now()');
    const later = (seconds: number) => new Date(Date.now() + seconds * 1_000);
    const other = await createTestClient();
    await other.query('begin');
    await other.query(
      `insert into calls (
         account_id, call_id, mode, key_id, product, price_source, unit_price, amount, day, held_at,
         state, message_state
       )
       values (1, $1, 'live', 1, 'sms_code', 'default', 0, 0, current_date, clock_timestamp(), 'held',
         'accepted')`,
      [randomUUIDv7()],
    );
    expect(await sweep(later(130))).toMatchObject({ abandoned: 0 });
    await other.query('commit');
    await other.end();
    expect(await sweep(later(131))).toMatchObject({ abandoned: 1 });
  });

  test('looks at three days again when told to, and finds what became visible later still', async () => {
    await sweep();
    const day = 24 * 3_600_000;
    const late = await insertCall({ heldAt: ago(3 * day - 1) });
    expect(await sweep()).toMatchObject({ abandoned: 0 });
    await sweepAnew(database.pool, now);
    expect(await sweep()).toMatchObject({ abandoned: 1, isBehind: false });
    expect(await listed()).toEqual([late]);
  });

  test('counts one once, however often it is seen', async () => {
    await insertCall({ heldAt: ago(deadlineMs + 1) });
    await sweep();
    expect(await sweep()).toMatchObject({ abandoned: 0 });
  });

  test('runs in one process at a time', async () => {
    await insertCall({ heldAt: ago(deadlineMs + 1) });
    const other = await createTestClient();
    await other.query('begin; select from call_sweep for update');
    expect(await sweep()).toEqual({ abandoned: 0, isBehind: false });
    await other.query('rollback');
    await other.end();
    expect(await sweep()).toMatchObject({ abandoned: 1 });
  });

  test('runs for a second, and says that it is behind if that was not enough', async () => {
    await database.pool.query(`update call_sweep set swept_until = '1500-01-01'`);
    await insertCall({ heldAt: ago(deadlineMs + 1) });
    expect(await sweep()).toEqual({ abandoned: 0, isBehind: true });
    const { rows } = await database.pool.query(
      `select swept_until > '1500-01-02' as "isFurther" from call_sweep`,
    );
    expect(rows).toEqual([{ isFurther: true }]);
  });

  test('with a position in the future looks back a day: calls were made since the clock was corrected', async () => {
    const since = await insertCall({ heldAt: ago(600_000) });
    await database.pool.query('update call_sweep set swept_until = $1', [ago(-3_600_000)]);
    expect(await sweep()).toMatchObject({ abandoned: 1 });
    expect(await listed()).toEqual([since]);
  });

  test('gives a call dated ahead by a wrong clock its deadline from now', async () => {
    await insertCall({ heldAt: ago(-3_600_000) });
    await sweep(ago(-7_200_000 - deadlineMs));
    await database.pool.query('truncate unresolved_calls');
    await sweep();
    expect(await take(new Date(now.getTime() + deadlineMs - 1))).toEqual([]);
    expect(await take(new Date(now.getTime() + deadlineMs))).toHaveLength(1);
  });
});

describe('calls to resolve', () => {
  test('are locked by a statement that prunes no partition by a subquery', async () => {
    const plan = await planOf(database.pool, (pool) => takeUnresolved(pool, now, 10, []));
    expect(plan).toEqual({ locksRows: true, subqueryPartitions: [] });
  });

  /** Where each of these is queried. */
  test.each([
    ['live', 'sms_code', 'vendor', 'vendor'],
    ['live', 'sms_notice', null, 'any'],
    ['test', 'sms_code', 'sandbox', 'sandbox'],
    ['test', 'sms_notice', null, 'sandbox'],
    ['live', 'face_verify', 'vendor', 'none'],
    ['test', 'face_verify', null, 'none'],
  ] as const)(
    'of a %s %s that says %s are queried at %s',
    async (mode, product, providerCode, queue) => {
      await insertCall({ mode, product, providerCode, heldAt: ago(deadlineMs + 1) });
      await sweep();
      expect(await takeUnresolved(database.pool, now, 1, [])).toMatchObject([{ queue }]);
      expect(await queues()).toEqual([queue]);
    },
  );

  test('say who reported the state of their message', async () => {
    const callId = await insertCall({ providerCode: 'first' });
    await database.pool.query(`update calls set message_state = 'delivered'`);
    await database.pool.query(
      `insert into receipts (
         account_id, call_id, provider_code, part, state, vendor_code, said_at, received_at
       )
       values (1, $1, 'first', 1, 'sent', '', now(), now() - interval '3 seconds'),
         (1, $1, 'second', 1, 'delivered', '', now(), now() - interval '2 seconds'),
         (1, $1, 'third', 1, 'delivered', '', now(), now() - interval '1 second')`,
      [callId],
    );
    await list(callId, 'first', now);
    const [taken] = await takeUnresolved(database.pool, now, 1, []);
    expect(taken).toMatchObject({ messageState: 'delivered', saidBy: 'second' });
  });

  test('come in due order, up to the limit, and none twice', async () => {
    const ids: string[] = [];
    for (const n of [3, 1, 2, 4]) {
      const callId = await insertCall({ providerCode: n % 2 ? 'odd' : 'even' });
      ids[n] = callId;
      await list(callId, n % 2 ? 'odd' : 'even', ago(10_000 - n));
    }
    expect((await take(now, 2)).sort()).toEqual([ids[1], ids[2]].sort());
    expect((await take(now, 9)).sort()).toEqual([ids[3], ids[4]].sort());
    expect(await take(now, 9)).toEqual([]);
  });

  test('that another process has locked are skipped without waiting', async () => {
    const [taken, free] = [await insertCall(), await insertCall()];
    await list(taken, 'any', ago(2));
    await list(free, 'any', ago(1));
    const other = await createTestClient();
    await other.query('begin');
    await other.query('select from unresolved_calls where call_id = $1 for update', [taken]);
    expect(await take()).toEqual([free]);
    await other.query('rollback');
    await other.end();
    expect(await take()).toEqual([taken]);
  });

  test('in jammed queues are left alone', async () => {
    const [odd, even, any] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    for (const [callId, providerCode] of [
      [odd, 'odd'],
      [even, 'even'],
      [any, null],
    ] as const) {
      await insertCall({ callId, providerCode });
      await list(callId, providerCode ?? 'any', ago(1));
    }
    expect(await take(now, 9, ['odd', 'any'])).toEqual([even]);
    expect(await take(now, 9, ['even'])).toEqual(expect.arrayContaining([odd, any]));
  });

  test('are queried after 2, 4, 8 … seconds, and then every five minutes', async () => {
    const callId = await insertCall();
    await list(callId, 'any', now);
    const pauses: number[] = [];
    for (let at = now.getTime(); pauses.length < 10; ) {
      expect(await take(new Date(at - 1))).toEqual([]);
      expect(await take(new Date(at))).toEqual([callId]);
      const { rows } = await database.pool.query(
        'select next_try_at as "at" from unresolved_calls',
      );
      pauses.push((rows[0].at.getTime() - at) / 1_000);
      at = rows[0].at.getTime();
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test('are queried again and again without a limit', async () => {
    const callId = await insertCall();
    await list(callId, 'any', now);
    await database.pool.query('update unresolved_calls set tries = 5000');
    expect(await take()).toEqual([callId]);
    expect(await take(new Date(now.getTime() + 300_000))).toEqual([callId]);
  });

  test('in a jammed queue cost nothing to skip', async () => {
    const { pool } = database;
    await pool.query(
      `insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane)
       select 1, gen_random_uuid(), $1::timestamptz - make_interval(secs => n), 'unknown', 'jammed'
       from generate_series(1, 5000) n`,
      [now],
    );
    await pool.query('analyze unresolved_calls');
    const callId = await insertCall({ providerCode: 'other' });
    await list(callId, 'other', now);
    const before = await countRead();
    expect(await take(now, 1_000, ['jammed'])).toEqual([callId]);
    expect((await countRead()) - before).toBeLessThan(100);
  });

  test('become due by a receipt, and only those', async () => {
    const [madeDue, other] = [await insertCall(), await insertCall()];
    const later = new Date(Date.now() + 60_000);
    await list(madeDue, 'any', later);
    await list(other, 'any', later);
    await makeUnresolvedDue(database.pool, [
      { accountId: 1, callId: madeDue },
      { accountId: 2, callId: other },
    ]);
    // The database clock is finer: within one millisecond its time is later than ours.
    expect(await take(new Date(Date.now() + 1_000))).toEqual([madeDue]);
  });

  test('are removed one by one, by account and call', async () => {
    const [gone, stays] = [await insertCall(), await insertCall()];
    await list(gone, 'any', now);
    await list(stays, 'any', now);
    await dropResolved(database.pool, []);
    await dropResolved(database.pool, [
      { accountId: 1, callId: gone },
      { accountId: 2, callId: stays },
    ]);
    expect(await listed()).toEqual([stays]);
    expect(await countUnresolved(database.pool)).toBe(1);
  });
});

test('the state of a call is shown only to its own account', async () => {
  const callId = await insertCall({ state: 'done' });
  expect(await findCallStates(database.pool, [{ accountId: 1, callId }])).toEqual(
    new Map([[callId, 'done']]),
  );
  expect(await findCallStates(database.pool, [{ accountId: 2, callId }])).toEqual(new Map());
});

describe('a settle with an unknown outcome', () => {
  let world: LedgerWorld;
  beforeAll(async () => {
    world = await createLedgerWorld(database.pool);
  });

  test('puts its call into its provider’s queue, even if it counted as abandoned before', async () => {
    const callId = randomUUIDv7();
    const item = holdItemOf(world, callId, 0n);
    const order = { ...item.order, product: 'sms_notice' } as HoldItem['order'];
    await world.holds.add({ ...item, order });
    await database.pool.query('update call_sweep set swept_until = now()');
    await sweepAbandoned(database.pool, new Date(Date.now() + 60_000), deadlineMs);
    expect(await queues()).toEqual(['any']);
    await world.settles.add({ ...settleItemOf(world, callId, 'unknown'), providerCode: 'vendor' });
    // It counted as abandoned before; now its provider is known.
    expect(await queues()).toEqual(['vendor']);
    await database.pool.query('truncate unresolved_calls');
  });

  test('leaves the others of its batch alone', async () => {
    const [done, unknown] = [randomUUIDv7(), randomUUIDv7()];
    await Promise.all([done, unknown].map((id) => world.holds.add(holdItemOf(world, id, 0n))));
    await Promise.all([
      world.settles.add(settleItemOf(world, done, 'done')),
      world.settles.add(settleItemOf(world, unknown, 'unknown')),
    ]);
    expect(await listed()).toEqual([unknown]);
    const due = async (ms: number) => take(new Date(Date.now() + ms));
    expect(await due(0)).toEqual([]);
    expect(await due(60_000)).toEqual([unknown]);
  });
});

async function queues(): Promise<string[]> {
  const { rows } = await database.pool.query<{ lane: string }>('select lane from unresolved_calls');
  return rows.map(({ lane }) => lane);
}

async function list(callId: string, queue: string, at: Date): Promise<void> {
  await database.pool.query(
    `insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane)
     values (1, $1, $2, 'unknown', $3)`,
    [callId, at, queue],
  );
}

/** How many rows of the list were read, by any plan. */
async function countRead(): Promise<number> {
  await database.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await database.pool.query<{ read: number }>(
    `select (seq_tup_read + idx_tup_fetch + (
         select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'unresolved_calls'
       ))::integer as read
     from pg_stat_user_tables where relname = 'unresolved_calls'`,
  );
  return rows[0]?.read ?? Number.NaN;
}

async function createTestClient(): Promise<pg.Client> {
  const client = new pg.Client(database.target);
  await client.connect();
  return client;
}

test('a provider is queried about calls in its queue, and those that may have reached it after another', async () => {
  const { pool } = database;
  await pool.query('truncate attempts');
  const heldAt = ago(deadlineMs + 1);
  const ids: string[] = [];
  for (const providerCode of ['own', 'other', 'other', 'other', 'other']) {
    ids.push(await insertCall({ heldAt, providerCode }));
  }
  await sweep();
  const tried = [
    [ids[1], 'own', null],
    [ids[2], 'own', 'unknown'],
    [ids[3], 'own', 'unavailable'],
    [ids[4], 'third', null],
    // This one has a known outcome.
    [await insertCall({ heldAt, providerCode: 'own', state: 'done' }), 'own', null],
  ];
  for (const [callId, providerCode, outcome] of tried) {
    await pool.query(
      `insert into attempts (account_id, call_id, attempt, provider_code, outcome, started_at)
       values (1, $1, 2, $2, $3, now())`,
      [callId, providerCode, outcome],
    );
  }
  expect(await countUnresolvedOf(pool, 'own')).toBe(3);
  expect(await countUnresolvedOf(pool, 'other')).toBe(4);
  expect(await countUnresolvedOf(pool, 'third')).toBe(1);
  expect(await countUnresolvedOf(pool, 'fourth')).toBe(0);
});
