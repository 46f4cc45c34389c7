import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import {
  createLedgerWorld,
  type LedgerWorld,
  settleItemOf,
  writerPorts,
} from '../../test/ledger-table.ts';
import { messageItemOf } from '../../test/message-item.ts';
import { createLineWriter } from '../calls/line-writer.ts';
import { createMovableClock } from '../clock.ts';
import { pruneProviderRefs, takeDuePolls } from './poll-queries.ts';

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

/** A message that its provider took under these ids. */
async function send(refs: string[], { providerCode = 'mine', poll = true } = {}): Promise<string> {
  const item = messageItemOf(world, { number: refs.join() });
  await world.holds.add(item);
  const settle = settleItemOf(world, item.callId, 'done');
  await world.settles.add({ ...settle, providerCode, details: JSON.stringify({ refs, poll }) });
  return item.callId;
}

const take = async (most = 10, jammed: string[] = []) =>
  (await takeDuePolls(pool, most, jammed, clock.databaseNow())).map((one) => one.providerRef);

const isWaitedFor = async () =>
  (await pool.query('select from provider_refs where poll_at is not null')).rowCount !== 0;

describe('a message of a provider that says nothing by itself', () => {
  test('is asked about after 20 seconds, and then more and more rarely', async () => {
    await send(['a']);
    const pauses = [20, 60, 180, 540, 1_620, 4_860, 14_580, 21_600, 21_600];
    for (const pause of pauses) {
      clock.move(pause * second - 1);
      expect([pause, await take()]).toEqual([pause, []]);
      clock.move(1);
      expect([pause, await take()]).toEqual([pause, ['a']]);
    }
  });

  test('is asked about for three days, and once more', async () => {
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
  ])('and is %s is asked about: %s', async (state, isAsked) => {
    const callId = await send(['a']);
    await pool.query('update calls set message_state = $2 where call_id = $1', [callId, state]);
    clock.move(20 * second);
    expect(await take()).toEqual(isAsked ? ['a'] : []);
    expect(await isWaitedFor()).toBe(isAsked);
  });

  test('is told with whose it is and when it was held', async () => {
    const heldAt = clock.now();
    const callId = await send(['a', 'b']);
    clock.move(20 * second);
    expect(await takeDuePolls(pool, 10, [], clock.databaseNow())).toMatchObject([
      { providerCode: 'mine', providerRef: 'a', accountId: world.accountId, callId, heldAt },
    ]);
  });

  test('waits while its provider is jammed, and behind those that are due for longer', async () => {
    await send(['a']);
    clock.move(second);
    await send(['b'], { providerCode: 'other' });
    await send(['c']);
    clock.move(20 * second);
    expect(await take(1)).toEqual(['a']);
    expect(await take(10, ['mine'])).toEqual(['b']);
    expect(await take()).toEqual(['c']);
  });

  test('is not asked about where its provider tells', async () => {
    await send(['a'], { poll: false });
    clock.move(hour);
    expect(await take()).toEqual([]);
  });
});

test('ids that no receipt can name any more are forgotten, and no others', async () => {
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
});
