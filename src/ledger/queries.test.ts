import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { callIdOf, createLedgerWorld, playLedgerTable } from '../../test/ledger-table.ts';
import { readUsageDays, refund, topUp } from './queries.ts';

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
    top-up 50 A       | refused: The reference "A" belongs to another…      | 100 0
    adjust 100 A why  | refused: The reference "A" belongs to another…      | 100 0
    top-up 0.0001 B   | made                                                | 100.0001 0
    top-up 0 C        | refused: A top-up is more than zero.                | 100.0001 0
    top-up -5 C       | refused: A top-up is more than zero.                | 100.0001 0`,
  'an adjustment takes no more than there is, credit included': `
    adjust 10 A gift  | made                                                | 10 0
    adjust -4 B fee   | made                                                | 6 0
    adjust -4 B fee   | repeat                                              | 6 0
    adjust -6.0001 C x | refused: The wallet does not have that much…       | 6 0
    credit 5          | set                                                 | 6 0
    adjust -11 D x    | made                                                | -5 0
    adjust -0.0001 E x | refused: The wallet does not have that much…       | -5 0
    adjust 1 F y      | made                                                | -4 0
    adjust 1 G        | refused: An adjustment needs a reason.              | -4 0
    adjust 0 H x      | refused: An adjustment is not zero.                 | -4 0`,
  'a credit limit never falls below the credit in use': `
    credit 5          | set                                                 | 0 0
    hold one 3        | held                                                | -3 3
    credit 2.9999     | refused: More credit than that is in use…           | -3 3
    credit 3          | set                                                 | -3 3
    hold two 0.0001   | balance_too_low                                     | -3 3
    credit -1         | refused: A credit limit is zero or more.            | -3 3
    top-up 3 A        | made                                                | 0 3
    credit 0          | set                                                 | 0 3
    settle one        | done                                                | 0 0`,
  'a refund is of a charged call, and happens once': `
    top-up 10 A       | made                                                | 10 0
    hold one 4        | held                                                | 6 4
    refund one        | refused: The call …                                 | 6 4
    settle one        | done                                                | 6 0
    refund one        | gave back 4.0000                                    | 10 0
    refund one        | refused: The call …                                 | 10 0
    hold two 4        | held                                                | 6 4
    release two       | rejected                                            | 10 0
    refund two        | refused: The call …                                 | 10 0
    hold three 4      | held                                                | 6 4
    lose-sight three  | unknown                                             | 6 4
    refund three      | refused: The call …                                 | 6 4
    hold four 0       | held                                                | 6 4
    settle four       | done                                                | 6 4
    refund four       | refused: The call …                                 | 6 4
    refund nobody     | refused: Account …                                  | 6 4`,
  'a wallet does not overflow': `
    top-up 900000000000000 A | made                              | 900000000000000 0
    top-up 0.0001 B   | refused: The wallet cannot hold that much.          | 900000000000000 0
    adjust 1 C x      | refused: The wallet cannot hold that much.          | 900000000000000 0`,
  'what is held keeps its place in a wallet, because it may come back': `
    top-up 900000000000000 A | made                              | 900000000000000 0
    hold one 5        | held                                     | 899999999999995 5
    top-up 0.0001 B   | refused: The wallet cannot hold that much.          | 899999999999995 5
    release one       | rejected                                 | 900000000000000 0`,
};

describe('money moved by hand', () => {
  for (const [title, table] of Object.entries(tables)) test(title, () => expectTable(table));

  test('ten top-ups at once under one reference are one', async () => {
    const { pool, accountId, mode } = await createLedgerWorld(database.pool);
    const asked = { accountId, mode, amount: 7n, reference: 'at once' };
    const moved = await Promise.all(Array.from({ length: 10 }, () => topUp(pool, asked)));
    expect(moved.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(new Set(moved.map(({ transferId }) => transferId)).size).toBe(1);
    expect(moved.every(({ available }) => available === 7n)).toBe(true);
  });

  test('ten refunds at once give the money back once', async () => {
    const world = await createLedgerWorld(database.pool);
    await playLedgerTable(
      world,
      `top-up 5 A | made | 5 0
       hold one 5 | held | 0 5
       settle one | done | 0 0`,
    );
    const asked = { accountId: world.accountId, callId: callIdOf(world, 'one'), reason: '' };
    const refunds = await Promise.allSettled(
      Array.from({ length: 10 }, () => refund(world.pool, asked)),
    );
    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { expected, actual } = await playLedgerTable(world, 'credit 0 | set | 5 0');
    expect(actual).toEqual(expected);
  });

  test('a refund takes the charge off the day on which the call was made', async () => {
    const world = await createLedgerWorld(database.pool);
    await playLedgerTable(
      world,
      `top-up 5 A | made | 5 0
       hold one 5 | held | 0 5
       settle one | done | 0 0
       refund one | gave back 5.0000 | 5 0`,
    );
    const days = await readUsageDays(
      world.pool,
      world.accountId,
      'live',
      '2000-01-01',
      '2999-12-31',
    );
    expect(days).toMatchObject([{ product: 'face_verify', calls: 1n, charged: 0n, refused: 0n }]);
  });

  test('an account that is not there is said not to be there', async () => {
    const asked = { accountId: 999_999, mode: 'test', amount: 1n, reference: 'A' } as const;
    await expect(topUp(database.pool, asked)).rejects.toThrow('There is no account 999999.');
  });

  test('no movement by hand can take the name of a refund', async () => {
    const { pool, accountId, mode } = await createLedgerWorld(database.pool);
    const asked = { accountId, mode, amount: 1n, reference: 'refund x' };
    await expect(topUp(pool, asked)).rejects.toThrow('kept for refunds');
  });
});
