import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createClient } from '../../foundation/db/connect.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { bindBooks, followBooks } from './bind-books.ts';
import { closeDays } from './close-days.ts';
import { topUp } from './queries.ts';

let database: TestDatabase;
let accountId: number;
const warned: string[] = [];
const warn = (_fields: object, line: string) => void warned.push(line);
const log = { debug() {}, info() {}, warn, error() {} };
const china = { currency: 'CNY', timeZone: 'Asia/Shanghai' };
const germany = { currency: 'EUR', timeZone: 'Europe/Berlin' };

beforeAll(async () => {
  database = await createTestDatabase();
  const account = await createAccount(byTest(database.pool), { name: 'A', testBalance: 50_000n });
  accountId = account.accountId;
});
afterAll(() => database.drop());

const close = (timeZone: string) => closeDays({ pool: database.pool, log, timeZone });
const countClosings = async () =>
  (await database.pool.query(`select from closings where mode = 'test'`)).rowCount;

// @mutant src/money/ledger/sql/bind-books.sql
// -       update ledger_closed set closed_until = '-infinity';
test('currency and zone can change while there is test money only; its days are closed again', async () => {
  await bindBooks(database.pool, china);
  // A closing takes what is older than 20 seconds.
  await database.pool.query(`update transfers set made_at = made_at - interval '1 minute'`);
  await close(china.timeZone);
  expect(await countClosings()).toBeGreaterThan(0);
  await bindBooks(database.pool, germany);
  expect(await countClosings()).toBe(0);
  expect(await close(germany.timeZone)).toMatchObject({ faults: [] });
  expect(await countClosings()).toBeGreaterThan(0);
  // A closing that left the days out would have to correct the wallets.
  expect(warned).toEqual([]);
});

// @mutant src/money/ledger/bind-books.ts
// -     if (servers > 0) {
// +     if (servers > 1) {
test('neither changes under a server that keeps the books in it', async () => {
  const server = createClient(database.target, 'countersign listen catalog');
  await server.connect();
  await bindBooks(database.pool, germany);
  await expect(bindBooks(database.pool, china)).rejects.toThrow(
    'CURRENCY must be EUR and TIME_ZONE must be Europe/Berlin: 1 server on this database uses it.',
  );
  await server.end();
});

test('a command takes both from the books, and is refused with others', async () => {
  expect(await followBooks(database.pool, {})).toEqual(germany);
  expect(await followBooks(database.pool, { currency: 'EUR' })).toEqual(germany);
  await expect(followBooks(database.pool, { timeZone: 'UTC' })).rejects.toThrow(
    'TIME_ZONE must be Europe/Berlin: amounts',
  );
});

// @mutant src/money/ledger/sql/bind-books.sql
// -     or not exists (select from transfers t where t.mode = 'live')
// +     or true
test('neither changes once there is live money', async () => {
  const payment = { amount: 10_000n, reference: 'bank-1' };
  await topUp(byTest(database.pool), { accountId, mode: 'live', ...payment });
  await bindBooks(database.pool, germany);
  await expect(bindBooks(database.pool, china)).rejects.toThrow(
    'CURRENCY must be EUR and TIME_ZONE must be Europe/Berlin: amounts and closed days are kept in it.',
  );
  await expect(bindBooks(database.pool, { ...germany, currency: 'CNY' })).rejects.toThrow(
    'CURRENCY must be EUR: amounts',
  );
});

test('books from before this was noted are bound to the settings of today', async () => {
  await database.pool.query('update ledger_closed set currency = null, time_zone = null');
  expect(await followBooks(database.pool, {})).toEqual({});
  await bindBooks(database.pool, china);
  await expect(bindBooks(database.pool, germany)).rejects.toThrow('CURRENCY must be CNY');
});
