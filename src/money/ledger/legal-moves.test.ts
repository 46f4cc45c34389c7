import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { sqlState } from '../../foundation/db/faults.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());

const phases = [-1, 0, 1, 2, 3, 4, 5];
const books = ['top_up', 'wallet', 'held', 'revenue', 'adjustment'];
const checkViolation = '23514';

async function isTaken(phase: number, from: string, to: string, amount = 1): Promise<boolean> {
  try {
    await pool.query(
      `insert into transfers (account_id, subject_id, phase, mode, from_account, to_account, amount, made_at)
       values (1, $1, $2, 'live', $3, $4, $5, now())`,
      [randomUUIDv7(), phase, from, to, amount],
    );
    return true;
  } catch (error) {
    if (sqlState(error) !== checkViolation) throw error;
    return false;
  }
}

// @mutant src/foundation/db/migrations/0078_transfer_moves.sql
// -     else false
// +     else true
test('money moves only between the accounts that each phase names', async () => {
  const taken: string[] = [];
  for (const phase of phases) {
    for (const from of books) {
      for (const to of books) {
        if (await isTaken(phase, from, to)) taken.push(`${phase} ${from} ${to}`);
      }
    }
  }
  expect(taken).toEqual([
    '0 top_up wallet',
    '0 wallet adjustment',
    '0 adjustment wallet',
    '1 wallet held',
    '2 held wallet',
    '2 held revenue',
    '3 revenue wallet',
    '4 wallet revenue',
  ]);
});

test.each([0, -1])('an amount of %d moves no money', async (amount) => {
  expect(await isTaken(1, 'wallet', 'held', amount)).toBe(false);
});
