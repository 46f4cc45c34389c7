import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { requireArrived } from './arrival-queries.ts';
import { awaitArrival, awaitCopy, isArriving } from './await-arrival.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const mark = () => database.pool.query('create table arriving_cell (move_id uuid, hand_over uuid)');
const begin = (step: string) =>
  database.pool.query(
    `insert into cell_move (move_id, target, role, step) values (gen_random_uuid(), 'new', 'cell3', $1)
     on conflict (one) do update set step = excluded.step`,
    [step],
  );
const never = new Promise<void>(() => {});
const ready = { isReady: true };

/** What a promise came to so far. */
function follow(promise: Promise<boolean>): { state: boolean | undefined } {
  const followed: { state: boolean | undefined } = { state: undefined };
  void promise.then((state) => {
    followed.state = state;
  });
  return followed;
}

test('commands are refused while a cell is being moved here', async () => {
  await requireArrived(database.pool);
  await mark();
  await expect(requireArrived(database.pool)).rejects.toThrow('is being moved here');
});

test('a server opens its cell when the copy is complete, and serves it when it has arrived', async () => {
  expect(await isArriving(database.target)).toBe(false);
  await mark();
  expect(await isArriving(database.target)).toBe(true);
  await begin('copy');
  const copied = follow(awaitCopy(database.target, never));
  const arrived = follow(awaitArrival(database.target, never, ready));
  await sleep(150);
  expect([copied.state, arrived.state]).toEqual([undefined, undefined]);
  await begin('server');
  await expect.poll(() => copied.state).toBe(true);
  await sleep(150);
  expect(arrived.state).toBeUndefined();
  await database.pool.query('drop table arriving_cell');
  await expect.poll(() => arrived.state).toBe(true);
});

test('a server that comes after the copy is complete, or after the switch, waits for no copy', async () => {
  expect(await awaitCopy(database.target, never)).toBe(true);
  await mark();
  await begin('hand-over');
  expect(await awaitCopy(database.target, never)).toBe(true);
});

test('only a server that has opened the copy is counted by the move', async () => {
  await mark();
  const { promise: asked, resolve: stop } = Promise.withResolvers<void>();
  const waiting = async () => {
    const { rows } = await database.pool.query(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and application_name like 'countersign%'`,
    );
    return rows.map(({ name }) => name).sort();
  };
  const ended = [
    awaitCopy(database.target, asked),
    awaitArrival(database.target, asked, { isReady: false }),
    awaitArrival(database.target, asked, ready),
  ];
  await expect.poll(waiting).toEqual(['countersign', 'countersign', 'countersign waiting']);
  stop();
  expect(await Promise.all(ended)).toEqual([false, false, false]);
});

test('a server whose cell does not come starts nothing', async () => {
  await mark();
  const refused = [awaitCopy, (target: string) => awaitArrival(target, never, ready)].map((wait) =>
    expect(wait(database.target, never)).rejects.toThrow('was aborted'),
  );
  await sleep(100);
  await database.pool.query('drop schema public cascade');
  await Promise.all(refused);
});
