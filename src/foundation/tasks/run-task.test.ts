import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { insertPerson, nextPersonId } from '../../people/sign-in/person-queries.ts';
import { inChange } from '../audit/change-queries.ts';
import { fail } from '../contract/errors/errors.ts';
import { wholePlatform } from '../contract/scope.ts';
import { quietLog } from '../db/quiet-log.ts';
import { readTaskFile } from './read-task-file.ts';
import { gaveUp, mostTakes, pieceBytes, runNextTask, type TaskStep } from './run-task.ts';
import {
  cancelTask,
  eraseTasksOf,
  findTask,
  insertTask,
  mostOpen,
  type NewTask,
  pruneTasks,
  renewTask,
  type Task,
  takeTask,
} from './task-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => database.pool.query('delete from tasks'));

const never = new AbortController().signal;
const viewer = { scope: wholePlatform, isOperator: true };
const kinds = ['count'];

function begin(
  personId = 1,
  more: Partial<NewTask> = {},
  by = byTest(database.pool),
): Promise<string> {
  return insertTask(by, {
    ...{ accountId: null, isOperator: true, kind: 'count', params: {}, personHash: null },
    actor: { kind: 'person', personId, sessionId: 's', name: 'Lin' },
    ...{ total: null, file: { name: 'x.txt', type: 'text/plain' } },
    ...more,
  });
}

type Run = (task: Task, signal: AbortSignal) => AsyncIterable<TaskStep>;
const runner = (run: Run) => ({ pool: database.pool, log: quietLog, kinds, run, flushMs: 0 });
const runNext = (run: Run, signal = never) => runNextTask(runner(run), signal);
const find = async (taskId: string) =>
  (await findTask(database.pool, viewer, taskId)) ?? expect.fail('no such task');

async function fileOf(taskId: string): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of readTaskFile(database.pool, await find(taskId))) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Ends the leases of servers that are gone. */
const endLeases = () =>
  database.pool.query(`update tasks set lease_until = now() - interval '1 second'`);

/** Counts to five, one step each, and can go on from any of them. */
async function* count({ position }: Task): AsyncGenerator<TaskStep> {
  for (let at = (position?.at as number | undefined) ?? 0; at < 5; at++) {
    yield { content: `${at};`, done: at + 1, total: 5, position: { at: at + 1 } };
  }
}

test('stores the file of a task in pieces, and its progress', async () => {
  const taskId = await begin();
  const text = 'é'.repeat(pieceBytes);
  await runNext(async function* () {
    yield { content: 'first;', done: 1 };
    yield { content: text, done: 2, total: 2 };
  });
  expect(await find(taskId)).toMatchObject({
    ...{ state: 'done', done: 2, total: 2, failure: null, bytes: 6 + 2 * pieceBytes },
  });
  expect(await fileOf(taskId)).toBe(`first;${text}`);
  const { rows } = await database.pool.query<{ most: number }>(
    'select max(length(content)) as most from task_parts',
  );
  expect(rows[0]?.most).toBe(pieceBytes);
});

// @mutant src/foundation/tasks/task-queries.ts
// - for update skip locked
test('passes over a task that another server is taking', async () => {
  await begin();
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select from tasks for update');
  const taking = takeTask(database.pool, randomUUID(), kinds, 30_000);
  expect(await Promise.race([taking, sleep(20_000, 'waits', { ref: false })])).toBeUndefined();
  await client.query('rollback');
  client.release();
  await taking;
});

test('runs each task once, however many servers look for one', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, (_, at) => begin(at + 1)));
  const ran: string[] = [];
  const server = async () => {
    while (
      await runNext(async function* (task) {
        ran.push(task.taskId);
        yield* count(task);
      })
    );
  };
  await Promise.all(Array.from({ length: 4 }, server));
  expect(ran.sort()).toEqual(ids.sort());
});

test('another server goes on where a stopped one ended', async () => {
  const taskId = await begin();
  const stopping = new AbortController();
  await runNext(async function* (task) {
    for await (const step of count(task)) {
      yield step;
      if (step.done === 2) stopping.abort();
    }
  }, stopping.signal);
  expect(await find(taskId)).toMatchObject({ state: 'waiting', done: 2 });
  await runNext(count);
  expect(await find(taskId)).toMatchObject({ state: 'done', done: 5 });
  expect(await fileOf(taskId)).toBe('0;1;2;3;4;');
});

test('another server begins again where a stopped one cannot go on', async () => {
  const taskId = await begin();
  const stopping = new AbortController();
  const whole = async function* (task: Task) {
    for await (const { position: _, ...step } of count(task)) yield step;
  };
  await runNext(async function* (task) {
    for await (const step of whole(task)) {
      yield step;
      if (step.done === 2) stopping.abort();
    }
  }, stopping.signal);
  await runNext(whole);
  expect(await fileOf(taskId)).toBe('0;1;2;3;4;');
});

// @mutant src/foundation/tasks/task-queries.ts
// - set done = $3, total = coalesce($4, total), position = $5, parts = parts + $6, bytes = bytes + $7
// -      where task_id = $1 and owner = $2 and state = 'running'
// + set done = $3, total = coalesce($4, total), position = $5, parts = parts + $6, bytes = bytes + $7
// +      where task_id = $1 and $2::uuid is not null and state = 'running'
test('a server whose lease ended writes nothing more', async () => {
  const taskId = await begin();
  await runNext(async function* (task) {
    yield { content: '0;', done: 1, position: { at: 1 } };
    await endLeases();
    await takeTask(database.pool, randomUUID(), kinds, 30_000);
    yield { content: 'late;', done: 2, position: { at: 2 } };
    expect.fail(`went on with ${task.taskId}`);
  });
  expect(await find(taskId)).toMatchObject({ state: 'running', done: 1 });
  await endLeases();
  await runNext(count);
  expect(await fileOf(taskId)).toBe('0;1;2;3;4;');
});

