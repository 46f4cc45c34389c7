import { randomUUIDv7 } from 'node:crypto';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createLedgerWorld,
  holdItemOf,
  type LedgerWorld,
  settleItemOf,
  writerPorts,
} from '../../../test/kit/ledger-table.ts';
import { createPool } from '../../foundation/db/connect.ts';
import { audit } from '../../money/ledger/audit-ledger.ts';
import { topUp } from '../../money/ledger/queries.ts';
import { createLineWriter } from './line-writer.ts';

let database: TestDatabase;
let linePool: Pool;
let outsider: PoolClient;
let locked: LedgerWorld;
let free: LedgerWorld;

beforeEach(async () => {
  database = await createTestDatabase();
  linePool = createPool(database.target, { max: 5, applicationName: 'line', lockTimeoutMs: 250 });
  locked = await createPaying();
  free = await createPaying();
  outsider = await database.pool.connect();
});
afterEach(async () => {
  await outsider.query('rollback');
  outsider.release();
  await linePool.end();
  await database.drop();
});

async function createPaying(): Promise<LedgerWorld> {
  const world = await createLedgerWorld(database.pool);
  const { accountId, mode } = world;
  await topUp(byTest(database.pool), { accountId, mode, amount: 10_000_000n, reference: 'first' });
  return world;
}

async function lockWallet({ accountId }: LedgerWorld): Promise<void> {
  await outsider.query('begin');
  await outsider.query('select 1 from wallets where account_id = $1 for update', [accountId]);
}

const holdOf = (world: LedgerWorld) => holdItemOf(world, randomUUIDv7(), 500n);

/** The line's pool, and the numbers of its statements: all of them, and the most at once. */
function countStatements() {
  const counts = { all: 0, now: 0, most: 0 };
  const query = async (statement: QueryConfig) => {
    counts.all++;
    counts.most = Math.max(counts.most, ++counts.now);
    try {
      return await linePool.query(statement);
    } finally {
      counts.now--;
    }
  };
  return { counts, pool: { query } as unknown as Pool };
}

