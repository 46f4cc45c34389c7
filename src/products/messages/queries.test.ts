import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createLedgerWorld,
  type LedgerWorld,
  settleItemOf,
} from '../../../test/kit/ledger-table.ts';
import { messageItemOf, numberHashOf } from '../../../test/kit/message-item.ts';
import { nextMillisecond } from '../../../test/kit/next-millisecond.ts';
import { findCallMessage } from './queries.ts';
import { searchMessages } from './search-queries.ts';

let database: TestDatabase;
let pool: Pool;
let world: LedgerWorld;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  world = await createLedgerWorld(pool);
});

async function send(number = 'a', state: 'done' | 'rejected' = 'done'): Promise<string> {
  const item = messageItemOf(world, { number });
  await world.holds.add(item);
  await world.settles.add(settleItemOf(world, item.callId, state));
  await nextMillisecond();
  return item.callId;
}

const receive = (callId: string, state: string, reason: string | null, ago: string) =>
  pool.query(
    `with said as (
       insert into receipts (
         account_id, call_id, provider_code, part, state, vendor_code, reason, said_at, received_at
       )
       values ($1, $2, $6, 1, $3, 'X', $4, now(), now() - $5::interval)
     )
     update calls set message_state = $3 where call_id = $2`,
    [world.accountId, callId, state, reason, ago, `by ${ago}`],
  );

const attempt = (callId: string, no: number, reason: string | null) =>
  pool.query(
    `insert into attempts (account_id, call_id, attempt, provider_code, outcome, reason, started_at)
     values ($1, $2, $3, 'mine', 'rejected', $4, now())`,
    [world.accountId, callId, no, reason],
  );

describe('a message', () => {
  test.each(['undelivered', 'expired', 'rejected'])(
    'that was %s has the reason of its last receipt',
    async (state) => {
      const callId = await send();
      await attempt(callId, 1, 'provider_fault');
      await receive(callId, state, 'number_invalid', '1 hour');
      await receive(callId, state, 'blocked_by_person', '1 minute');
      await receive(callId, state, null, '1 second');
      const found = await findCallMessage(pool, world, callId);
      expect(found).toMatchObject({ messageState: state, reason: 'blocked_by_person' });
    },
  );

  test('that no provider accepted has the reason of the last one', async () => {
    const callId = await send('a', 'rejected');
    await attempt(callId, 1, 'number_invalid');
    await attempt(callId, 2, 'content_refused');
    await attempt(callId, 3, null);
    const found = await findCallMessage(pool, world, callId);
    expect(found).toMatchObject({ messageState: 'rejected', reason: 'content_refused' });
  });

  test('that was delivered has no reason, whatever was reported before', async () => {
    const callId = await send();
    await receive(callId, 'delivered', 'provider_fault', '1 hour');
    expect(await findCallMessage(pool, world, callId)).toMatchObject({ reason: null });
  });

  test('of another account, or of the other mode, is not found', async () => {
    const callId = await send();
    const { accountId, mode } = world;
    expect(await findCallMessage(pool, { accountId, mode }, callId)).toBeDefined();
    const other = mode === 'test' ? 'live' : 'test';
    expect(await findCallMessage(pool, { accountId, mode: other }, callId)).toBeUndefined();
    const stranger = { accountId: accountId + 1, mode };
    expect(await findCallMessage(pool, stranger, callId)).toBeUndefined();
  });
});

test('messages to a number are found newest first, of one account if given', async () => {
  const { accountId } = world;
  const mine = [await send('b'), await send('b')];
  await send('c');
  world = await createLedgerWorld(pool);
  const theirs = await send('b');
  const hash = numberHashOf(messageItemOf(world, { number: 'b' }));
  const find = async (asked: { accountId?: number; limit: number }) =>
    (await searchMessages(pool, hash, asked)).map(({ callId }) => callId);
  expect(await find({ limit: 9 })).toEqual([theirs, ...mine.toReversed()]);
  expect(await find({ accountId, limit: 9 })).toEqual(mine.toReversed());
  expect(await find({ limit: 1 })).toEqual([theirs]);
});
