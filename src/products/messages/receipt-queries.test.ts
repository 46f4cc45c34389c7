import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { endSilentMessages } from './receipt-queries.ts';

const now = new Date('2026-06-15T12:00:00Z');
const waitHours = 72;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ max: 1 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('truncate calls');
  await database.pool.query(`update message_sweep set swept_until = '2000-01-01'`);
});

interface Sent {
  /** How long before now, as PostgreSQL writes it. */
  age: string;
  state?: string;
  message?: string;
  count?: number;
}

/** Messages sent this long ago, many of them at the same instant. */
async function insertSent({ age, state = 'done', message = 'sent', count = 1 }: Sent) {
  await database.pool.query(
    `insert into calls (
       account_id, call_id, mode, key_id, product, price_source, unit_price, amount, day, held_at,
       state, message_state
     )
     select 1, gen_random_uuid(), 'live', 1, 'sms_code', 'default', 0, 0, current_date,
       $1::timestamptz - $2::interval, $3::call_state, $4::message_state
     from generate_series(1, $5)`,
    [now, age, state, message, count],
  );
}

async function statesOf(): Promise<string[]> {
  const { rows } = await database.pool.query<{ state: string }>(
    'select message_state as state from calls order by held_at desc',
  );
  return rows.map(({ state }) => state);
}

const end = (at = now) => endSilentMessages(database.pool, at, waitHours);
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

describe('a message without a receipt', () => {
  test('becomes unknown exactly when its time is over, to the microsecond', async () => {
    await insertSent({ age: '72 hours' });
    await insertSent({ age: '72 hours 0.000001 seconds' });
    expect(await end()).toBe(1);
    expect(await statesOf()).toEqual(['sent', 'unknown']);
    expect(await end(later(1))).toBe(1);
  });

  test.each([
    ['accepted', 'done', 1],
    ['sent', 'done', 1],
    ['delivered', 'done', 0],
    ['undelivered', 'done', 0],
    ['expired', 'done', 0],
    ['rejected', 'done', 0],
    ['unknown', 'done', 0],
    ['accepted', 'held', 0],
    ['accepted', 'unknown', 0],
    ['rejected', 'unavailable', 0],
  ])('%s, of a call that is %s: %d is ended', async (message, state, ended) => {
    await insertSent({ age: '80 hours', message, state });
    expect(await end()).toBe(ended);
    expect(await statesOf()).toEqual([ended ? 'unknown' : message]);
  });

  test('is looked at again a week later: its call may have been resolved meanwhile', async () => {
    await insertSent({ age: '73 hours', state: 'unknown', message: 'accepted' });
    expect(await end()).toBe(0);
    await database.pool.query(`update calls set state = 'done', message_state = 'sent'`);
    expect(await end(later(24))).toBe(0);
    expect(await end(later(7 * 24))).toBe(1);
  });

  test('is searched at most two weeks back, however long no search ran', async () => {
    await insertSent({ age: '72 hours 14 days' });
    await insertSent({ age: '72 hours 14 days 1 second' });
    expect(await end()).toBe(1);
    expect(await statesOf()).toEqual(['unknown', 'sent']);
  });

  test('is found even if the search position was once in the future', async () => {
    await end(later(365 * 24));
    await insertSent({ age: '80 hours' });
    expect(await end()).toBe(1);
  });
});

test('silent messages are ended in batches, and none is left out', async () => {
  await insertSent({ age: '80 hours', count: 5_000 });
  await insertSent({ age: '72 hours 1 second', count: 2_000 });
  await insertSent({ age: '240 hours 90 minutes', count: 2_001 });
  await database.pool.query(`update message_sweep set swept_until = $1`, [later(-90)]);
  // Where every statement returns how many rows it changed.
  await database.pool.query(
    `create table bites as select count(*) from calls where false;
     create function note_bite() returns trigger language plpgsql as $$
       begin insert into bites select count(*) from ended; return null; end $$;
     create trigger bites after update on calls referencing new table as ended
       for each statement execute function note_bite()`,
  );
  expect(await end()).toBe(9_001);
  const { rows } = await database.pool.query('select max(count)::integer as most from bites');
  expect(rows[0].most).toBe(2_000);
  expect(new Set(await statesOf())).toEqual(new Set(['unknown']));
});
