import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  callIdOf,
  createLedgerWorld,
  type LedgerWorld,
  playLedgerTable,
  settleItemOf,
  writerPorts,
} from '../../../test/kit/ledger-table.ts';
import { messageItemOf } from '../../../test/kit/message-item.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import type { CalledProduct } from '../../foundation/contract/products.ts';
import { createLineWriter } from '../../line/calls/line-writer.ts';
import { adjust, readBalance, readUsageDays, refund, setCreditLimit, topUp } from './queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function expectTable(table: string): Promise<void> {
  const { expected, actual } = await playLedgerTable(await createLedgerWorld(database.pool), table);
  expect(actual).toEqual(expected);
}

const tables: Record<string, string> = {
  'a reference makes a repeated top-up one top-up': `
    top-up 100 A      | made                                                | 100 0
    top-up 100 A      | repeat                                              | 100 0
    top-up 50 A       | refused: Reference A was already used…              | 100 0
    adjust 100 A why  | refused: Reference A was already used…              | 100 0
    top-up 0.0001 B   | made                                                | 100.0001 0
    top-up 0 C        | refused: Amount must be greater than 0.             | 100.0001 0
    top-up -5 C       | refused: Amount must be greater than 0.             | 100.0001 0`,
  'an adjustment takes no more than there is, credit included': `
    adjust 10 A gift  | made                                                | 10 0
    adjust -4 B fee   | made                                                | 6 0
    adjust -4 B fee   | repeat                                              | 6 0
    adjust -6.0001 C x | refused: Balance and credit limit…                 | 6 0
    credit 5          | set                                                 | 6 0
    adjust -11 D x    | made                                                | -5 0
    adjust -0.0001 E x | refused: Balance and credit limit…                 | -5 0
    adjust 1 F y      | made                                                | -4 0
    adjust 1 G        | refused: Enter a reason for the adjustment.         | -4 0
    adjust 0 H x      | refused: Amount must not be 0.                      | -4 0`,
  'a credit limit never falls below the credit in use': `
    credit 5          | set                                                 | 0 0
    hold one 3        | held                                                | -3 3
    credit 2.9999     | refused: More credit than this is in use…           | -3 3
    credit 3          | set                                                 | -3 3
    hold two 0.0001   | balance_too_low                                     | -3 3
    credit -1         | refused: Credit limit must be between 0 and…        | -3 3
    top-up 3 A        | made                                                | 0 3
    credit 0          | set                                                 | 0 3
    settle one        | done                                                | 0 0`,
  'a refund is of a charged call, and happens once': `
    top-up 10 A       | made                                                | 10 0
    hold one 4        | held                                                | 6 4
    refund one        | refused: Call …                                     | 6 4
    settle one        | done                                                | 6 0
    refund one        | gave back 4.0000                                    | 10 0
    refund one        | refused: Call …                                     | 10 0
    hold two 4        | held                                                | 6 4
    release two       | rejected                                            | 10 0
    refund two        | refused: Call …                                     | 10 0
    hold three 4      | held                                                | 6 4
    lose-sight three  | unknown                                             | 6 4
    refund three      | refused: Call …                                     | 6 4
    hold four 0       | held                                                | 6 4
    settle four       | done                                                | 6 4
    refund four       | refused: Call …                                     | 6 4
    refund nobody     | refused: Account …                                  | 6 4`,
  'a wallet does not overflow': `
    top-up 900000000000000 A | made                              | 900000000000000 0
    top-up 0.0001 B   | refused: The wallet would exceed its maximum…       | 900000000000000 0
    adjust 1 C x      | refused: The wallet would exceed its maximum…       | 900000000000000 0`,
  'what is held keeps its place in a wallet, because it may come back': `
    top-up 900000000000000 A | made                              | 900000000000000 0
    hold one 5        | held                                     | 899999999999995 5
    top-up 0.0001 B   | refused: The wallet would exceed its maximum…       | 899999999999995 5
    release one       | rejected                                 | 900000000000000 0`,
};

