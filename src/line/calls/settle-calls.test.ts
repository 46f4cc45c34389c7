import { randomUUIDv7 } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createLedgerWorld,
  holdItemOf,
  type LedgerWorld,
  settleItemOf,
} from '../../../test/kit/ledger-table.ts';
import type { OutcomeKind } from '../../foundation/contract/products.ts';
import { topUp } from '../../money/ledger/queries.ts';

let database: TestDatabase;
let pool: Pool;
let world: LedgerWorld;
let outsider: PoolClient;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = database.pool;
  world = await createLedgerWorld(pool);
  const { accountId, mode } = world;
  await topUp(byTest(pool), { accountId, mode, amount: 10_000_000n, reference: 'first' });
  outsider = await pool.connect();
});
afterEach(async () => {
  outsider.release(true);
  await database.drop();
});

async function hold(): Promise<string> {
  const item = holdItemOf(world, randomUUIDv7(), 500n);
  expect((await world.holds.add(item)).verdict).toBe('held');
  return item.callId;
}

/** A table large enough that plans differ from those of an empty one. */
async function fill(count: number): Promise<void> {
  await pool.query(
    `insert into calls (
       account_id, call_id, mode, key_id, product, price_source, unit_price, amount, day, held_at,
       state, message_state
     )
     select 1 + n % 50, (
         left(uuid_floor(now() - make_interval(secs => n))::text, 14) || substr(md5(n::text), 1, 4) ||
         '-8' || substr(md5(n::text), 5, 3) || '-' || substr(md5(n::text), 8, 12)
       )::uuid, 'test', 1, 'sms_code', 'default', 500, 0, current_date, now(), 'done', 'delivered'
     from generate_series(1, $1) n`,
    [count],
  );
  await pool.query('analyze calls');
}

describe('a settle', () => {
  test('that has to wait for a receipt is still applied, on a filled table', async () => {
    await fill(60_000);
    const calls = await Promise.all(Array.from({ length: 20 }, hold));
    await outsider.query('begin');
    await outsider.query(
      `update calls set message_state = 'delivered' where account_id = $1 and call_id = any ($2)`,
      [world.accountId, calls],
    );
    const settles = calls.map((callId) => world.settles.add(settleItemOf(world, callId, 'done')));
    await expect.poll(() => countBlocked(pool)).toBe(1);
    await outsider.query('commit');
    const results = await Promise.all(settles);
    expect(results.filter(({ isApplied }) => !isApplied)).toEqual([]);
    const { rows } = await pool.query(
      `select count(*)::integer as count from calls
       where call_id = any ($1) and state = 'done' and message_state = 'delivered'`,
      [calls],
    );
    expect(rows).toEqual([{ count: calls.length }]);
  });

  test('locks its calls in the same order as receipts, whatever their order in the batch', async () => {
    const calls = (await Promise.all([hold(), hold(), hold()])).sort();
    await outsider.query('begin');
    await outsider.query('select 1 from calls where account_id = $1 and call_id = $2 for update', [
      world.accountId,
      calls[0],
    ]);
    const reversed = [...calls].reverse();
    const settles = reversed.map((id) => world.settles.add(settleItemOf(world, id, 'done')));
    await expect.poll(() => countBlocked(pool)).toBe(1);
    // If a later row were locked already, the two would deadlock.
    const { rowCount } = await outsider.query(
      'select 1 from calls where account_id = $1 and call_id = any ($2) for update nowait',
      [world.accountId, calls],
    );
    expect(rowCount).toBe(3);
    await outsider.query('rollback');
    expect((await Promise.all(settles)).every(({ isApplied }) => isApplied)).toBe(true);
  });

  test('notifies accounts if the outcome was unknown, with the reason of the last attempt', async () => {
    const calls = await Promise.all([hold(), hold(), hold(), hold()]);
    const [lost, found, plain, refused] = calls as [string, string, string, string];
    const settle = (callId: string, state: OutcomeKind, evidence: string | null = null) =>
      world.settles.add({ ...settleItemOf(world, callId, state), evidence });
    for (const callId of [lost, found]) {
      await settle(callId, 'unknown', 'no answer');
      await pool.query(
        `insert into attempts (account_id, call_id, attempt, provider_code, reason, started_at)
         values ($1, $2, 1, 'first', 'provider_limit', now()), ($1, $2, 2, 'second', 'no_answer', now())`,
        [world.accountId, callId],
      );
    }
    await Promise.all([
      ...[settle(plain, 'done'), settle(refused, 'rejected', 'said no')],
      ...[settle(lost, 'unavailable', 'asked'), settle(found, 'done', 'asked')],
    ]);
    const { rows } = await pool.query(
      `select type, subject_id as "callId", body ->> 'state' as state, body ->> 'reason' as reason,
         body ->> 'charged' as charged
       from events
       order by state`,
    );
    const type = 'call.resolved';
    expect(rows).toEqual([
      { type, callId: found, state: 'done', reason: null, charged: '500' },
      { type, callId: lost, state: 'released', reason: 'no_answer', charged: '0' },
    ]);
  });
});
