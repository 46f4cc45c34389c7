import { randomUUIDv7 } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import {
  createLedgerWorld,
  dyingPool,
  holdItemOf,
  type LedgerWorld,
  orDied,
  settleItemOf,
} from '../../../test/kit/ledger-table.ts';
import { project, recount } from '../../../test/kit/search-recount.ts';
import { refund, topUp } from '../../money/ledger/queries.ts';
import { endSilentMessages } from '../../products/messages/receipt-queries.ts';
import { magicMobiles } from '../../vendors/sandbox/sandbox-scripts.ts';
import { projectSome } from './project-queries.ts';
import { findCalls } from './search-queries.ts';

async function copyOf(pool: Pool, callId: string) {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select f.state, f.result, f.reason, s.charged
     from call_search s join call_facets f using (facet_id)
     where s.call_id = $1`,
    [callId],
  );
  return rows[0];
}

describe('the copy of a message shows', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    // A silent provider is given no more time than a slow machine needs.
    fixture = await createFixture({ settings: { providerTimeoutMs: 1_000 } });
  });
  afterAll(() => fixture.close());
  afterEach(async () => {
    await project(fixture.pool);
    expect(await recount(fixture.pool)).toEqual([]);
  });

  const send = async (mobile: string) =>
    (await fixture.call('sms_code', { mobile, code: '246810' })).body.requestId;

  test('when it was sent, and when it was delivered', async () => {
    const callId = await send('13812345678');
    await project(fixture.pool);
    const sent = { state: 'done', result: 'sent', reason: '', charged: 500n };
    expect(await copyOf(fixture.pool, callId)).toEqual(sent);
    await fixture.fireReceipts(2_000);
    await project(fixture.pool);
    expect(await copyOf(fixture.pool, callId)).toEqual({ ...sent, result: 'delivered' });
  });

  test('the reason when it was refused or not delivered', async () => {
    const refused = await send('13800000001');
    const blocked = await send('13800000009');
    await fixture.fireReceipts(2_000);
    await project(fixture.pool);
    expect(await copyOf(fixture.pool, refused)).toMatchObject({ state: 'rejected', charged: 0n });
    expect((await copyOf(fixture.pool, refused))?.reason).not.toBe('');
    expect(await copyOf(fixture.pool, blocked)).toMatchObject({ result: 'undelivered' });
  });

  test('the reason of the last provider', async () => {
    const callId = await send('13800000001');
    await fixture.pool.query(
      `update attempts set attempt = 2, reason = 'content_refused' where call_id = $1`,
      [callId],
    );
    await fixture.pool.query(
      `insert into attempts (account_id, call_id, attempt, provider_code, outcome, reason, started_at)
       values ($1, $2, 1, 'first', 'unavailable', 'provider_fault', now())`,
      [fixture.accountId, callId],
    );
    await project(fixture.pool);
    expect(await copyOf(fixture.pool, callId)).toMatchObject({ reason: 'content_refused' });
  });

  test('its own time, even if the clock that made its id was half a minute wrong', async () => {
    const callId = await send('13812345681');
    await project(fixture.pool);
    for (const wrong of ['-40 seconds', '40 seconds']) {
      const { rows } = await fixture.pool.query<{ at: Date }>(
        `update calls set held_at = held_at + $2::interval where call_id = $1
         returning held_at as at`,
        [callId, wrong],
      );
      const heldAt = rows[0]?.at as Date;
      await fixture.pool.query('update call_search set held_at = $2 where call_id = $1', [
        callId,
        heldAt,
      ]);
      const from = new Date(heldAt.getTime() - 1_000);
      const to = new Date(heldAt.getTime() + 1_000);
      const own = { kind: 'account', accountId: fixture.accountId } as const;
      const found = await findCalls(fixture.pool, own, 'test', { from, to }, { limit: 99 });
      expect(found.calls.map((call) => call.callId)).toEqual([callId]);
      await fixture.pool.query(
        'update calls set held_at = held_at - $2::interval where call_id = $1',
        [callId, wrong],
      );
    }
    await fixture.pool.query(
      `update call_search s set held_at = c.held_at from calls c
       where c.call_id = $1 and s.call_id = $1`,
      [callId],
    );
  });

  test('an outcome that was unknown at first', async () => {
    const callId = await send('13800000007');
    await project(fixture.pool);
    expect(await copyOf(fixture.pool, callId)).toMatchObject({ state: 'unknown', charged: 0n });
    await fixture.pool.query('update unresolved_calls set next_try_at = now()');
    await fixture.resolve();
    await project(fixture.pool);
    expect(await copyOf(fixture.pool, callId)).toMatchObject({ state: 'done', charged: 500n });
  });

  test('that no receipt ever came', async () => {
    const callId = await send('13800000004');
    await project(fixture.pool);
    const later = new Date(Date.now() + 100 * 3_600_000);
    await endSilentMessages(fixture.pool, later, 72, new AbortController().signal);
    await project(fixture.pool);
    expect(await copyOf(fixture.pool, callId)).toMatchObject({ result: 'unknown' });
  });

  test('a refund, in whatever state and whenever it is seen', async () => {
    const { accountId, pool } = fixture;
    const early = await send('13812345679');
    await refund(byTest(pool), { accountId, callId: early, reason: 'a test' });
    await project(pool);
    expect(await copyOf(pool, early)).toMatchObject({ state: 'done', charged: 0n });
    await fixture.fireReceipts(2_000);
    await project(pool);
    expect(await copyOf(pool, early)).toMatchObject({ result: 'delivered', charged: 0n });

    const late = await send('13812345680');
    await fixture.fireReceipts(2_000);
    await project(pool);
    await refund(byTest(pool), { accountId, callId: late, reason: 'a test' });
    await project(pool);
    expect(await copyOf(pool, late)).toMatchObject({ result: 'delivered', charged: 0n });
  });

  // @mutant src/line/search/sql/project-calls.sql
  // - -1, -d.old_charged, -coalesce(d.old_cost, 0),
  // + -1, -d.old_charged, 0,
  test('its cost once, however often it is copied, and whenever the cost becomes known', async () => {
    const { pool } = fixture;
    const callId = await send('13812345681');
    const know = (cost: number) =>
      pool.query(
        `with known as (
           insert into call_costs (account_id, call_id, provider_code, cost, source)
           values ($1, $2, 'sandbox', $3, 'receipt')
           on conflict (account_id, call_id) do update set cost = excluded.cost
         )
         select events_note_change($1, $2)`,
        [fixture.accountId, callId, cost],
      );
    const counted = async (table: 'platform_hours' | 'call_hours') => {
      await project(pool);
      const { rows } = await pool.query(
        `select sum(cost)::bigint as cost, sum(charged - uncosted_charged)::bigint as costed from ${table}`,
      );
      return rows[0];
    };
    const both = async () => [await counted('platform_hours'), await counted('call_hours')];
    const counts = (cost: bigint, costed: bigint) => Array(2).fill({ cost, costed });
    expect(await both()).toEqual(counts(0n, 0n));
    await know(120);
    expect(await both()).toEqual(counts(120n, 500n));
    await fixture.fireReceipts(2_000);
    expect(await both()).toEqual(counts(120n, 500n));
    await know(130);
    expect(await both()).toEqual(counts(130n, 500n));
    await refund(byTest(pool), { accountId: fixture.accountId, callId, reason: 'a test' });
    expect(await both()).toEqual(counts(130n, 0n));
  });

  test('the right counts for every sandbox number, in any order of steps', async () => {
    const caller = await fixture.newCaller();
    // Numbers that keep a call waiting until its timeout are tested above.
    const quick = magicMobiles.filter(({ script }) => !script.startsWith('timeout'));
    for (const round of [0, 1]) {
      await Promise.all(
        quick.map(({ mobile }) => caller.call('sms_code', { mobile, code: `12345${round}` })),
      );
      if (round === 0) await project(fixture.pool);
      await fixture.fireReceipts(40_000);
    }
  });
});

describe('calls', () => {
  let database: TestDatabase;
  let pool: Pool;
  let world: LedgerWorld;
  let outsider: PoolClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.pool;
    world = await createLedgerWorld(pool);
    const { accountId, mode } = world;
    await topUp(byTest(pool), { accountId, mode, amount: 10_000_000n, reference: 'first' });
    outsider = await pool.connect();
  });
  afterAll(async () => {
    outsider.release(true);
    await database.drop();
  });
  afterEach(async () => {
    await project(pool);
    expect(await recount(pool)).toEqual([]);
  });

  async function hold(): Promise<string> {
    const item = holdItemOf(world, randomUUIDv7(), 500n);
    expect((await world.holds.add(item)).verdict).toBe('held');
    return item.callId;
  }
  const settle = (callId: string) => world.settles.add(settleItemOf(world, callId, 'done'));
  const makeMany = async (count: number) => {
    const ids = await Promise.all(Array.from({ length: count }, hold));
    await Promise.all(ids.map(settle));
    return ids;
  };
  const countCopies = async () =>
    (await pool.query<{ count: number }>('select count(*)::integer from call_search')).rows[0]
      ?.count;

  test('that are committed after others with later ids are still found', async () => {
    const [slow, quick] = [await hold(), await hold()];
    await outsider.query('begin');
    await outsider.query(`update calls set state = 'done', ended_at = now() where call_id = $1`, [
      slow,
    ]);
    await outsider.query('select events_note_changes($1, $2)', [[world.accountId], [slow]]);
    await settle(quick);
    await project(pool);
    expect(await copyOf(pool, quick)).toMatchObject({ state: 'done' });
    expect(await copyOf(pool, slow)).toBeUndefined();
    await outsider.query('commit');
    await project(pool);
    expect(await copyOf(pool, slow)).toMatchObject({ state: 'done' });
  });

  test('that were copied while held are copied again with their outcome', async () => {
    const callId = await hold();
    await pool.query('select events_note_changes($1, $2)', [[world.accountId], [callId]]);
    await project(pool);
    expect(await copyOf(pool, callId)).toMatchObject({ state: 'held', charged: 0n });
    await settle(callId);
    await project(pool);
    expect(await copyOf(pool, callId)).toMatchObject({ state: 'done', charged: 500n });
  });

  test('whose number exists without a copy are an error, and not retried forever', async () => {
    const callId = (await makeMany(1))[0] as string;
    await outsider.query('begin');
    await outsider.query(`update calls set number_hash = '\\x01' where call_id = $1`, [callId]);
    await outsider.query(
      'insert into call_numbers select number_hash, call_id, account_id from calls where call_id = $1',
      [callId],
    );
    const projecting = outsider.query('select search_project(100, interval $$0$$)');
    await expect(projecting).rejects.toMatchObject({ code: '23505' });
    await outsider.query('rollback');
    await project(pool);
    expect(await copyOf(pool, callId)).toMatchObject({ state: 'done' });
  });

  test('are not delayed by one that cannot be copied, which is reported and retried', async () => {
    const bad = (await makeMany(1))[0] as string;
    const wrong = `update calls set number_hash = '\\x01' where call_id = $1`;
    await pool.query(wrong, [bad]);
    await pool.query(
      'insert into call_numbers select number_hash, call_id, account_id from calls where call_id = $1',
      [bad],
    );
    const others = [];
    for (let notes = 0; notes < 7; notes++) others.push(...(await makeMany(2)));
    await expect(project(pool)).rejects.toMatchObject({ code: '23505' });
    for (const callId of others)
      expect(await copyOf(pool, callId)).toMatchObject({ state: 'done' });
    expect(await copyOf(pool, bad)).toBeUndefined();
    await project(pool);
    await pool.query('delete from call_numbers where call_id = $1', [bad]);
    await pool.query(`update call_changes set made_at = made_at - interval '50 seconds'`);
    await project(pool);
    expect(await copyOf(pool, bad)).toMatchObject({ state: 'done' });
  });

  test('that are too many for one statement are copied in several', async () => {
    for (let notes = 0; notes < 4; notes++) await makeMany(1);
    const asked: unknown[] = [];
    const query = async (statement: { text: string; values: number[] }) => {
      asked.push(statement.values[0]);
      if ((statement.values[0] as number) > 12) {
        throw Object.assign(new Error('it took too long'), { code: '57014' });
      }
      return pool.query(statement);
    };
    const client = { query, release: () => {} };
    await project({ connect: async () => client } as unknown as Pool);
    expect(asked).toEqual([100, 50, 25, 12]);
    expect((await pool.query('select from call_changes')).rows).toHaveLength(0);
  });

  test.each(['before commit', 'after commit'] as const)(
    'are copied once if the copying process dies %s',
    async (point) => {
      const before = (await countCopies()) ?? 0;
      await makeMany(5);
      expect(await orDied(projectSome(dyingPool(pool, point), 100, 0))).toBe('died');
      expect(await countCopies()).toBe(point === 'before commit' ? before : before + 5);
      await project(pool);
      expect(await countCopies()).toBe(before + 5);
    },
  );

  test('are copied once, however many processes copy while they are created', async () => {
    const before = (await countCopies()) ?? 0;
    let isOver = false;
    const copying = [1, 2, 3].map(async () => {
      while (!isOver) await project(pool);
    });
    for (let round = 0; round < 5; round++) await makeMany(20);
    isOver = true;
    await Promise.all(copying);
    await project(pool);
    expect(await countCopies()).toBe(before + 100);
  });

  test('are left to the process that is copying', async () => {
    await makeMany(1);
    await outsider.query('begin');
    await outsider.query('select search_project(100, interval $$0$$)');
    expect(await projectSome(pool, 100, 0)).toBe(0);
    await outsider.query('rollback');
    expect(await projectSome(pool, 100, 0)).toBe(1);
  });

  test('with more changes than one run takes are still copied', async () => {
    const [callId] = await makeMany(1);
    await pool.query('select events_note_changes($1, $2) from generate_series(1, 250)', [
      [world.accountId],
      [callId],
    ]);
    await project(pool);
    const { rows } = await pool.query('select from call_changes');
    expect(rows).toHaveLength(0);
  });

  test('pause for a while, unless the clock was ahead', async () => {
    const callId = (await makeMany(1))[0] as string;
    expect(await projectSome(pool, 100, 3_600_000)).toBe(0);
    await pool.query(`update call_changes set made_at = now() + interval '1 day'`);
    expect(await projectSome(pool, 100, 3_600_000)).toBe(1);
    expect(await copyOf(pool, callId)).toMatchObject({ state: 'done' });
  });
});
