import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { assertSameKey, hasKeyCheck } from './key-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 3 });
});
afterAll(() => database.drop());

test('a database belongs to the key of its first start, and to no other', async () => {
  const { pool } = database;
  expect(await hasKeyCheck(pool)).toBe(false);
  const first = Buffer.from('first');
  const other = Buffer.from('other');
  await assertSameKey(pool, first);
  expect(await hasKeyCheck(pool)).toBe(true);
  await assertSameKey(pool, first);
  await expect(assertSameKey(pool, other)).rejects.toThrow('The data key is not the one');
  await assertSameKey(pool, first);
});

test('of two keys that start at once, one is the key', async () => {
  const { pool } = database;
  await pool.query('update platform set key_check = null');
  const tried = ['one', 'other'].map((key) => assertSameKey(pool, Buffer.from(key)));
  const ends = (await Promise.allSettled(tried)).map(({ status }) => status);
  expect(ends.sort()).toEqual(['fulfilled', 'rejected']);
});
