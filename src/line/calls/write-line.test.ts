import { randomUUIDv7 } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createLedgerWorld,
  holdItemOf,
  type LedgerWorld,
  settleItemOf,
  writerPorts,
} from '../../../test/kit/ledger-table.ts';
import { type MessageWords, messageItemOf } from '../../../test/kit/message-item.ts';
import { systemClock } from '../../foundation/clock.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import { audit } from '../../money/ledger/audit-ledger.ts';
import { findLockedWallets, readBalance, topUp } from '../../money/ledger/queries.ts';
import { openMessage } from '../../products/messages/content.ts';
import type { HoldItem } from './hold-calls.ts';
import { createLineWriter } from './line-writer.ts';

let database: TestDatabase;
let pool: Pool;
let outsider: PoolClient;
/** Two accounts, each with both of its wallets. */
let worlds: Record<WalletName, LedgerWorld>;

type WalletName = 'A live' | 'A test' | 'B live' | 'B test';
const names: readonly WalletName[] = ['A live', 'A test', 'B live', 'B test'];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  const [a, b] = [await createLedgerWorld(pool), await createLedgerWorld(pool)];
  worlds = {
    'A live': a,
    'A test': { ...a, mode: 'test' },
    'B live': b,
    'B test': { ...b, mode: 'test' },
  };
  outsider = await pool.connect();
});
afterEach(async () => {
  await outsider.query('rollback');
  outsider.release();
});

async function lockedNames(): Promise<WalletName[]> {
  const owners: Owner[] = names.map((name) => worlds[name]);
  const locked = await findLockedWallets(pool, owners);
  return names.filter((name) =>
    locked.some((o) => o.accountId === worlds[name].accountId && o.mode === worlds[name].mode),
  );
}

const waiting = () => countBlocked(pool);

/** A free call, so that only the lock itself touches its wallet. */
async function heldCall(name: WalletName): Promise<string> {
  const callId = randomUUIDv7();
  await worlds[name].holds.add(holdItemOf(worlds[name], callId, 0n));
  return callId;
}

/** Blocks a statement that has its wallets' locks, at the row of one of its calls. */
async function blockWallets(settles: [WalletName, string][], holds: WalletName[]): Promise<void> {
  await outsider.query('begin');
  const [first] = settles;
  if (first) {
    const [name, callId] = first;
    await outsider.query('select from calls where account_id = $1 and call_id = $2 for update', [
      worlds[name].accountId,
      callId,
    ]);
    return;
  }
  const { accountId, mode } = worlds[holds[0] as WalletName];
  const key = messageItemOf(worlds[holds[0] as WalletName], { key: 'k' }).claim?.keyHash();
  await outsider.query(
    `insert into idempotency_keys (
       account_id, mode, operation, key_hash, call_id, made_at, language
     )
     values ($1, $2, 'sms_code', decode($3, 'hex'), gen_random_uuid(), now(), 'en')`,
    [accountId, mode, key],
  );
}

describe('a statement locks the wallets of all of its calls first:', () => {
  // @mutant src/line/calls/sql/hold-calls.sql
  // - if not p_is_locked then
  // + if false then
  // @mutant src/money/ledger/sql/lock-wallets.sql
  // - for update of w;
  // + ;
  test.each<[settles: WalletName[], holds: WalletName[]]>([
    [['A live'], []],
    [['A test'], ['A live']],
    [['A live'], ['A test']],
    [['A live'], ['B live']],
    [['B test'], ['A test', 'B live']],
    [['A live', 'B test'], []],
    [[], ['A live', 'B test']],
    [[], ['A live', 'A test']],
  ])('settles of %j with holds of %j', async (settling, holding) => {
    const settles: [WalletName, string][] = [];
    for (const name of settling) settles.push([name, await heldCall(name)]);
    await blockWallets(settles, holding);
    const writer = createLineWriter(writerPorts(pool));
    // Added in one tick, so that one statement takes them all.
    const ends = settles.map(([name, id]) =>
      writer.settles.add(settleItemOf(worlds[name], id, 'done')),
    );
    const held = holding.map((name) =>
      writer.holds.add(messageItemOf(worlds[name], { key: 'k', number: name })),
    );
    await expect.poll(waiting).toBe(1);
    expect(await lockedNames()).toEqual([...settling, ...holding].sort());
    await outsider.query('rollback');
    expect((await Promise.all(ends)).every(({ isApplied }) => isApplied)).toBe(true);
    expect((await Promise.all(held)).map(({ verdict }) => verdict)).toEqual(
      holding.map(() => 'held'),
    );
  });

  test.each<[settles: WalletName[], holds: WalletName[]]>([
    [['B test', 'B live', 'A test', 'A live'], []],
    [[], ['B test', 'B live', 'A test', 'A live']],
    [
      ['B live', 'B test'],
      ['A test', 'A live'],
    ],
  ])('in one order, so that no deadlock is possible: %j with %j', async (settling, holding) => {
    const settles: [WalletName, string][] = [];
    for (const name of settling) settles.push([name, await heldCall(name)]);
    const { accountId } = worlds['A live'];
    await outsider.query('begin');
    await outsider.query(`select from wallets where account_id = $1 and mode = 'live' for update`, [
      accountId,
    ]);
    const writer = createLineWriter(writerPorts(pool));
    const all = [
      ...settles.map(([name, id]) => writer.settles.add(settleItemOf(worlds[name], id, 'done'))),
      ...holding.map((name) => writer.holds.add(messageItemOf(worlds[name]))),
    ];
    await expect.poll(waiting).toBe(1);
    // It waits for the first lock, and has none of the others yet.
    expect(await lockedNames()).toEqual(['A live']);
    await outsider.query('rollback');
    await Promise.all(all);
  });
});

