import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../test/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createLedgerWorld } from '../../test/ledger-table.ts';
import type { LimitSettings } from './limits.ts';
import { findLimits, setLimits } from './queries.ts';

let database: TestDatabase;
let pool: Pool;
let accountId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ accountId } = await createLedgerWorld(pool));
});

const unset: LimitSettings = {
  perNumber: null,
  codePerMinute: null,
  codePerHour: null,
  codePerDay: null,
  noticePerDay: null,
  regions: null,
  spendCapDay: null,
};

const each: Partial<LimitSettings>[] = [
  { perNumber: false },
  { codePerMinute: 2 },
  { codePerHour: 3 },
  { codePerDay: 4 },
  { noticePerDay: 5 },
  { regions: ['CN', 'SG'] },
  { spendCapDay: 6n },
];

describe('the limits of an account', () => {
  test.each(each)('are changed one by one, and back: %o', async (change) => {
    expect(await findLimits(pool, accountId, 'live')).toBeNull();
    expect(await setLimits(byTest(pool), accountId, 'live', change)).toEqual({
      ...unset,
      ...change,
    });
    const all = Object.assign({}, ...each) as LimitSettings;
    await setLimits(byTest(pool), accountId, 'live', all);
    const [name] = Object.keys(change);
    await setLimits(byTest(pool), accountId, 'live', { [name as string]: null });
    expect(await findLimits(pool, accountId, 'live')).toEqual({ ...all, [name as string]: null });
  });

  test('are of one mode and one account', async () => {
    const other = await createLedgerWorld(pool);
    await setLimits(byTest(pool), accountId, 'live', { codePerDay: 4 });
    expect(await findLimits(pool, accountId, 'test')).toBeNull();
    expect(await findLimits(pool, other.accountId, 'live')).toBeNull();
    await setLimits(byTest(pool), accountId, 'test', { codePerDay: 5 });
    expect(await findLimits(pool, accountId, 'live')).toMatchObject({ codePerDay: 4 });
  });

  test.each([
    [0, false],
    [1, true],
    [1_000, true],
    [1_001, false],
  ])('may be %d for a number: %s', async (limit, isTaken) => {
    for (const name of ['codePerMinute', 'codePerHour', 'codePerDay', 'noticePerDay'] as const) {
      const set = setLimits(byTest(pool), accountId, 'live', { [name]: limit });
      if (isTaken) expect(await set).toMatchObject({ [name]: limit });
      else await expect(set).rejects.toThrow('A limit per number is 1 to 1000.');
    }
  });

  test('are of an account that is there, and something is to be set', async () => {
    await expect(setLimits(byTest(pool), 999_999, 'live', { codePerDay: 1 })).rejects.toThrow(
      'There is no account 999999.',
    );
    await expect(setLimits(byTest(pool), accountId, 'live', {})).rejects.toThrow('no limit among');
  });
});
