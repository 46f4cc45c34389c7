import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createLedgerWorld,
  type LedgerWorld,
  settleItemOf,
  writerPorts,
} from '../../../test/kit/ledger-table.ts';
import { messageItemOf } from '../../../test/kit/message-item.ts';
import { planOf } from '../../../test/kit/subquery-partitions.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import { createLineWriter } from '../../line/calls/line-writer.ts';
import { silenceQuestions } from '../../products/messages/poll-messages.ts';
import {
  pollSilent,
  pruneProviderRefs,
  type SilenceQuestion,
  takeDuePolls,
} from './poll-queries.ts';

const second = 1_000;
const hour = 3_600 * second;
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
  await pool.query('delete from provider_refs');
  clock = createMovableClock(new Date('2026-06-15T12:00:00Z'));
  const writers = createLineWriter(writerPorts(pool, clock));
  world = { ...(await createLedgerWorld(pool)), ...writers };
});

/** A message that its provider accepted under these ids. */
async function send(refs: string[], { providerCode = 'mine', poll = true } = {}): Promise<string> {
  const item = messageItemOf(world, { number: refs.join() });
  await world.holds.add(item);
  const settle = settleItemOf(world, item.callId, 'done');
  await world.settles.add({ ...settle, providerCode, details: JSON.stringify({ refs, poll }) });
  return item.callId;
}

const take = async (limit = 10, jammed: string[] = [], pushing: string[] = []) =>
  (await takeDuePolls(pool, { limit, jammed, pushing }, clock.databaseNow())).map(
    (one) => one.providerRef,
  );

const isWaitedFor = async () =>
  (await pool.query('select from provider_refs where poll_at is not null')).rowCount !== 0;

describe('a message of a provider that does not call back', () => {
  test('is polled after 20 seconds, and then less and less often', async () => {
    await send(['a']);
    const pauses = [20, 60, 180, 540, 1_620, 4_860, 14_580, 21_600, 21_600];
    for (const pause of pauses) {
      clock.move(pause * second - 1);
      expect([pause, await take()]).toEqual([pause, []]);
      clock.move(1);
      expect([pause, await take()]).toEqual([pause, ['a']]);
    }
  });

  test('is polled for three days, and once more', async () => {
    await send(['a']);
    clock.move(72 * hour - 1);
    expect(await take()).toEqual(['a']);
    expect(await isWaitedFor()).toBe(true);
    clock.move(6 * hour);
    expect(await take()).toEqual(['a']);
    expect(await isWaitedFor()).toBe(false);
  });

  test.each([
    ['accepted', true],
    ['sent', true],
    ['delivered', false],
    ['undelivered', false],
    ['unknown', false],
  ])('and is %s is polled: %s', async (state, isAsked) => {
    const callId = await send(['a']);
    await pool.query('update calls set message_state = $2 where call_id = $1', [callId, state]);
    clock.move(20 * second);
    expect(await take()).toEqual(isAsked ? ['a'] : []);
    expect(await isWaitedFor()).toBe(isAsked);
  });

  test('that is final is polled no more, and another with the same id is', async () => {
    const callId = await send(['a']);
    await send(['a'], { providerCode: 'other' });
    await pool.query(`update calls set message_state = 'delivered' where call_id = $1`, [callId]);
    clock.move(20 * second);
    expect(await take()).toEqual(['a']);
    clock.move(60 * second);
    expect(await take()).toEqual(['a']);
  });

  test('is reported with its account and hold time', async () => {
    const heldAt = clock.now();
    const callId = await send(['a', 'b']);
    clock.move(20 * second);
    const request = { limit: 10, jammed: [], pushing: [] };
    expect(await takeDuePolls(pool, request, clock.databaseNow())).toMatchObject([
      { providerCode: 'mine', providerRef: 'a', accountId: world.accountId, callId, heldAt },
    ]);
  });

  test('waits while its provider is jammed, and behind those due for longer', async () => {
    await send(['a']);
    clock.move(second);
    await send(['b'], { providerCode: 'other' });
    await send(['c']);
    clock.move(20 * second);
    expect(await take(1)).toEqual(['a']);
    expect(await take(10, ['mine'])).toEqual(['b']);
    expect(await take()).toEqual(['c']);
  });

  test('is not polled if its provider calls back', async () => {
    await send(['a'], { poll: false });
    clock.move(hour);
    expect(await take()).toEqual([]);
  });
});

