import { randomUUIDv7 } from 'node:crypto';
import type { Pool, QueryConfig } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { hourAhead } from '../../../test/kit/hour-ahead.ts';
import {
  createLedgerWorld,
  type LedgerWorld,
  settleItemOf,
  writerPorts,
} from '../../../test/kit/ledger-table.ts';
import { type MessageWords, messageItemOf } from '../../../test/kit/message-item.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import { createLineWriter } from '../../line/calls/line-writer.ts';
import { audit } from './audit-ledger.ts';
import { moveForPayment, readUsageDays, refund, setCreditLimit, topUp } from './queries.ts';

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
  await fund(world, 1_000n);
});

const fund = ({ accountId, mode }: LedgerWorld, amount: bigint) =>
  topUp(byTest(pool), { accountId, mode, amount, reference: randomUUIDv7() });

let numbers = 0;
/** Holds these in one batch. */
const holdAll = async (batch: MessageWords[], by: LedgerWorld = world) =>
  (
    await Promise.all(
      batch.map((words) => by.holds.add(messageItemOf(by, { number: `${numbers++}`, ...words }))),
    )
  ).map(({ verdict }) => verdict);

const times = (count: number, words: MessageWords) => Array.from({ length: count }, () => words);

describe('within one batch', () => {
  // @mutant src/line/calls/sql/hold-calls.sql
  // - v_is_clear := p_key_cap is null and p_account_cap is null
  // + v_is_clear := p_account_cap is null
  // @mutant src/money/ledger/sql/afford.sql
  // - v_key_left := v_key_left || jsonb_build_object(
  // -           v_item.key_id, (v_key_left ->> v_item.key_id)::numeric - v_item.amount
  // -         );
  test('a key spends up to its cap and not beyond, whatever other keys do', async () => {
    const one = { keyId: 1, keyCap: 30n, amount: 10n };
    const other = { keyId: 2, keyCap: 20n, amount: 10n };
    const free = { keyId: 3, amount: 10n };
    expect(await holdAll([...times(4, one), ...times(3, other), free])).toEqual([
      ...['held', 'held', 'held', 'key_spend_cap'],
      ...['held', 'held', 'key_spend_cap'],
      'held',
    ]);
    expect(await holdAll([one, other, free])).toEqual(['key_spend_cap', 'key_spend_cap', 'held']);
  });

  // @mutant src/money/ledger/sql/afford.sql
  // - v_account_left := v_account_left - v_item.amount;
  // @mutant src/money/ledger/sql/hold.sql
  // - on conflict (account_id, mode, day, key_id) do update set spent = s.spent + excluded.spent
  // + on conflict (account_id, mode, day, key_id) do nothing
  test('the keys of an account share its cap', async () => {
    const words = { accountCap: 25n, amount: 10n };
    expect(await holdAll([1, 2, 3].map((keyId) => ({ ...words, keyId })))).toEqual([
      'held',
      'held',
      'account_spend_cap',
    ]);
    expect(await holdAll([{ ...words, amount: 5n }])).toEqual(['held']);
    expect(await holdAll([{ ...words, amount: 1n }])).toEqual(['account_spend_cap']);
  });

  test('a free call is not limited by a cap', async () => {
    expect(await holdAll([{ keyCap: 0n, accountCap: 0n, amount: 0n }])).toEqual(['held']);
    // Nor if a cap was lowered below what is spent, beside a call that does.
    await holdAll([{ amount: 10n }]);
    const lowered = { keyCap: 3n, accountCap: 3n };
    expect(await holdAll([1n, 0n].map((amount) => ({ ...lowered, amount })))).toEqual([
      ...['key_spend_cap', 'held'],
    ]);
    expect(await holdAll([{ keyCap: 0n, amount: 1n }])).toEqual(['key_spend_cap']);
    expect(await holdAll([{ accountCap: 0n, amount: 1n }])).toEqual(['account_spend_cap']);
  });

  test('a cap is reached exactly, and a cheaper call passes after one that is too expensive', async () => {
    const words = { keyCap: 10n };
    expect(
      await holdAll([
        { ...words, amount: 6n },
        { ...words, amount: 5n },
        { ...words, amount: 4n },
        { ...words, amount: 1n },
      ]),
    ).toEqual(['held', 'key_spend_cap', 'held', 'key_spend_cap']);
  });

  test('the narrowest of several causes is named', async () => {
    const all = { keyCap: 1n, accountCap: 1n, amount: 2_000n };
    expect(await holdAll([all])).toEqual(['key_spend_cap']);
    expect(await holdAll([{ ...all, keyCap: null }])).toEqual(['account_spend_cap']);
    expect(await holdAll([{ ...all, keyCap: null, accountCap: null }])).toEqual([
      'balance_too_low',
    ]);
  });

  // @mutant src/money/ledger/sql/hold.sql
  // - where i.verdict is null and i.amount > 0
  // -       group by i.account_id, i.mode
  // -     ) h
  // + where i.amount > 0
  // +       group by i.account_id, i.mode
  // +     ) h
  test('an empty wallet affects no other account, nor the other mode', async () => {
    const poor = await createLedgerWorld(pool);
    const testing: LedgerWorld = { ...world, mode: 'test' };
    const verdicts = await Promise.all(
      [world, poor, testing, world].map((by) =>
        world.holds.add(messageItemOf(by, { amount: 10n, number: `${numbers++}` })),
      ),
    );
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([
      'held',
      'balance_too_low',
      'balance_too_low',
      'held',
    ]);
  });

  // @mutant src/money/ledger/sql/afford.sql
  // - v_spendable := v_spendable - v_item.amount;
  test('one statement decides which calls can be paid, without retries', async () => {
    let statements = 0;
    const counting = {
      query: (statement: QueryConfig, values?: unknown[]) => {
        statements++;
        return pool.query(statement, values);
      },
    } as unknown as Pool;
    const writer = { ...world, ...createLineWriter(writerPorts(counting)) };
    const verdicts = await holdAll(times(3, { amount: 400n }), writer);
    expect(verdicts).toEqual(['held', 'held', 'balance_too_low']);
    // The other one removes the content of the refused message.
    expect(statements).toBeLessThanOrEqual(2);
  });

  // @mutant src/money/ledger/sql/afford.sql
  // - p_available::numeric + p_credit_limit
  // + p_available::numeric
  test('credit counts as money, to the last unit', async () => {
    const { accountId, mode } = world;
    await setCreditLimit(byTest(pool), { accountId, mode, limit: 5n });
    expect(await holdAll([{ amount: 1_000n }, { amount: 6n }, { amount: 5n }])).toEqual([
      'held',
      'balance_too_low',
      'held',
    ]);
  });
});