test('two servers spend the wallets of many accounts, test and live, to the exact balance', async () => {
  const worth = 12;
  for (const name of names) {
    const { accountId, mode } = worlds[name];
    await topUp(byTest(pool), { accountId, mode, amount: BigInt(worth), reference: 'first' });
  }
  const servers = [createLineWriter(writerPorts(pool)), createLineWriter(writerPorts(pool))];
  const heldOf = new Map<WalletName, number>(names.map((name) => [name, 0]));
  const attempt = async (n: number) => {
    const name = names[n % names.length] as WalletName;
    const { holds, settles } = servers[(n >> 2) % 2] as (typeof servers)[0];
    const callId = randomUUIDv7();
    const { verdict } = await holds.add(holdItemOf(worlds[name], callId, 1n));
    if (verdict !== 'held') return;
    heldOf.set(name, (heldOf.get(name) ?? 0) + 1);
    await settles.add(settleItemOf(worlds[name], callId, 'done'));
  };
  for (let round = 0; round < 4; round++) {
    await Promise.all(Array.from({ length: 40 }, (_, n) => attempt(n)));
  }
  expect([...heldOf.values()]).toEqual(names.map(() => worth));
  for (const name of names) {
    const { accountId, mode } = worlds[name];
    expect(await readBalance(pool, accountId, mode)).toMatchObject({ available: 0n, held: 0n });
  }
  expect((await audit(pool)).faults).toEqual([]);
});

// @mutant src/line/calls/hold-calls.ts
// - results[ord - 1] = verificationId
// + results[ord % items.length] = verificationId
test('every call of a mixed statement gets its own answer, in any order', async () => {
  const a = worlds['A live'];
  const b = worlds['B test'];
  await topUp(byTest(pool), {
    accountId: a.accountId,
    mode: 'live',
    amount: 10n,
    reference: 'first',
  });
  const [done, ended, absent] = [
    await heldCall('A live'),
    await heldCall('B test'),
    randomUUIDv7(),
  ];
  await b.settles.add(settleItemOf(b, ended, 'rejected'));
  const { holds, settles } = createLineWriter(writerPorts(pool));
  const answers = await Promise.all([
    holds.add(messageItemOf(b, { amount: 1n, number: '1' })),
    settles.add(settleItemOf(b, ended, 'done')),
    holds.add(messageItemOf(a, { amount: 6n, number: '2' })),
    settles.add(settleItemOf(a, absent, 'done')),
    holds.add(messageItemOf(a, { amount: 5n, number: '3' })),
    settles.add(settleItemOf(a, done, 'done')),
    holds.add(messageItemOf(a, { amount: 4n, number: '4' })),
  ]);
  expect(answers.map((answer) => ('verdict' in answer ? answer.verdict : answer))).toEqual([
    'balance_too_low',
    { state: 'rejected', isApplied: false },
    'held',
    { state: 'absent', isApplied: false },
    'balance_too_low',
    { state: 'done', isApplied: true },
    'held',
  ]);
});

test('money released by a settle can be spent by a hold of the same statement', async () => {
  const world = worlds['A live'];
  await topUp(byTest(pool), {
    accountId: world.accountId,
    mode: 'live',
    amount: 5n,
    reference: 'first',
  });
  const callId = randomUUIDv7();
  await world.holds.add(holdItemOf(world, callId, 5n));
  const { holds, settles } = createLineWriter(writerPorts(pool));
  const [held] = await Promise.all([
    holds.add(holdItemOf(world, randomUUIDv7(), 5n)),
    settles.add(settleItemOf(world, callId, 'unavailable')),
  ]);
  expect(held.verdict).toBe('held');
});

