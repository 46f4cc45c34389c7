import { afterEach, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createKey, rotateKey } from '../../line/callers/key-queries.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { bindCell } from './bind-cell.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const bind = (cell: number | undefined, mayBind = true) =>
  bindCell(database.pool, { cell, mayBind });

test('the first start with a number stores it; later ones need not name it', async () => {
  expect(await bind(undefined)).toBeUndefined();
  expect(await bind(3)).toBe(3);
  expect(await bind(3)).toBe(3);
  expect(await bind(undefined, false)).toBe(3);
});

test('refuses another number, and a command stores none', async () => {
  await expect(bind(3, false)).rejects.toThrow('has no number yet');
  await bind(3);
  await expect(bind(4)).rejects.toThrow(
    'CELL must be 3: the keys of this installation carry that number.',
  );
  expect(await bind(undefined)).toBe(3);
});

test('of two servers that start with different numbers, one is refused', async () => {
  const started = await Promise.allSettled([bind(3), bind(4)]);
  expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('new and rotated keys carry the number', async () => {
  const by = byTest(database.pool);
  const { accountId } = await createAccount(by, { name: 'Cell' });
  const old = await createKey(by, { accountId, mode: 'live' });
  expect(old.apiKey).toMatch(/^cs_live_[0-9A-Za-z]{38}$/);
  await bind(3);
  expect((await createKey(by, { accountId, mode: 'test' })).apiKey).toMatch(/^cs_test_3_/);
  const rotated = await rotateKey(by, { accountId, keyId: old.keyId, overlapMinutes: 0 });
  expect(rotated.apiKey).toMatch(/^cs_live_3_/);
});

test('numbers of accounts and keys come from the span of the cell, each once', async () => {
  const by = byTest(database.pool);
  const { accountId: old } = await createAccount(by, { name: 'Before' });
  expect(old).toBeLessThan(1_000_000);
  await bind(3);
  const made: number[] = [];
  for (let i = 0; i < 40; i++) made.push((await createAccount(by, { name: 'Cell' })).accountId);
  expect(made).toEqual(made.map((_, i) => 3_000_001 + i));
  const { keyId } = await createKey(by, { accountId: made[0] ?? 0, mode: 'live' });
  expect(keyId).toBe(3_000_001);
  await bind(3);
  expect((await createAccount(by, { name: 'Cell' })).accountId).toBe(3_000_041);
});