describe('a cap counts', () => {
  const words = { keyCap: 10n, amount: 10n };

  test.each([
    ['rejected', 'held'],
    ['unavailable', 'held'],
    ['done', 'key_spend_cap'],
    ['unknown', 'key_spend_cap'],
  ] as const)('a call that is %s so that the next is %s', async (state, verdict) => {
    const callId = randomUUIDv7();
    await holdAll([{ ...words, callId }]);
    await world.settles.add(settleItemOf(world, callId, state));
    expect(await holdAll([words])).toEqual([verdict]);
    if (state === 'unknown') await world.settles.add(settleItemOf(world, callId, 'done'));
  });

  test('a release once, if the outcome was unknown first', async () => {
    const callId = randomUUIDv7();
    await holdAll([{ ...words, callId }]);
    for (const state of ['unknown', 'rejected', 'rejected'] as const) {
      await world.settles.add(settleItemOf(world, callId, state));
    }
    expect(await holdAll([words, words])).toEqual(['held', 'key_spend_cap']);
  });

  // @mutant src/money/ledger/sql/settle.sql
  // - and s.key_id = r.key_id
  test('a release for the key that was charged', async () => {
    const callId = randomUUIDv7();
    await holdAll([words]);
    await holdAll([{ ...words, keyId: 2, callId }]);
    await world.settles.add(settleItemOf(world, callId, 'rejected'));
    expect(await holdAll([words])).toEqual(['key_spend_cap']);
    expect(await holdAll([{ ...words, keyId: 2 }])).toEqual(['held']);
  });

  test('each day by itself, and a release for the day of its hold, whenever it comes', async () => {
    const clock = createMovableClock(new Date());
    const later: LedgerWorld = { ...world, ...createLineWriter(writerPorts(pool, clock)) };
    const callId = randomUUIDv7();
    await holdAll([{ ...words, callId }], later);
    clock.move(24 * 3_600_000);
    expect(await holdAll([words], later)).toEqual(['held']);
    await later.settles.add(settleItemOf(later, callId, 'rejected'));
    expect(await holdAll([words], later)).toEqual(['key_spend_cap']);
  });

  test('today’s spending of all keys of an account, and no earlier day', async () => {
    const clock = createMovableClock(new Date());
    const later: LedgerWorld = { ...world, ...createLineWriter(writerPorts(pool, clock)) };
    const one = { accountCap: 25n, amount: 10n, keyId: 1 };
    const other = { ...one, keyId: 2 };
    expect(await holdAll([one, other], later)).toEqual(['held', 'held']);
    clock.move(24 * 3_600_000);
    expect(await holdAll([one], later)).toEqual(['held']);
    expect(await holdAll([other], later)).toEqual(['held']);
    expect(await holdAll([one], later)).toEqual(['account_spend_cap']);
  });

  test('an account’s spending up to its cap, to the last unit', async () => {
    const one = { accountCap: 20n, amount: 10n };
    expect(await holdAll([one, { ...one, keyId: 2 }, one])).toEqual([
      'held',
      'held',
      'account_spend_cap',
    ]);
  });

  // @mutant src/money/ledger/sql/afford.sql
  // - and d.account_id = a.account_id and d.mode = a.mode and
  // + and d.account_id = a.account_id and
  test('neither other keys nor the other mode', async () => {
    await holdAll([words]);
    const testing: LedgerWorld = { ...world, mode: 'test' };
    await fund(testing, 100n);
    expect(await holdAll([{ ...words, keyId: 2 }])).toEqual(['held']);
    expect(await holdAll([words], testing)).toEqual(['held']);
    expect(await holdAll([{ ...words, accountCap: 30n, keyCap: null }], testing)).toEqual(['held']);
  });
});

