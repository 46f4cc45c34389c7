import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { faultOf, isDatabaseAway, isItemFault } from './faults.ts';

const fault = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('a database error', () => {
  test.each([
    'EPIPE',
    'ECONNRESET',
    'ECONNREFUSED',
    'ENOENT',
    '57P01',
    '08006',
    '53300',
    '55000',
    '25006',
  ])('%s means that the database is unavailable, and not that a row is bad', (code) => {
    expect(isDatabaseAway(fault(code))).toBe(true);
    expect(isItemFault(fault(code))).toBe(false);
  });

  test.each(['22003', '22P02', '23514', '23505', '42804'])('%s is about a row', (code) => {
    expect(isItemFault(fault(code))).toBe(true);
    expect(isDatabaseAway(fault(code))).toBe(false);
  });

  test.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('of the driver, %s, means that the database is unavailable', (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
  });

  test('of our own means neither', () => {
    expect(isDatabaseAway(new TypeError('x is not a function'))).toBe(false);
    expect(isDatabaseAway(fault('42P01'))).toBe(false);
    expect(isItemFault(new TypeError('x'))).toBe(false);
  });
});

describe('the log of an error', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const faultFrom = (sql: string) => database.pool.query(sql).then(() => 'nothing', faultOf);

  test('has its place in the database, and never a value', async () => {
    expect(await faultFrom(`insert into accounts (name) values ('')`)).toBe(
      'SQLSTATE 23514, constraint accounts_name_check, table accounts, routine ExecConstraints',
    );
    expect(await faultFrom(`select 'Rowan'::integer`)).toMatch(/^SQLSTATE 22P02, routine \w+$/);
    expect(await faultFrom('select * from nowhere')).toMatch(/^SQLSTATE 42P01, routine \w+$/);
  });

  test('has the name, the code and the cause of any other error', () => {
    expect(faultOf(fault('ECONNRESET', '13800000000'))).toBe('Error ECONNRESET');
    expect(faultOf(new TypeError('13800000000'))).toBe('TypeError');
    expect(faultOf(new Error('Connection terminated unexpectedly'))).toBe('Error, no connection');
    expect(faultOf(new TypeError('fetch failed', { cause: fault('ENOTFOUND', 'x') }))).toBe(
      'TypeError, because of Error ENOTFOUND',
    );
    expect(faultOf('13800000000')).toBe('string');
  });
});
