import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { deleteOldRows, ensurePartitions } from '../../foundation/db/partition-queries.ts';
import { readMove } from '../../foundation/db/read-move.ts';
import { removeState, storeState, storeStep } from './state-queries.ts';
import { leaveHandOver, takeHandOver } from './target-queries.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const moveId = randomUUID();
const state = { moveId, target: 'postgresql://new/cells', role: 'cell3', step: 'schema' };

test('a cell has one move at a time', async () => {
  const { pool } = database;
  expect(await storeState(pool, state)).toBe(true);
  expect(await storeState(pool, { ...state, moveId: randomUUID() })).toBe(false);
  expect(await readMove(pool)).toEqual(state);
  await removeState(pool, moveId);
  expect(await readMove(pool)).toBeUndefined();
});

// @mutant src/installation/moves/state-queries.ts
// - and (step <> 'abort' or $2 = 'abort')
// + and ($2 <> '')
test('no step follows an abort, so a command that wakes cannot fence the old cell again', async () => {
  const { pool } = database;
  await storeState(pool, state);
  expect(await storeStep(pool, moveId, 'hand-over')).toBe(true);
  expect(await storeStep(pool, randomUUID(), 'hand-over')).toBe(false);
  expect(await storeStep(pool, moveId, 'abort')).toBe(true);
  expect(await storeStep(pool, moveId, 'hand-over')).toBe(false);
  expect(await storeStep(pool, moveId, 'abort')).toBe(true);
});

test('who lost the right to switch cannot give it back, and so not let the old cell serve', async () => {
  const { pool } = database;
  await pool.query('create table arriving_cell (move_id uuid primary key, hand_over uuid)');
  await pool.query('insert into arriving_cell values ($1)', [moveId]);
  const [first, second] = [randomUUID(), randomUUID()];
  await takeHandOver(pool, moveId, first);
  await takeHandOver(pool, moveId, second);
  expect(await leaveHandOver(pool, first)).toBe(false);
  expect(await leaveHandOver(pool, second)).toBe(true);
  await expect(takeHandOver(pool, randomUUID(), first)).rejects.toThrow('Another command');
});

test('no month is made while the cell moves', async () => {
  const { pool } = database;
  const months = async () =>
    (await pool.query(`select from pg_class where relname ~ '^calls_[0-9]{6}$'`)).rowCount;
  await storeState(pool, state);
  await pool.query(`do $$ declare v text; begin
    for v in select relname from pg_class where relname ~ '^calls_[0-9]{6}$' loop
      execute format('drop table %I', v);
    end loop;
  end $$`);
  await ensurePartitions(pool);
  expect(await months()).toBe(0);
  await removeState(pool, moveId);
  await ensurePartitions(pool);
  expect(await months()).toBe(5);
});

test('old rows of a month are deleted when the cell has moved', async () => {
  const { pool } = database;
  await ensurePartitions(pool);
  await pool.query(
    `insert into call_numbers (number_hash, call_id, account_id)
     select '\\x00', uuid_floor(date_trunc('month', now()) - interval '1 day'), 1`,
  );
  const days = new Date().getUTCDate();
  const prune = () => deleteOldRows(pool, { table: 'call_numbers', key: 'call_id' }, days);
  await storeState(pool, state);
  expect(await prune()).toBe(0);
  await removeState(pool, moveId);
  expect(await prune()).toBe(1);
});
