import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { hourAhead } from '../../../test/kit/hour-ahead.ts';
import {
  createLedgerWorld,
  type LedgerWorld,
  settleItemOf,
} from '../../../test/kit/ledger-table.ts';
import { type MessageWords, messageItemOf, wideLimits } from '../../../test/kit/message-item.ts';
import type { OutcomeKind } from '../../foundation/contract/products.ts';
import { readUsageDays } from '../../money/ledger/queries.ts';
import type { HoldItem } from '../calls/hold-calls.ts';
import { findClaim } from './queries.ts';

let database: TestDatabase;
let pool: Pool;
let world: LedgerWorld;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await hourAhead();
  world = await createLedgerWorld(pool);
});

/** The tested key can be refused for limits; the other one is never compared with them. */
const kinds: [kind: string, words: MessageWords][] = [
  ['limited', { limits: wideLimits }],
  ['not limited', {}],
];

const hold = async (words: MessageWords, by: LedgerWorld = world) =>
  (await by.holds.add(messageItemOf(by, { key: 'k', ...words }))).verdict;

async function end(callId: string, state: OutcomeKind, sealed: string | null = null) {
  const reply = sealed === null ? null : { status: 201, sealed: Buffer.from(sealed) };
  await world.settles.add({ ...settleItemOf(world, callId, state), reply });
}

const found = (item: HoldItem) => item.claim && findClaim(pool, world, item.claim);

describe.each(kinds)('a key of a %s call', (_, words) => {
  // @mutant src/line/idempotency/sql/claim-keys.sql
  // - else 'differs'
  // + else 'replay'
  test('is taken by the first, and tells a repeat from another call', async () => {
    expect(await hold({ ...words, body: 'x' })).toBe('held');
    expect(await hold({ ...words, body: 'x' })).toBe('replay');
    expect(await hold({ ...words, body: 'y' })).toBe('differs');
  });

  // @mutant src/line/idempotency/sql/claim-keys.sql
  // - left join idempotency_keys k
  // -       on k.account_id = i.account_id and k.mode
  // + left join idempotency_keys k
  // +       on k.mode
  test('is free for another account, mode, operation and key', async () => {
    await hold(words);
    const stranger = await createLedgerWorld(pool);
    expect(await hold(words, stranger)).toBe('held');
    expect(await hold(words, { ...world, mode: 'test' })).toBe('held');
    expect(await hold({ ...words, product: 'sms_notice' })).toBe('held');
    expect(await hold({ ...words, key: 'l' })).toBe('held');
  });

  test('from before keyed hashes is taken for a repeat', async () => {
    await hold(words);
    await pool.query('update idempotency_keys set body_hash = null where account_id = $1', [
      world.accountId,
    ]);
    expect(await hold({ ...words, body: 'y' })).toBe('replay');
  });

  test.each(['rejected', 'unavailable'] as const)('is free again after %s', async (state) => {
    // The resolver, which ends a call later, has no reply to store.
    for (const reply of ['the refusal', null]) {
      const callId = randomUUIDv7();
      expect(await hold({ ...words, callId, body: String(reply) })).toBe('held');
      await end(callId, state, reply);
    }
    expect(await hold({ ...words, body: 'y' })).toBe('held');
  });

  test.each(['done', 'unknown'] as const)('is not free after %s', async (state) => {
    const callId = randomUUIDv7();
    await hold({ ...words, callId });
    await end(callId, state);
    expect(await hold(words)).toBe('replay');
  });

  test('that is claimed again forgets the earlier reply, language and call', async () => {
    const first = messageItemOf(world, { ...words, key: 'k', body: 'x', language: 'zh' });
    await world.holds.add(first);
    await end(first.callId, 'rejected', 'the refusal');
    expect(await found(first)).toMatchObject({ status: 201, isFree: true, language: 'zh' });
    const again = messageItemOf(world, { ...words, key: 'k', body: 'y' });
    await world.holds.add(again);
    expect(await found(again)).toMatchObject({
      callId: again.callId,
      bodyHash: again.claim?.bodyHash(),
      status: null,
      reply: null,
      isFree: false,
      language: 'en',
      state: 'held',
    });
  });

  test('that is claimed again leaves the same key of other operations, modes and accounts alone', async () => {
    const stranger = await createLedgerWorld(pool);
    const others: [MessageWords, LedgerWorld][] = [
      [{ ...words, product: 'sms_notice' }, world],
      [words, { ...world, mode: 'test' }],
      [words, stranger],
    ];
    for (const [theirs, by] of others) await hold(theirs, by);
    const callId = randomUUIDv7();
    await hold({ ...words, callId });
    await end(callId, 'rejected');
    expect(await hold(words)).toBe('held');
    for (const [theirs, by] of others) expect(await hold(theirs, by)).toBe('replay');
  });

  // @mutant src/line/idempotency/sql/claim-keys.sql
  // - where i.key_hash is not null and i.verdict is null
  // + where i.key_hash is not null
  test('that was refused for a different body is left as it was', async () => {
    const held = messageItemOf(world, { ...words, amount: 1n, key: 'k' });
    expect((await world.holds.add(held)).verdict).toBe('balance_too_low');
    expect(await found(held)).toBeUndefined();
    expect(await hold(words)).toBe('held');
  });

  test('is claimed for each call of a batch', async () => {
    await hold({ ...words, key: 'taken' });
    const keys = ['a', 'taken', undefined, 'b'];
    const verdicts = await Promise.all(
      keys.map((key, n) =>
        world.holds.add(
          messageItemOf(world, { ...words, number: `${n}`, ...(key ? { key } : {}) }),
        ),
      ),
    );
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['held', 'replay', 'held', 'held']);
    expect(await hold({ ...words, key: 'b' })).toBe('replay');
  });
});