describe('a wallet locked by someone else', () => {
  test('delays only its own calls, which continue when it is free', async () => {
    const warned: object[] = [];
    const ports = writerPorts(linePool);
    const log = { ...ports.log, warn: (fields: object) => void warned.push(fields) };
    const { holds, settles } = createLineWriter({ ...ports, log });
    await lockWallet(locked);
    let isDecided = false;
    const waiting = Array.from({ length: 5 }, () => holds.add(holdOf(locked)));
    void Promise.all(waiting).then(() => {
      isDecided = true;
    });
    for (let i = 0; i < 2; i++) {
      const item = holdOf(free);
      expect((await holds.add(item)).verdict).toBe('held');
      expect((await settles.add(settleItemOf(free, item.callId, 'done'))).isApplied).toBe(true);
    }
    expect(isDecided).toBe(false);
    // Later calls join the waiting ones, and block no other call either.
    const late = holds.add(holdOf(locked));
    expect((await holds.add(holdOf(free))).verdict).toBe('held');
    expect(warned).toEqual([{ wallets: 1 }]);
    await outsider.query('rollback');
    const results = await Promise.all([...waiting, late]);
    expect(results.map(({ verdict }) => verdict)).toEqual(Array(6).fill('held'));
    await holds.drained();
    expect((await audit(database.pool)).faults).toEqual([]);
  });

  test('that stays locked fails its calls, with nothing held', async () => {
    const { holds } = createLineWriter(writerPorts(linePool));
    await lockWallet(locked);
    // They settle after two seconds, and not when the lock is finally released.
    const [lost, held] = await Promise.allSettled([
      holds.add(holdOf(locked)),
      holds.add(holdOf(free)),
    ]);
    expect(held).toMatchObject({ status: 'fulfilled', value: { verdict: 'held' } });
    expect(lost.status).toBe('rejected');
    await outsider.query('rollback');
    const { rows } = await database.pool.query(
      'select count(*)::integer as count from calls where account_id = $1',
      [locked.accountId],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});

test('calls wait for an upgrade that locks all wallets for longer than two tries take', async () => {
  const { counts, pool } = countStatements();
  const { holds } = createLineWriter(writerPorts(pool));
  await outsider.query('begin; lock table wallets in exclusive mode');
  const waiting = holds.add(holdOf(free));
  // The first try, the search for locked wallets, and one more search.
  await expect.poll(() => counts.all).toBeGreaterThan(2);
  await outsider.query('rollback');
  expect((await waiting).verdict).toBe('held');
});

describe('the queue of a locked wallet', () => {
  test('lets the other calls of its batch be answered at once', async () => {
    const { holds } = createLineWriter(writerPorts(linePool));
    await lockWallet(locked);
    // Added in one tick, so that one batch takes them all.
    const waiting = holds.add(holdOf(locked));
    const decided: string[] = [];
    void waiting.then(() => decided.push('locked'));
    const free5 = Array.from({ length: 5 }, () => holds.add(holdOf(free)));
    await Promise.all(free5);
    decided.push('free');
    await outsider.query('rollback');
    expect((await waiting).verdict).toBe('held');
    expect(decided).toEqual(['free', 'locked']);
  });

  test('is dropped when it is empty: later calls share a statement with others again', async () => {
    const { counts, pool } = countStatements();
    const warn = vi.fn();
    const ports = writerPorts(pool);
    const { holds } = createLineWriter({ ...ports, log: { ...ports.log, warn } });
    await lockWallet(locked);
    const waiting = holds.add(holdOf(locked));
    await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0);
    await outsider.query('rollback');
    await waiting;
    await holds.drained();
    const before = counts.all;
    await Promise.all([holds.add(holdOf(locked)), holds.add(holdOf(free))]);
    expect(counts.all - before).toBe(1);
  });

  test('frees its slot for the next: more locked wallets than queues all proceed, two at a time', async () => {
    const { counts, pool } = countStatements();
    const { holds } = createLineWriter(writerPorts(pool));
    const worlds = [locked, free, await createPaying(), await createPaying()];
    await outsider.query('begin');
    for (const { accountId } of worlds) {
      await outsider.query('select 1 from wallets where account_id = $1 for update', [accountId]);
    }
    const waiting = worlds.map((world) => holds.add(holdOf(world)));
    // One statement for all, one that finds the locked wallets, and then one for each queue.
    await expect.poll(() => counts.all).toBeGreaterThanOrEqual(4);
    await outsider.query('rollback');
    const results = await Promise.all(waiting);
    expect(results.map(({ verdict }) => verdict)).toEqual(Array(4).fill('held'));
    // The other connections of the line are left to all other calls.
    expect(counts.most).toBe(2);
  });

  test('lets a settle wait for as long as it takes, and drains completely', async () => {
    const { counts, pool } = countStatements();
    const { holds, settles } = createLineWriter(writerPorts(pool));
    const item = holdOf(locked);
    await holds.add(item);
    await lockWallet(locked);
    const settled = settles
      .add(settleItemOf(locked, item.callId, 'done'))
      .catch(() => 'asked again');
    void holds.add(holdOf(free));
    // It has waited for the lock twice by then, and in its own queue.
    const before = counts.all;
    await expect.poll(() => counts.all - before).toBeGreaterThanOrEqual(3);
    void outsider.query('rollback');
    await settles.drained();
    expect(settles.pending()).toBe(0);
    expect(await settled).toMatchObject({ isApplied: true });
  });

  test('keeps its calls pending while they are set aside, and a stop waits for them', async () => {
    const warn = vi.fn();
    const ports = writerPorts(linePool);
    const { holds, settles } = createLineWriter({ ...ports, log: { ...ports.log, warn } });
    const item = holdOf(locked);
    await holds.add(item);
    await lockWallet(locked);
    settles.add(settleItemOf(locked, item.callId, 'done')).catch(() => 'asked again');
    await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0);
    const drained = settles.drained().then(() => 'drained');
    const pause = new Promise((resolve) => setTimeout(resolve, 300, 'waiting'));
    expect(await Promise.race([drained, pause])).toBe('waiting');
    expect(settles.pending()).toBe(1);
    await outsider.query('rollback');
    await drained;
    expect(settles.pending()).toBe(0);
  });
});

test('a statement takes at most a thousand calls, and the rest wait for the next', async () => {
  const { counts, pool } = countStatements();
  const { holds } = createLineWriter(writerPorts(pool));
  const free1001 = Array.from({ length: 1_001 }, () =>
    holds.add(holdItemOf(free, randomUUIDv7(), 0n)),
  );
  await Promise.all(free1001);
  expect(counts.all).toBe(2);
});

/** A pool whose first statement is carried out or not, and never answered. */
function silentPool(isCarriedOut: boolean, meanwhile = async () => {}): Pool {
  let isFirst = true;
  const query = async (statement: QueryConfig) => {
    if (!isFirst) return linePool.query(statement);
    isFirst = false;
    if (isCarriedOut) await linePool.query(statement);
    await meanwhile();
    throw new Error('Query read timeout');
  };
  return { query } as unknown as Pool;
}

describe('a batch without an answer', () => {
  test('continues if its rows show that it was written', async () => {
    const { holds } = createLineWriter(writerPorts(silentPool(true)));
    const item = holdOf(free);
    expect(await holds.add(item)).toEqual({ verdict: 'held', retryAfterMs: null });
    const { settles } = createLineWriter(writerPorts(silentPool(true)));
    const settled = await settles.add(settleItemOf(free, item.callId, 'done'));
    expect(settled).toEqual({ state: 'done', isApplied: true });
    expect((await audit(database.pool)).faults).toEqual([]);
  });

  // @mutant src/line/calls/line-writer.ts
  // - if ('settle' in item && state === item.settle.state)
  // + if ('settle' in item && state)
  test('of a settle whose call is still held is no outcome', async () => {
    const item = holdOf(free);
    await createLineWriter(writerPorts(linePool)).holds.add(item);
    const { settles } = createLineWriter(writerPorts(silentPool(false)));
    const settle = () => settles.add(settleItemOf(free, item.callId, 'done'));
    await expect(settle()).rejects.toThrow('Query read timeout');
    expect(await settle()).toEqual({ state: 'done', isApplied: true });
  });

  test.each(['rejected', 'unavailable', 'unknown'] as const)(
    'of a settle whose call ended differently, as %s, is no outcome either',
    async (state) => {
      const item = holdOf(free);
      const { holds, settles: others } = createLineWriter(writerPorts(linePool));
      await holds.add(item);
      await others.add(settleItemOf(free, item.callId, state));
      const { settles } = createLineWriter(writerPorts(silentPool(false)));
      const settle = settles.add(settleItemOf(free, item.callId, 'done'));
      await expect(settle).rejects.toThrow('Query read timeout');
    },
  );

  // @mutant src/line/calls/line-writer.ts
  // - if ('hold' in item && state === 'held') return
  // + if ('hold' in item && state) return
  test.each(['done', 'rejected', 'unavailable', 'unknown'] as const)(
    'of a hold whose call ended meanwhile, as %s, is not carried out',
    async (state) => {
      const item = holdOf(free);
      const { settles } = createLineWriter(writerPorts(linePool));
      const { holds } = createLineWriter(
        writerPorts(
          silentPool(true, async () => {
            await settles.add(settleItemOf(free, item.callId, state));
          }),
        ),
      );
      await expect(holds.add(item)).rejects.toThrow('Query read timeout');
    },
  );

  test('fails if its rows are missing, and blocks nothing behind it', async () => {
    const { holds } = createLineWriter(writerPorts(silentPool(false)));
    await expect(holds.add(holdOf(free))).rejects.toThrow('Query read timeout');
    expect((await holds.add(holdOf(free))).verdict).toBe('held');
  });
});
