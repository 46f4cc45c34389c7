import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { bytesArray, columnOrNull, plainArray, textArray } from './array-literal.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function readBack(literal: string, type: string): Promise<unknown> {
  const { rows } = await database.pool.query(`select $1::${type}[] as values`, [literal]);
  return rows[0]?.values;
}

test('round-trips any text, and null as null', async () => {
  const texts = ['', ' ', 'NULL', null, '{}', 'a,b', '"', '\\', '\\"', "'; --", 'é 张 😀\n\t', 'x'];
  expect(await readBack(textArray(texts), 'text')).toEqual(texts);
  expect(await readBack(textArray([]), 'text')).toEqual([]);
});

test('round-trips bytes and plain values', async () => {
  const bytes = [Buffer.from([0, 34, 92, 255]), null, Buffer.alloc(0), Buffer.from('x')];
  expect(await readBack(bytesArray(bytes), 'bytea')).toEqual(bytes);
  const digits = bytes.map((one) => one?.toString('hex') ?? null);
  expect(await readBack(bytesArray(digits), 'bytea')).toEqual(bytes);
  const amounts = [0n, null, -1n, 9223372036854775807n];
  expect(await readBack(plainArray(amounts), 'bigint')).toEqual(amounts);
});

test('rejects a column without values', () => {
  const column = (items: (number | null)[]) => columnOrNull({ items }, (item) => item, plainArray);
  expect(column([null, null])).toBeNull();
  expect(column([])).toBeNull();
  expect(column([null, 0])).toBe('{NULL,0}');
});