describe('money moved by hand', () => {
  // @mutant src/money/ledger/queries.ts
  // - if (amount <= 0n) refuse
  // + if (amount < 0n) refuse
  // @mutant src/money/ledger/sql/move-by-hand.sql
  // - <> (p_kind, p_amount) then
  // + <> (p_kind, v_first.amount) then
  // @mutant src/money/ledger/sql/move-by-hand.sql
  // - elsif not p_is_forced and p_amount < 0 and v_wallet.available::numeric + p_amount < -v_wallet.credit_limit then
  // + elsif false then
  // @mutant src/money/ledger/sql/move-by-hand.sql
  // - and c.state = 'done' and c.amount > 0
  // + and c.amount > 0
  // @mutant src/money/ledger/sql/move-by-hand.sql
  // - where t.account_id = p_account and t.subject_id = p_call and t.phase = 3
  // + where false
  test.each(Object.entries(tables))('%s', (_, table) => expectTable(table));

  // @mutant src/money/ledger/sql/move-by-hand.sql
  // - return query select v_first.transfer_id, true, v_wallet.available, v_wallet.held;
  // -     return;
  // + return query select v_first.transfer_id, true, v_wallet.available, v_wallet.held;
  test('ten simultaneous top-ups under one reference count as one', async () => {
    const { pool, accountId, mode } = await createLedgerWorld(database.pool);
    const asked = { accountId, mode, amount: 7n, reference: 'at once' };
    const moved = await Promise.all(Array.from({ length: 10 }, () => topUp(byTest(pool), asked)));
    expect(moved.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(new Set(moved.map(({ transferId }) => transferId)).size).toBe(1);
    expect(moved.every(({ available }) => available === 7n)).toBe(true);
  });

  /** Starts both while another transaction has the wallet locked, and returns their results. */
  async function atOnce(accountId: number, movements: (() => Promise<unknown>)[]) {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('select from wallets where account_id = $1 for update', [accountId]);
    const moved = Promise.allSettled(movements.map((move) => move()));
    await expect.poll(() => countBlocked(database.pool)).toBe(movements.length);
    await client.query('rollback');
    client.release();
    return (await moved)
      .map((one) => (one.status === 'fulfilled' ? 'moved' : (one.reason as Error).message))
      .sort();
  }

  test('two simultaneous movements are decided one after the other', async () => {
    const world = await createLedgerWorld(database.pool);
    await playLedgerTable(
      world,
      `top-up 15 A | made | 15 0
       hold one 5  | held | 10 5
       settle one  | done | 10 0`,
    );
    const { pool, accountId, mode } = world;
    const wallet = { accountId, mode };
    const twice = () => topUp(byTest(pool), { ...wallet, amount: 1n, reference: 'twice' });
    expect(await atOnce(accountId, [twice, twice])).toEqual(['moved', 'moved']);

    const take = (reference: string) => () =>
      adjust(byTest(pool), { ...wallet, amount: -60_000n, reference, reason: 'fee' });
    expect(await atOnce(accountId, [take('one'), take('other')])).toEqual([
      'Balance and credit limit do not cover this amount.',
      'moved',
    ]);

    const callId = callIdOf(world, 'one');
    const give = () => refund(byTest(pool), { accountId, callId, reason: '' });
    expect(await atOnce(accountId, [give, give])).toEqual([
      `Call ${callId} was already refunded.`,
      'moved',
    ]);
    const { expected, actual } = await playLedgerTable(world, 'credit 0 | set | 9.0001 0');
    expect(actual).toEqual(expected);
  });

  test('ten simultaneous refunds return the money once', async () => {
    const world = await createLedgerWorld(database.pool);
    await playLedgerTable(
      world,
      `top-up 5 A | made | 5 0
       hold one 5 | held | 0 5
       settle one | done | 0 0`,
    );
    const asked = { accountId: world.accountId, callId: callIdOf(world, 'one'), reason: '' };
    const refunds = await Promise.allSettled(
      Array.from({ length: 10 }, () => refund(byTest(world.pool), asked)),
    );
    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { expected, actual } = await playLedgerTable(world, 'credit 0 | set | 5 0');
    expect(actual).toEqual(expected);
  });

  // @mutant src/money/ledger/sql/move-by-hand.sql
  // - u.mode = v_call.mode and u.day = v_call.day
  // + u.mode = v_call.mode
  test('a refund is subtracted from its call’s day and product, and from no other', async () => {
    const { pool } = database;
    const clock = createMovableClock(new Date('2026-06-15T12:00:00Z'));
    const writers = createLineWriter(writerPorts(pool, clock));
    const world = { ...(await createLedgerWorld(pool)), ...writers };
    const other = { ...(await createLedgerWorld(pool)), ...writers };
    const charge = async (by: LedgerWorld, product: CalledProduct = 'sms_code') => {
      const item = messageItemOf(by, { product, amount: 9n });
      const { accountId, mode } = by;
      await topUp(byTest(pool), { accountId, mode, amount: 9n, reference: item.callId });
      await by.holds.add(item);
      await by.settles.add(settleItemOf(by, item.callId, 'done'));
      return item.callId;
    };
    await charge(world);
    clock.move(86_400_000);
    const callId = await charge(world);
    await charge(world, 'sms_notice');
    await charge({ ...world, mode: 'test' });
    await charge(other);

    await refund(byTest(pool), { accountId: world.accountId, callId, reason: '' });
    const chargedOf = async ({ accountId, mode }: LedgerWorld) =>
      (await readUsageDays(pool, accountId, mode, '2000-01-01', '2999-12-31')).map(
        ({ day, product, calls, charged }) => `${day} ${product} ${calls} ${charged}`,
      );
    expect(await chargedOf(world)).toEqual([
      '2026-06-15 sms_code 1 9',
      '2026-06-16 sms_code 1 0',
      '2026-06-16 sms_notice 1 9',
    ]);
    expect(await chargedOf({ ...world, mode: 'test' })).toEqual(['2026-06-16 sms_code 1 9']);
    expect(await chargedOf(other)).toEqual(['2026-06-16 sms_code 1 9']);
  });

  test('a reference belongs to one wallet: other accounts and the other mode can use it too', async () => {
    const { pool, accountId } = await createLedgerWorld(database.pool);
    const other = await createLedgerWorld(database.pool);
    const asked = { accountId, mode: 'live', amount: 7n, reference: 'INV-1' } as const;
    await topUp(byTest(pool), asked);
    const elsewhere = [
      await topUp(byTest(pool), { ...asked, mode: 'test', amount: 8n }),
      await topUp(byTest(pool), { ...asked, accountId: other.accountId, amount: 9n }),
    ];
    expect(elsewhere).toMatchObject([
      { isRepeat: false, available: 8n },
      { isRepeat: false, available: 9n },
    ]);
    expect(await topUp(byTest(pool), asked)).toMatchObject({ isRepeat: true, available: 7n });
  });

  // @mutant src/money/ledger/queries.ts
  // - where account_id = $1 and mode = $2`,
  // -     values: [accountId, mode],
  // -   });
  // -   if
  // + where account_id = $1 and mode <> $2`,
  // +     values: [accountId, mode],
  // +   });
  // +   if
  test('a movement in one mode leaves the other mode’s wallet unchanged', async () => {
    const { pool, accountId } = await createLedgerWorld(database.pool);
    const live = { accountId, mode: 'live' } as const;
    await topUp(byTest(pool), { ...live, amount: 7n, reference: 'A' });
    await adjust(byTest(pool), { ...live, amount: -2n, reference: 'B', reason: 'fee' });
    await setCreditLimit(byTest(pool), { ...live, limit: 3n });
    expect(await readBalance(pool, accountId, 'live')).toEqual({
      available: 5n,
      held: 0n,
      creditLimit: 3n,
      lowBalance: null,
    });
    const nobody = readBalance(pool, 999_999, 'live');
    await expect(nobody).rejects.toThrow('Account 999999 not found.');
    expect(await readBalance(pool, accountId, 'test')).toEqual({
      available: 0n,
      held: 0n,
      creditLimit: 0n,
      lowBalance: null,
    });
  });

  // @mutant src/money/ledger/sql/move-by-hand.sql
  // - where c.account_id = p_account and c.call_id = p_call;
  // -   if not found
  // + where c.call_id = p_call;
  // +   if not found
  test('a call is refunded in its own mode and by its own account', async () => {
    const world = await createLedgerWorld(database.pool, 'test');
    await playLedgerTable(
      world,
      `top-up 5 A | made | 5 0
       hold one 5 | held | 0 5
       settle one | done | 0 0`,
    );
    const other = await createLedgerWorld(database.pool);
    const callId = callIdOf(world, 'one');
    const asked = { accountId: other.accountId, callId, reason: '' };
    await expect(refund(byTest(world.pool), asked)).rejects.toThrow('has no call');
    const refunded = await refund(byTest(world.pool), { ...asked, accountId: world.accountId });
    expect(refunded).toEqual({ mode: 'test', amount: 50_000n, available: 50_000n, held: 0n });
    expect((await readBalance(world.pool, world.accountId, 'live')).available).toBe(0n);
  });

  test('a refund that would overflow the wallet is refused', async () => {
    const { expected, actual } = await playLedgerTable(
      await createLedgerWorld(database.pool),
      `top-up 5 A | made | 5 0
       hold one 5 | held | 0 5
       settle one | done | 0 0
       top-up 899999999999995.0001 B | made | 899999999999995.0001 0
       refund one | refused: The wallet would exceed its maximum… | 899999999999995.0001 0
       hold two 4 | held | 899999999999991.0001 4
       refund one | refused: The wallet would exceed its maximum… | 899999999999991.0001 4`,
    );
    expect(actual).toEqual(expected);
  });

  test.each([
    ['', false],
    ['x', true],
    ['x'.repeat(200), true],
    ['x'.repeat(201), false],
    ['a\u0000b', false],
    ['line\nbreak', false],
    ['发票 1', true],
  ])('a reference may be %j: %s', async (reference, isTaken) => {
    const { pool, accountId, mode } = await createLedgerWorld(database.pool);
    const moved = topUp(byTest(pool), { accountId, mode, amount: 1n, reference });
    if (isTaken) expect((await moved).isRepeat).toBe(false);
    else await expect(moved).rejects.toThrow('Reference must have 1 to 200 characters');
  });

  test.each([
    [100_000_000_000_000_000n, true],
    [100_000_000_000_000_001n, false],
  ])('a credit limit of %s is accepted: %s', async (limit, isTaken) => {
    const { pool, accountId, mode } = await createLedgerWorld(database.pool);
    const set = setCreditLimit(byTest(pool), { accountId, mode, limit });
    if (isTaken) expect((await set).creditLimit).toBe(limit);
    else await expect(set).rejects.toThrow('between 0 and 10000000000000.0000');
  });

  test('the operator’s note is stored with its movement', async () => {
    const { pool, accountId, mode } = await createLedgerWorld(database.pool);
    await adjust(byTest(pool), { accountId, mode, amount: 4n, reference: 'A', reason: 'a gift' });
    const { rows } = await pool.query(
      `select m.kind, m.amount, m.reason, t.from_account, t.to_account
       from manual_entries m
       join transfers t on t.account_id = m.account_id and t.subject_id = m.transfer_id
       where m.account_id = $1`,
      [accountId],
    );
    expect(rows).toEqual([
      {
        kind: 'adjust',
        amount: 4n,
        reason: 'a gift',
        from_account: 'adjustment',
        to_account: 'wallet',
      },
    ]);
  });

  test('an unknown account is reported as such', async () => {
    const asked = { accountId: 999_999, mode: 'test', amount: 1n, reference: 'A' } as const;
    await expect(topUp(byTest(database.pool), asked)).rejects.toThrow('Account 999999 not found.');
  });

  // @mutant src/money/ledger/queries.ts
  // - reference.startsWith(each)
  // + reference === each
  test.each(['refund x', 'bank line 7'])(
    'no movement by hand can use the reserved reference %s',
    async (reference) => {
      const { pool, accountId, mode } = await createLedgerWorld(database.pool);
      const asked = { accountId, mode, amount: 1n, reference };
      await expect(topUp(byTest(pool), asked)).rejects.toThrow('are reserved');
    },
  );
});
