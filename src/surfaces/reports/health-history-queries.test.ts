import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { addPastCalls } from '../../../test/kit/past-calls.ts';
import { readHealthHours, readReasons } from './health-history-queries.ts';

let database: TestDatabase;
const hourMs = 3_600_000;
/** In the middle of an hour, so that a few seconds do not reach the next. */
const middle = Math.floor(Date.now() / hourMs) * hourMs - hourMs / 2;
const hoursAgo = (hours: number) => new Date(middle - hours * hourMs);
const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / hourMs) * hourMs);
const within = 6 * 60;

beforeAll(async () => {
  database = await createTestDatabase();
  const put = (providerCode: string, count: number, how: object) =>
    addPastCalls(database.pool, { accountId: 1, providerCode, count, ...how });
  await put('one', 2, { heldAt: hoursAgo(2) });
  await put('one', 1, { heldAt: hoursAgo(2), state: 'unavailable' });
  await put('one', 4, { heldAt: hoursAgo(1) });
  await put('two', 1, { heldAt: hoursAgo(1), state: 'rejected' });
  // None of these is a provider's answer to a live call of the period.
  await put('one', 8, { heldAt: hoursAgo(1), mode: 'test' });
  await put('one', 8, { heldAt: hoursAgo(1), state: 'held' });
  await put('one', 8, { heldAt: hoursAgo(9) });
});
afterAll(() => database.drop());

test('each hour is reported by itself, oldest first, per provider', async () => {
  const hours = await readHealthHours(database.pool, within);
  expect(hours).toEqual([
    { providerCode: 'one', hour: hourOf(hoursAgo(2)), asked: 3, done: 2 },
    { providerCode: 'one', hour: hourOf(hoursAgo(1)), asked: 4, done: 4 },
    { providerCode: 'two', hour: hourOf(hoursAgo(1)), asked: 1, done: 0 },
  ]);
});

test('accepted but undelivered messages are counted by their last reason, besides refused ones', async () => {
  const { pool } = database;
  await pool.query(
    `with failed as (
       update calls set message_state = 'undelivered'
       where (account_id, call_id) in (
         select account_id, call_id from calls
         where held_at = $1 and provider_code = 'one' and mode = 'live' and state = 'done'
         limit 2
       )
       returning account_id, call_id
     )
     insert into receipts (
       account_id, call_id, provider_code, part, state, vendor_code, said_at, reason, received_at
     )
     select account_id, call_id, 'one', part, 'undelivered', '', now(),
       case part when 1 then 'number_off' else 'blocked_by_person' end,
       now() + part * interval '1 second'
     from failed, generate_series(1, 2) part`,
    [hoursAgo(1)],
  );
  expect(await readReasons(pool, within)).toEqual([
    { providerCode: 'one', outcome: 'undelivered', reason: 'blocked_by_person', count: 2 },
    { providerCode: 'one', outcome: 'unavailable', reason: null, count: 1 },
    { providerCode: 'two', outcome: 'rejected', reason: null, count: 1 },
  ]);
});
