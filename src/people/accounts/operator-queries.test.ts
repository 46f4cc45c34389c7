import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { operator } from '../../../test/kit/route-live.ts';
import { readOperator, setOperator } from './operator-queries.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function platformVersion(): Promise<number> {
  const { rows } = await database.pool.query<{ version: number }>('select version from platform');
  return rows[0]?.version ?? 0;
}

test('the operator is unset at first, then set, and changed field by field', async () => {
  const { pool } = database;
  expect(await readOperator(pool)).toBeNull();
  const { contact, ...others } = operator;
  await expect(setOperator(byTest(pool), others)).rejects.toThrow('--contact is required.');
  expect(await readOperator(pool)).toBeNull();

  const before = await platformVersion();
  const all = {
    legalName: { en: operator.nameEn, zh: operator.nameZh },
    contact,
    privacyUrl: operator.privacyUrl,
  };
  expect(await setOperator(byTest(pool), operator)).toEqual(all);
  expect(await readOperator(pool)).toEqual(all);
  // Servers decide by it, so they are notified.
  expect(await platformVersion()).toBeGreaterThan(before);

  const changed = { ...all, contact: '400-800-8888' };
  expect(await setOperator(byTest(pool), { contact: '400-800-8888' })).toEqual(changed);
  await expect(setOperator(byTest(pool), { nameZh: 'A\u202eB', contact: 'x' })).rejects.toThrow(
    '--name-zh must have 1 to 200 characters',
  );
  expect(await readOperator(pool)).toEqual(changed);
});