test('skipping a jammed provider’s messages costs nothing', async () => {
  await send(['b'], { providerCode: 'other' });
  await pool.query(
    `insert into provider_refs (provider_code, provider_ref, account_id, call_id, part, made_at, poll_at)
     select 'mine', n::text, 1, gen_random_uuid(), 1, $1::timestamptz, $1::timestamptz
     from generate_series(1, 20000) n`,
    [clock.now()],
  );
  await pool.query('analyze provider_refs');
  clock.move(20 * second);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const rowsRead = async () => {
      const { rows } = await client.query<{ read: number }>(
        `select coalesce(sum(pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid)), 0)::integer as read
         from pg_class where relname in ('provider_refs', 'provider_refs_due')`,
      );
      return rows[0]?.read ?? 0;
    };
    const before = await rowsRead();
    const request = { limit: 10, jammed: ['mine'], pushing: [] };
    const due = await takeDuePolls(client as unknown as Pool, request, clock.databaseNow());
    expect(due.map(({ providerRef }) => providerRef)).toEqual(['b']);
    expect((await rowsRead()) - before).toBeLessThan(1_000);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

describe('a message whose provider should have called back', () => {
  const questions = silenceQuestions(72);
  const look = async (providers = ['mine']) => {
    for (const question of questions) {
      await pollSilent(pool, question, providers, clock.databaseNow());
    }
    return take(10, [], ['mine']);
  };
  const minute = 60 * second;
  beforeEach(() => pool.query('delete from silence_sweeps'));

  test('is polled after ten minutes, two hours and seventy hours, and never again', async () => {
    await send(['a'], { poll: false });
    const asked: number[] = [];
    const looks = [1, 9, 11, 12, 60, 119, 121, 122, 600, 2_000, 4_199, 4_201, 4_202, 4_400, 4_800];
    for (const [n, minutes] of looks.entries()) {
      clock.move((minutes - (looks[n - 1] ?? 0)) * minute);
      if ((await look()).length > 0) asked.push(minutes);
    }
    expect(asked).toEqual([11, 121, 4_201]);
  });

  test('is polled for each of its parts', async () => {
    await send(['a', 'b'], { poll: false });
    clock.move(11 * minute);
    expect((await look()).sort()).toEqual(['a', 'b']);
  });

  test.each(['delivered', 'undelivered', 'unknown'])('and is %s is left alone', async (state) => {
    const callId = await send(['a'], { poll: false });
    await pool.query('update calls set message_state = $2 where call_id = $1', [callId, state]);
    clock.move(11 * minute);
    expect(await look()).toEqual([]);
  });

  test('is left alone if its provider cannot be queried', async () => {
    await send(['a'], { poll: false });
    clock.move(11 * minute);
    expect(await look(['other'])).toEqual([]);
  });

  test('is polled once after a long stop, not once for each missed time', async () => {
    await look();
    await send(['a'], { poll: false });
    clock.move(71 * hour);
    const asked: string[][] = [];
    for (const question of questions) {
      await pollSilent(pool, question, ['mine'], clock.databaseNow());
      asked.push(await take(10, [], ['mine']));
    }
    expect(asked).toEqual([[], [], ['a']]);
    expect(await look()).toEqual([]);
  });

  test('is found among many, a limited number at a time', async () => {
    const callId = await send(['a'], { poll: false });
    await pool.query(
      `insert into provider_refs (provider_code, provider_ref, account_id, call_id, part, made_at)
       select 'mine', n::text, $2, $3, 1, $1::timestamptz + n * interval '10 milliseconds'
       from generate_series(1, 5000) n`,
      [clock.now(), world.accountId, callId],
    );
    clock.move(12 * minute);
    const [first] = questions as [SilenceQuestion];
    expect(await pollSilent(pool, first, ['mine'], clock.databaseNow())).toBe(5_001);
    expect(await pollSilent(pool, first, ['mine'], clock.databaseNow())).toBe(0);
  });
});

test('messages are selected by a statement that prunes no partition by a subquery', async () => {
  const request = { limit: 10, jammed: [], pushing: [] };
  const plan = await planOf(pool, (planner) => takeDuePolls(planner, request, null));
  expect(plan).toEqual({ locksRows: true, subqueryPartitions: [] });
});

test('ids that no receipt can name any more are deleted, and no others', async () => {
  await send(['old']);
  await send(['young']);
  const age = (ref: string, interval: string) =>
    pool.query('update provider_refs set made_at = now() - $2::interval where provider_ref = $1', [
      ref,
      interval,
    ]);
  await age('old', '7 days 1 minute');
  await age('young', '6 days 23 hours');
  expect(await pruneProviderRefs(pool, 7)).toBe(1);
  const { rows } = await pool.query('select provider_ref as ref from provider_refs');
  expect(rows).toEqual([{ ref: 'young' }]);
  // However many there are, and none once the server stops.
  await pool.query(
    `insert into provider_refs (provider_code, provider_ref, account_id, call_id, part, made_at)
     select 'mine', n::text, 1, gen_random_uuid(), 1, now() - interval '8 days'
     from generate_series(1, 5001) n`,
  );
  expect(await pruneProviderRefs(pool, 7, AbortSignal.abort())).toBe(0);
  expect(await pruneProviderRefs(pool, 7)).toBe(5_001);
});
