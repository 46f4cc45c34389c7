import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../test/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createAccount } from '../accounts/queries.ts';
import { listMovements, type Movement, type MovementMark } from './movement-queries.ts';
import { adjust, topUp } from './queries.ts';

let database: TestDatabase;
let pool: Pool;
let owner: { accountId: number; mode: 'test' };
beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { accountId } = await createAccount(byTest(pool), { name: 'Rowan' });
  owner = { accountId, mode: 'test' };
});

const timeZone = 'Asia/Shanghai';

async function walk(limit: number): Promise<Movement[]> {
  const found: Movement[] = [];
  let before: MovementMark | undefined;
  do {
    const page = await listMovements(pool, owner, { timeZone, before, limit });
    found.push(...page.movements);
    before = page.next ?? undefined;
  } while (before && found.length < 100);
  return found;
}

test('movements of one instant are each on one page, however they are cut', async () => {
  for (let n = 1; n <= 5; n++) {
    await topUp(byTest(pool), { ...owner, amount: 10_000n, reference: `T${n}` });
  }
  const fee = { reference: 'F', reason: 'a fee' };
  await adjust(byTest(pool), { ...owner, amount: -1n, ...fee });
  await pool.query('update manual_entries set made_at = $2 where account_id = $1', [
    owner.accountId,
    new Date(Date.now() - 60_000),
  ]);
  const whole = await walk(50);
  expect(whole).toHaveLength(6);
  for (const limit of [1, 2, 4]) expect(await walk(limit)).toEqual(whole);
  expect(whole[0]?.balance).toBe(49_999n);
  // Before all of them the wallet was empty.
  const first = whole.at(-1);
  expect((first?.balance ?? 0n) - (first?.amount ?? 0n)).toBe(0n);
});

test('a list of one kind has no balances, and a wallet of the other mode no movements', async () => {
  await topUp(byTest(pool), { ...owner, amount: 10_000n, reference: 'T' });
  await adjust(byTest(pool), { ...owner, amount: -1n, reference: 'F', reason: 'a fee' });
  const asked = { timeZone, kind: 'adjust', limit: 9 } as const;
  const { movements } = await listMovements(pool, owner, asked);
  expect(movements).toMatchObject([{ kind: 'adjust', amount: -1n, balance: null }]);
  const live = await listMovements(pool, { ...owner, mode: 'live' }, { timeZone, limit: 9 });
  expect(live.movements).toEqual([]);
});
