import { afterAll, beforeAll, expect, test } from 'vitest';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { assertSameKey, hasKeyCheck } from './key-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 3 });
});
afterAll(() => database.drop());

test('a database is bound to the data key of its first start, and accepts no other', async () => {
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

test('of two keys at simultaneous first starts, the first one wins', async () => {
  const { pool } = database;
  await pool.query('update platform set key_check = null');
  const client = await pool.connect();
  await client.query(`begin; update platform set key_check = 'one'`);
  // It has seen that there is no key yet, and waits for its turn to write one.
  const second = assertSameKey(pool, Buffer.from('other')).catch((error: Error) => error);
  await expect.poll(() => countBlocked(pool)).toBe(1);
  await client.query('commit');
  client.release();
  expect(await second).toBeInstanceOf(Error);
  await assertSameKey(pool, Buffer.from('one'));
});
