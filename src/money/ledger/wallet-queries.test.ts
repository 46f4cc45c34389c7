import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { Scope } from '../../foundation/contract/scope.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { setLowBalance, topUp } from './queries.ts';
import { listWallets, readSpentOn } from './wallet-queries.ts';

let database: TestDatabase;
let pool: Pool;
const accounts: number[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
  for (const name of ['A', 'B', 'C', 'D', 'E']) {
    const { accountId } = await createAccount(byTest(pool), { name });
    await topUp(byTest(pool), { accountId, mode: 'live', amount: 100n, reference: 'first' });
    accounts.push(accountId);
  }
});
afterAll(() => database.drop());

const platform: Scope = { kind: 'platform' };

async function walk(
  asked: { isLow?: boolean } = {},
  scope = platform,
  mode: 'live' | 'test' = 'live',
) {
  const found: number[] = [];
  let after = 0;
  for (;;) {
    const page = await listWallets(pool, scope, { mode, after, limit: 2, ...asked });
    found.push(...page.wallets.map(({ accountId }) => accountId));
    if (page.next === null || found.length > 9) return found;
    after = page.next;
  }
}

test('wallets are paged by account, each once, and an account sees its own', async () => {
  expect(await walk()).toEqual(accounts);
  const [, own = 0] = accounts;
  expect(await walk({}, { kind: 'account', accountId: own })).toEqual([own]);
});

test('a wallet is low below its threshold, and neither at it nor without one', async () => {
  const [one = 0, two = 0, three = 0] = accounts;
  for (const [accountId, amount] of [
    [one, 101n],
    [two, 100n],
    [three, 0n],
  ] as const) {
    await setLowBalance(byTest(pool), { accountId, mode: 'live', amount });
  }
  const negative = { accountId: one, mode: 'live', amount: -1n } as const;
  await expect(setLowBalance(byTest(pool), negative)).rejects.toThrow('0 or more');
  expect(await walk({ isLow: true })).toEqual([one]);
  expect(await walk({ isLow: true }, platform, 'test')).toEqual([]);
  const { wallets } = await listWallets(pool, platform, { mode: 'live', after: 0, limit: 9 });
  expect(wallets.map(({ isLow }) => isLow)).toEqual([true, false, false, false, false]);
});

test('a day’s spending covers all keys, and no other day, mode or account', async () => {
  const [one = 0, two = 0] = accounts;
  await pool.query(
    `insert into spend_days (account_id, mode, day, key_id, spent)
     values ($1, 'live', '2026-03-01', 1, 5), ($1, 'live', '2026-03-01', 2, 7),
       ($1, 'live', '2026-03-02', 1, 11), ($1, 'test', '2026-03-01', 3, 13),
       ($2, 'live', '2026-03-01', 4, 17)`,
    [one, two],
  );
  const owner = { accountId: one, mode: 'live' } as const;
  expect(await readSpentOn(pool, owner, '2026-03-01')).toBe(12n);
  expect(await readSpentOn(pool, owner, '2026-03-03')).toBe(0n);
});