test('keeps a lease that it renews, and takes one that ended', async () => {
  await begin();
  const [one, other] = [randomUUID(), randomUUID()];
  const taken = (await takeTask(database.pool, one, kinds, 30_000)) ?? expect.fail();
  expect(await takeTask(database.pool, other, kinds, 30_000)).toBeUndefined();
  await endLeases();
  expect(await renewTask(database.pool, taken.taskId, one, 30_000)).toBe(true);
  expect(await takeTask(database.pool, other, kinds, 30_000)).toBeUndefined();
  await endLeases();
  expect(await takeTask(database.pool, other, kinds, 30_000)).toMatchObject({ takes: 2 });
  expect(await renewTask(database.pool, taken.taskId, one, 30_000)).toBe(false);
});

test('leaves kinds that it does not know to other versions', async () => {
  await begin(1, { kind: 'newer' });
  expect(await runNext(count)).toBe(false);
});

test('a cancelled task stops at the next step and leaves no file', async () => {
  const taskId = await begin();
  await runNext(async function* (task) {
    for await (const step of count(task)) {
      yield step;
      expect(step.done).toBeLessThan(3);
      if (step.done === 2) expect(await cancelTask(byTest(database.pool), taskId)).toBe(true);
    }
  });
  expect(await find(taskId)).toMatchObject({ state: 'cancelled' });
  const { rowCount } = await database.pool.query('select from task_parts');
  expect(rowCount).toBe(0);
  expect(await cancelTask(byTest(database.pool), taskId)).toBe(false);
});

test('a refusal ends a task at once, with its reason', async () => {
  const taskId = await begin();
  // biome-ignore lint/correctness/useYield: it fails before its first step
  await runNext(async function* () {
    fail('nothing_there');
  });
  expect(await find(taskId)).toMatchObject({ state: 'failed', failure: 'nothing_there' });
});

test('gives a task up after as many servers as may fail with it', async () => {
  const taskId = await begin();
  for (let at = 0; at <= mostTakes; at++) {
    expect(await find(taskId)).toMatchObject({ finishedAt: null });
    // biome-ignore lint/correctness/useYield: it fails before its first step
    await runNext(async function* () {
      throw new Error('a fault that may pass');
    });
    await endLeases();
  }
  expect(await find(taskId)).toMatchObject({ state: 'failed', failure: gaveUp });
});

// @mutant src/foundation/tasks/task-queries.ts
// - await change.query('select from people where person_id = $1 for no key update', [personId]);
test('a person has a few unfinished tasks at most, even if they begin all at once', async () => {
  const { pool } = database;
  const personId = await nextPersonId(pool);
  const lin = { personId, name: 'Lin', email: 'lin@example.com', language: null };
  await insertPerson(byTest(pool), { ...lin, passwordHash: null });
  const actor = { kind: 'person', personId, sessionId: 's', name: 'Lin' } as const;
  const beginAtOnce = () => inChange(pool, actor, 'call.export', (by) => begin(personId, {}, by));
  const tries = await Promise.allSettled(Array.from({ length: 9 }, beginAtOnce));
  const refused = tries.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(9 - mostOpen);
  expect(refused[0]).toMatchObject({ reason: { code: 'tasks_too_many' } });
  await begin(personId + 1);
  await runNext(count);
  await beginAtOnce();
});

test('finished tasks are kept for seven days, and removed with their files', async () => {
  const taskId = await begin();
  await runNext(count);
  const age = (days: number) =>
    database.pool.query('update tasks set expires_at = expires_at - make_interval(days => $1)', [
      days,
    ]);
  await age(6);
  await pruneTasks(database.pool);
  expect(await fileOf(taskId)).toBe('0;1;2;3;4;');
  await age(1);
  expect(await findTask(database.pool, viewer, taskId)).toBeUndefined();
  await pruneTasks(database.pool);
  const { rowCount } = await database.pool.query('select from task_parts');
  expect(rowCount).toBe(0);
});

// @mutant src/foundation/tasks/task-queries.ts
// - where person_hash = $1 and ($2::integer is null or account_id = $2 or account_id is null)
// + where person_hash = $1 and ($2::integer is null or account_id = $2)
test('erasing a person deletes the tasks about them with their files', async () => {
  const [hash, otherHash] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)];
  const ofPlatform = await begin(1, { personHash: hash });
  const ofOther = await begin(1, { personHash: otherHash });
  await begin(1, { personHash: hash, accountId: 7 });
  const ofAnother = await begin(1, { personHash: hash, accountId: 8 });
  while (await runNext(count));
  expect(await eraseTasksOf(database.pool, hash, 7)).toBe(2);
  const { rows } = await database.pool.query<{ id: string }>(
    'select distinct task_id as id from task_parts',
  );
  expect(rows.map(({ id }) => id).sort()).toEqual([ofOther, ofAnother].sort());
  expect(await findTask(database.pool, viewer, ofPlatform)).toBeUndefined();
});
