import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { requireArrived } from './arrival-queries.ts';
import { awaitArrival } from './await-arrival.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const mark = () => database.pool.query('create table arriving_cell (move_id uuid, hand_over uuid)');
const never = new Promise<void>(() => {});

test('commands are refused while a cell is being moved here', async () => {
  await requireArrived(database.pool);
  await mark();
  await expect(requireArrived(database.pool)).rejects.toThrow('is being moved here');
});

test('a server waits for its cell, and answers meanwhile', async () => {
  const states: string[] = [];
  const meanwhile = async () => {
    states.push('answers');
    return async () => void states.push('stops');
  };
  expect(await awaitArrival(database.target, never, meanwhile)).toBe(true);
  expect(states).toEqual([]);
  await mark();
  const waited = awaitArrival(database.target, never, meanwhile);
  await expect.poll(() => states).toEqual(['answers']);
  await sleep(150);
  expect(states).toEqual(['answers']);
  await database.pool.query('drop table arriving_cell');
  expect(await waited).toBe(true);
  expect(states).toEqual(['answers', 'stops']);
});

test('a server that is asked to stop, or whose cell does not come, starts nothing', async () => {
  const { promise: asked, resolve: stop } = Promise.withResolvers<void>();
  await mark();
  const stopped = awaitArrival(database.target, asked, async () => async () => {});
  stop();
  expect(await stopped).toBe(false);
  const aborted = awaitArrival(database.target, never, async () => async () => {});
  const refused = expect(aborted).rejects.toThrow('was aborted');
  await sleep(100);
  await database.pool.query('drop schema public cascade');
  await refused;
});
