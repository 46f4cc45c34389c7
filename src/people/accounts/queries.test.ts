import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { readBalance } from '../../money/ledger/queries.ts';
import {
  createAccount,
  findAccount,
  listAccounts,
  readAccountNames,
  setAccountLanguage,
  setAccountState,
  setKeepsCode,
  setNationalIdCheck,
  setProductOff,
  setRedirectOrigins,
} from './queries.ts';

let database: TestDatabase;
const ids: number[] = [];
const names = ['Rowan Bank', 'Birch', 'rowan & sons', 'Cedar 100%'];

beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of names) {
    ids.push((await createAccount(byTest(database.pool), { name })).accountId);
  }
});
afterAll(() => database.drop());

const found = async (search: string) =>
  (await listAccounts(database.pool, { search, limit: 10 })).accounts.map(({ name }) => name);

test('an account starts with test money only, and never with a negative amount', async () => {
  const { pool } = database;
  const made = await createAccount(byTest(pool), { name: 'Ash', testBalance: 70_000n });
  const balanceOf = (mode: 'test' | 'live') => readBalance(pool, made.accountId, mode);
  expect(await balanceOf('test')).toMatchObject({ available: 70_000n, held: 0n });
  expect(await balanceOf('live')).toMatchObject({ available: 0n, held: 0n });
  const broke = createAccount(byTest(pool), { name: 'Elm', testBalance: -1n });
  await expect(broke).rejects.toThrow('Test balance must be 0 or more.');
  await expect(createAccount(byTest(pool), { name: '' })).rejects.toThrow(
    'Name must have 1 to 200',
  );
  expect(await found('Elm')).toEqual([]);
});

test('accounts are found by part of their name in any case, or by their whole number', async () => {
  expect(await found('ROWAN')).toEqual(['Rowan Bank', 'rowan & sons']);
  expect(await found('100%')).toEqual(['Cedar 100%']);
  expect(await found(String(ids[1]))).toEqual(['Birch']);
  expect(await found(`${ids[1]}0`)).toEqual([]);
  // One whose number starts alike is another one.
  const { pool } = database;
  const alike = [Number(`${ids[1]}00`)];
  await byTest(pool).query(`insert into accounts (account_id, name) values ($1, 'Fir')`, alike);
  expect(await found(String(ids[1]))).toEqual(['Birch']);
  await byTest(pool).query('delete from accounts where account_id = $1', alike);
});

test('accounts are paged by number, each once', async () => {
  const paged: number[] = [];
  let after: number | null = 0;
  while (after !== null && paged.length < 99) {
    const page: Awaited<ReturnType<typeof listAccounts>> = await listAccounts(database.pool, {
      limit: 2,
      after,
    });
    paged.push(...page.accounts.map(({ accountId }) => accountId));
    after = page.next;
  }
  const { accounts, next } = await listAccounts(database.pool, { limit: paged.length });
  expect(accounts.map(({ accountId }) => accountId)).toEqual(paged);
  expect(paged).toEqual([...paged].sort((a, b) => a - b));
  expect([next, paged.length >= names.length]).toEqual([null, true]);
});

test('the requested names are read, together with the total', async () => {
  const { accounts } = await listAccounts(database.pool, { limit: 99 });
  const [first = 0, , third = 0] = ids;
  const read = await readAccountNames(database.pool, [third, first, 999]);
  expect([...read.names].sort(([a], [b]) => a - b)).toEqual([
    [first, 'Rowan Bank'],
    [third, 'rowan & sons'],
  ]);
  expect(read.total).toBe(accounts.length);
  expect(await readAccountNames(database.pool, [])).toEqual({
    names: new Map(),
    total: read.total,
  });
});

test('a setting applies to one account, and to none that does not exist', async () => {
  const by = byTest(database.pool);
  const [account = 0, other = 0] = ids;
  const before = await findAccount(database.pool, other);
  const set = [
    [await setAccountState(by, account, 'suspended'), { state: 'suspended' }],
    [await setNationalIdCheck(by, account, false), { nationalIdCheck: false }],
    [await setKeepsCode(by, account, true), { keepsCode: true }],
    [await setProductOff(by, account, ['sms_code']), { productsOff: ['sms_code'] }],
    [await setAccountLanguage(by, account, 'zh'), { language: 'zh' }],
    [await setRedirectOrigins(by, account, []), { redirectOrigins: [] }],
  ] as const;
  for (const [answer, wanted] of set)
    expect(answer).toMatchObject({ accountId: account, ...wanted });
  expect(await findAccount(database.pool, account)).toMatchObject({
    ...{ state: 'suspended', nationalIdCheck: false, productsOff: ['sms_code'] },
    ...{ language: 'zh', redirectOrigins: [], name: 'Rowan Bank' },
  });
  expect(await findAccount(database.pool, other)).toEqual(before);
  await expect(setAccountState(by, 999, 'active')).rejects.toThrow('Account 999 not found.');
});

test('a list of origins is accepted whole or not at all', async () => {
  const by = byTest(database.pool);
  const [, account = 0] = ids;
  const good = ['https://birch.example', 'birch:'];
  expect(await setRedirectOrigins(by, account, good)).toMatchObject({ redirectOrigins: good });
  for (const bad of ['https://birch.example/path', 'birch.example', 'javascript:', '*']) {
    await expect(setRedirectOrigins(by, account, [...good, bad])).rejects.toThrow(
      'Redirect origins must look like',
    );
  }
  expect(await findAccount(database.pool, account)).toMatchObject({ redirectOrigins: good });
  expect(await setRedirectOrigins(by, account, null)).toMatchObject({ redirectOrigins: null });
});