describe('calls decided in separate statements', () => {
  const one = { perMinute: 1, perHour: 9, perDay: 9 };
  /**
   * Holds two in one tick; in one statement the second would overlook the first. A statement that fails is
   * repeated for each call, so that its verdicts alone would not show it.
   */
  async function holdTwo(first: MessageWords, second: MessageWords, by = worlds['A live']) {
    const { holds } = createLineWriter(writerPorts(pool));
    const query = vi.spyOn(pool, 'query');
    try {
      const both = [
        holds.add(messageItemOf(worlds['A live'], first)),
        holds.add(messageItemOf(by, second)),
      ];
      const verdicts = (await Promise.all(both)).map(({ verdict }) => verdict);
      const statements = query.mock.calls.filter(
        ([asked]) => (asked as { name?: string }).name === 'hold',
      );
      return [...verdicts, statements.length];
    } finally {
      query.mockRestore();
    }
  }

  test('share a limited number', async () => {
    const limited = ['held', 'number_per_minute', 2];
    expect(await holdTwo({ limits: one }, { limits: one })).toEqual(limited);
    // The number has a window already, and one statement would count the two as one.
    const two = { ...one, perMinute: 2 };
    expect(await holdTwo({ limits: two }, { limits: two })).toEqual(limited);
  });

  // @mutant src/line/calls/hold-calls.ts
  // - if (claim) keys.push(claim.name);
  test('share an idempotency key', async () => {
    expect(await holdTwo({ key: 'k' }, { key: 'k', number: 'b' })).toEqual(['held', 'replay', 2]);
  });

  test('and share nothing across modes, accounts, operations and other numbers', async () => {
    for (const by of [worlds['A test'], worlds['B live']]) {
      const words = { limits: one, key: randomUUIDv7(), number: randomUUIDv7() };
      expect(await holdTwo(words, words, by)).toEqual(['held', 'held', 1]);
    }
    const words = { limits: one, key: 'x' };
    expect(await holdTwo(words, { ...words, product: 'sms_notice', number: 'c' })).toEqual([
      ...['held', 'held'],
      1,
    ]);
  });
});

test('a locked wallet is distinguished from the other one of its account', async () => {
  await outsider.query('begin');
  const { accountId } = worlds['A test'];
  await outsider.query(`select from wallets where account_id = $1 and mode = 'test' for update`, [
    accountId,
  ]);
  expect(await lockedNames()).toEqual(['A test']);
});

test('rows are dated by the database clock, whatever the process clock says', async () => {
  const wrong = new Date('2020-01-01T00:00:00Z');
  const clock = { ...systemClock, now: () => wrong, nowMs: () => wrong.getTime() };
  const { holds, settles } = createLineWriter(writerPorts(pool, clock));
  const world = worlds['A live'];
  const callId = randomUUIDv7();
  await holds.add(holdItemOf(world, callId, 0n));
  await settles.add(settleItemOf(world, callId, 'done'));
  const { rows } = await pool.query(
    `select held_at > now() - interval '1 hour' as "isHeldNow", day > '2020-01-02' as "isToday",
       ended_at >= held_at as "isEndedAfter"
     from calls where call_id = $1`,
    [callId],
  );
  expect(rows).toEqual([{ isHeldNow: true, isToday: true, isEndedAfter: true }]);
});

test('a batch stores the content of held messages only, and nothing if all were refused', async () => {
  const world = worlds['A live'];
  const { accountId } = world;
  await topUp(byTest(pool), { accountId, mode: 'live', amount: 5n, reference: 'first' });
  const ports = writerPorts(pool);
  const { holds } = createLineWriter(ports);
  const messages = ['kept', 'refused'].map((number) =>
    messageItemOf(world, { amount: 5n, number }),
  ) as [HoldItem, HoldItem];
  const verdicts = await Promise.all(messages.map((message) => holds.add(message)));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['held', 'balance_too_low']);
  const read = async () => {
    const { rows } = await pool.query<{ contentId: string; sealed: Buffer }>(
      `select m.content_id as "contentId", m.sealed
       from calls c join message_contents m on m.content_id = c.content_id
       where c.call_id = $1`,
      [messages[0].callId],
    );
    return rows[0] as { contentId: string; sealed: Buffer };
  };
  const open = async ({ callId }: HoldItem) =>
    openMessage(ports.vault, { callId, ...(await read()) }).asSent;
  // It is sealed again after the answer.
  await expect
    .poll(() => open(messages[1]).catch(String))
    .toMatch('this content is of other calls');
  expect(await open(messages[0])).toBe(messages[0].order.message?.asSent);

  const countKept = async () => (await pool.query('select from message_contents')).rowCount;
  const before = await countKept();
  const { verdict } = await holds.add(messageItemOf(world, { amount: 5n, number: 'third' }));
  expect([verdict, await countKept()]).toEqual(['balance_too_low', before]);
});