describe('the daily usage that a customer sees', () => {
  const day = async (mode: 'live' | 'test' = 'live') =>
    (await readUsageDays(pool, world.accountId, mode, '2000-01-01', '2999-01-01')).map(
      ({ product, calls, charged, refused }) => `${product}: ${calls} ${charged} ${refused}`,
    );

  async function endAs(
    state: 'done' | 'rejected' | 'unavailable' | 'unknown',
    words: MessageWords,
  ) {
    const callId = randomUUIDv7();
    await holdAll([{ ...words, callId }]);
    await world.settles.add(settleItemOf(world, callId, state));
    return callId;
  }

  test('counts charged and failed calls, by product', async () => {
    await endAs('done', { amount: 10n });
    await endAs('done', { amount: 0n });
    await endAs('rejected', { amount: 10n });
    await endAs('unavailable', { amount: 10n });
    await endAs('done', { amount: 7n, product: 'sms_notice' });
    expect(await day()).toEqual(['sms_code: 2 10 2', 'sms_notice: 1 7 0']);
    expect(await day('test')).toEqual([]);
  });

  test('counts a call with an unknown outcome once it is known', async () => {
    const callId = await endAs('unknown', { amount: 10n });
    expect(await day()).toEqual([]);
    await world.settles.add(settleItemOf(world, callId, 'done'));
    await world.settles.add(settleItemOf(world, callId, 'done'));
    expect(await day()).toEqual(['sms_code: 1 10 0']);
  });

  test('loses the charge of a refunded call, for its product, and keeps the call', async () => {
    const callId = await endAs('done', { amount: 10n });
    await endAs('done', { amount: 7n, product: 'sms_notice' });
    await refund(byTest(pool), { accountId: world.accountId, callId, reason: 'a test' });
    expect(await day()).toEqual(['sms_code: 1 0 0', 'sms_notice: 1 7 0']);
  });

  test('includes both ends of a period', async () => {
    await endAs('done', { amount: 10n });
    const { rows } = await pool.query<{ today: string; next: string }>(
      `select d::text as today, (d + 1)::text as next
       from (select (now() at time zone 'UTC')::date as d) t`,
    );
    const { today, next } = rows[0] as (typeof rows)[0];
    const span = (from: string, to: string) =>
      readUsageDays(pool, world.accountId, 'live', from, to);
    expect(await span(today, today)).toHaveLength(1);
    expect(await span(next, '2999-01-01')).toHaveLength(0);
    expect(await span('2000-01-01', today)).toMatchObject([{ day: today }]);
  });
});

describe('money that was taken back', () => {
  const takeBack = (amount: bigint, what: string) =>
    moveForPayment(byTest(pool), {
      ...{ accountId: world.accountId, mode: world.mode, kind: 'adjust', amount: -amount },
      ...{ orderNo: randomUUIDv7(), what, reason: 'dispute', isForced: true },
    });

  // @mutant src/money/ledger/sql/afford.sql
  // - case when v_spendable < 0 then 'wallet_negative' else 'balance_too_low' end
  // + 'balance_too_low'
  test('stops paid calls with an error of its own while the wallet is below zero', async () => {
    await takeBack(1_000n, 'taken back 1');
    expect(await holdAll([{ amount: 1n }])).toEqual(['balance_too_low']);
    await takeBack(5n, 'taken back 1');
    expect(await holdAll([{ amount: 1n }, { amount: 0n }])).toEqual(['wallet_negative', 'held']);
    await fund(world, 15n);
    expect(await holdAll([{ amount: 11n }, { amount: 10n }, { amount: 1n }])).toEqual([
      ...['balance_too_low', 'held', 'balance_too_low'],
    ]);
  });

  test('counts against the credit limit first', async () => {
    const { accountId, mode } = world;
    await setCreditLimit(byTest(pool), { accountId, mode, limit: 100n });
    await takeBack(1_050n, 'taken back 1');
    expect(await holdAll([{ amount: 51n }, { amount: 50n }])).toEqual(['balance_too_low', 'held']);
    await takeBack(1n, 'taken back 1');
    expect(await holdAll([{ amount: 1n }])).toEqual(['wallet_negative']);
  });
});

test('and after all of these the books balance', async () => {
  expect((await audit(pool)).faults).toEqual([]);
});

test('no more is held than a wallet can hold, even with a credit limit from before there was a maximum', async () => {
  await pool.query('update wallets set credit_limit = $2 where account_id = $1', [
    world.accountId,
    2n ** 63n - 1n,
  ]);
  const max = 9_000_000_000_000_000_000n;
  expect(await holdAll([{ amount: max + 1n }])).toEqual(['balance_too_low']);
  expect(await holdAll([{ amount: max }])).toEqual(['held']);
  expect(await holdAll([{ amount: 1n }])).toEqual(['balance_too_low']);
});