// @mutant src/line/calls/sql/hold-calls.sql
// -   and (p_per_day is not null or p_purpose is not null or not v_is_clear)
// +   and false
test('repeats are recognized before calls are refused for money or limits', async () => {
  const once = { ...wideLimits, perDay: 1 };
  expect(await hold({ limits: once, body: 'x' })).toBe('held');
  expect(await hold({ limits: once, body: 'x' })).toBe('replay');
  expect(await hold({ limits: once, key: 'l' })).toBe('number_per_day');
  expect(await hold({ amount: 1n, body: 'x' })).toBe('replay');
});

test('the settle of a call never touches a key that now belongs to another one', async () => {
  const first = messageItemOf(world, { key: 'k' });
  await world.holds.add(first);
  await end(first.callId, 'unknown');
  // As if an operator freed the key by hand, or it expired.
  await pool.query('delete from idempotency_keys where account_id = $1', [world.accountId]);
  const second = messageItemOf(world, { key: 'k' });
  await world.holds.add(second);
  await end(first.callId, 'rejected', 'the refusal');
  expect(await found(second)).toMatchObject({ callId: second.callId, reply: null, isFree: false });
});

describe('a reply is stored', () => {
  // @mutant src/line/idempotency/sql/store-replies.sql
  // - is_free = e.is_free
  // + is_free = true
  test('with its own call, whatever its order in the batch', async () => {
    const items = ['a', 'b', 'c'].map((key) => messageItemOf(world, { key, number: key }));
    await Promise.all(items.map((item) => world.holds.add(item)));
    const [a, b, c] = items as [HoldItem, HoldItem, HoldItem];
    await Promise.all([
      end(c.callId, 'done', 'of c'),
      end(a.callId, 'done'),
      end(b.callId, 'rejected', 'of b'),
    ]);
    expect(await found(a)).toMatchObject({ reply: null, status: null, isFree: false });
    expect(await found(b)).toMatchObject({ reply: Buffer.from('of b'), isFree: true });
    expect(await found(c)).toMatchObject({
      reply: Buffer.from('of c'),
      status: 201,
      isFree: false,
    });
  });

  test('unchanged, even if the call had its outcome before', async () => {
    const item = messageItemOf(world, { key: 'k' });
    await world.holds.add(item);
    await end(item.callId, 'done', 'first');
    await end(item.callId, 'rejected', 'second');
    expect(await found(item)).toMatchObject({ reply: Buffer.from('first'), isFree: false });
  });
});

test('repeats do not count as refused, and refused calls do', async () => {
  const day = async () =>
    (await readUsageDays(pool, world.accountId, world.mode, '2000-01-01', '2999-01-01')).map(
      ({ product, calls, refused }) => `${product} ${calls} ${refused}`,
    );
  await hold({ body: 'x' });
  await hold({ body: 'x' });
  await hold({ body: 'y' });
  expect(await day()).toEqual([]);
  await hold({ key: 'l', amount: 1n });
  await hold({ key: 'm', amount: 1n, product: 'sms_notice' });
  const once = { ...wideLimits, perDay: 1 };
  await hold({ key: 'n', limits: once });
  await hold({ key: 'o', limits: once });
  expect(await day()).toEqual(['sms_code 0 2', 'sms_notice 0 1']);
  await pool.query('update accounts set display_name = $2 where account_id = $1', [
    world.accountId,
    'other terms',
  ]);
  expect(await hold({ key: 'p' })).toBe('stale');
  expect(await day()).toEqual(['sms_code 0 2', 'sms_notice 0 1']);
});
