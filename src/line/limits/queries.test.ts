import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createLedgerWorld } from '../../../test/kit/ledger-table.ts';
import type { LimitSettings } from './limits.ts';
import { findLimits, listClosedPrefixes, openPrefix, setLimits } from './queries.ts';

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

  test('belong to one mode and one account', async () => {
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
      else await expect(set).rejects.toThrow('Limit per number must be between 1 and 1000.');
    }
  });

  test('need an existing account and at least one value', async () => {
    await expect(setLimits(byTest(pool), 999_999, 'live', { codePerDay: 1 })).rejects.toThrow(
      'Account 999999 not found.',
    );
    await expect(setLimits(byTest(pool), accountId, 'live', {})).rejects.toThrow(
      'Nothing to change.',
    );
  });
});

test('closing and opening a prefix affects one account and mode', async () => {
  const { accountId: other } = await createLedgerWorld(pool);
  await pool.query(
    `insert into closed_prefixes (account_id, mode, prefix, closed_at, closed_until, reason)
     select a, m, p, now(), now() + interval '1 hour', 'pumped'
     from unnest($1::integer[]) a, unnest(array['live', 'test']) m, unnest(array['+8613', '+8614']) p`,
    [[accountId, other]],
  );
  await openPrefix(byTest(pool), accountId, 'live', '+8613');
  const closed = async (of: number) =>
    (await listClosedPrefixes(pool, of)).map(({ mode, prefix }) => `${mode} ${prefix}`);
  expect(await closed(accountId)).toEqual(['live +8614', 'test +8613', 'test +8614']);
  expect(await closed(other)).toHaveLength(4);
  expect(await listClosedPrefixes(pool)).toHaveLength(7);
  const again = openPrefix(byTest(pool), accountId, 'live', '+8613');
  await expect(again).rejects.toThrow('Prefix +8613 is not closed');
});
