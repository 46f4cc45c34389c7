import { describe, expect, test } from 'vitest';
import { isDatabaseAway, isItemFault } from './faults.ts';

const fault = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('a fault', () => {
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
  ])('%s says that the database is away, and nothing of the rows', (code) => {
    expect(isDatabaseAway(fault(code))).toBe(true);
    expect(isItemFault(fault(code))).toBe(false);
  });

  test.each(['22003', '22P02', '23514', '23505'])('%s lies with a row', (code) => {
    expect(isItemFault(fault(code))).toBe(true);
    expect(isDatabaseAway(fault(code))).toBe(false);
  });

  test.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('of the driver, %s, says that the database is away', (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
  });

  test('of our own says neither', () => {
    expect(isDatabaseAway(new TypeError('x is not a function'))).toBe(false);
    expect(isDatabaseAway(fault('42P01'))).toBe(false);
    expect(isItemFault(new TypeError('x'))).toBe(false);
  });
});
