import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CheckRows, createCheckRows } from '../../../test/kit/check-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { recordWithdrawal } from './queries.ts';
import { noteVisit } from './visit-queries.ts';

let database: TestDatabase;
let rows: CheckRows;

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  rows = await createCheckRows(database.pool);
});
afterAll(() => database.drop());

const visitor = Buffer.from('a browser');

test('a visit after the end of a check changes nothing', async () => {
  for (const [status, begunBy] of [
    [0, visitor],
    [4, null],
  ] as const) {
    const check = await rows.check({ status });
    await noteVisit(database.pool, check, { visitor, device: 'mobile' }, rows.now);
    expect(await rows.readCheck(check)).toMatchObject({ status, begun_by: begunBy });
  }
});

test('a person who was erased before withdrawing keeps the first erasure time', async () => {
  const check = await rows.check({ status: 1, ended_at: rows.at(-9), erased_at: rows.at(-5) });
  expect(await recordWithdrawal(database.pool, check, rows.now)).toBe(true);
  expect(await rows.readCheck(check)).toMatchObject({
    ...{ withdrawn_at: rows.now, erased_at: rows.at(-5) },
  });
});
