import { afterEach, beforeEach, expect, test } from 'vitest';
import { wholePlatform } from '../../../src/foundation/contract/scope.ts';
import { readTaskFile } from '../../../src/foundation/tasks/read-task-file.ts';
import { findTask, insertTask, type Task } from '../../../src/foundation/tasks/task-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { addPastCalls } from '../../kit/past-calls.ts';
import { project } from '../../kit/search-recount.ts';
import { type ServerProcess, type Servers, startServers } from './servers.ts';

const rounds = 3;
/** A task fails for good after three servers that died with it. */
const killsPerTask = 2;
const count = 40_000;

let servers: Servers;
beforeEach(async () => {
  servers = await startServers(1);
  const { pool } = servers.database;
  const { accountId } = await createAccount(byTest(pool), { name: 'Rowan' });
  await addPastCalls(pool, { accountId, providerCode: 'sandbox', count, mode: 'test' });
  await pool.query(
    `insert into call_changes (account_ids, call_ids)
     select array_agg(account_id), array_agg(call_id)
     from (select *, row_number() over () / 1000 as batch from calls) numbered
     group by batch`,
  );
  await project(pool);
});
afterEach(() => servers.close());

const read = async (taskId: string): Promise<Task> =>
  (await findTask(servers.database.pool, { scope: wholePlatform, isOperator: true }, taskId)) ??
  expect.fail('no such task');

/** Kills the server that runs a task once the task has that many pieces. Returns whether it was cut off. */
async function killAt(server: ServerProcess, taskId: string, parts: number): Promise<boolean> {
  await expect
    .poll(
      async () => {
        const task = await read(taskId);
        return task.state !== 'waiting' && (task.parts >= parts || task.state === 'done');
      },
      { interval: 5 },
    )
    .toBe(true);
  await server.kill();
  const { pool } = servers.database;
  // The server is dead, so its lease is only waited for.
  const { rowCount } = await pool.query(
    `update tasks set lease_until = now() where task_id = $1 and state = 'running'`,
    [taskId],
  );
  return rowCount === 1;
}

test('an export has every call once, although the servers that run it are killed', {
  timeout: longTimeoutMs,
}, async () => {
  const { pool } = servers.database;
  const { rows } = await pool.query<{ id: string }>(
    'select call_id as id from calls order by call_id desc',
  );
  let server = servers.all[0] ?? expect.fail('no server');
  const cuts: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const taskId = await insertTask(byTest(pool), {
      ...{ accountId: null, isOperator: true, kind: 'calls_export', personHash: null },
      ...{ params: { mode: 'test', format: 'csv' }, total: count },
      actor: { kind: 'person', personId: 1, sessionId: 's', name: 'Lin' },
      file: { name: 'calls-test.csv', type: 'text/csv' },
    });
    for (let kill = 0; kill < killsPerTask; kill++) {
      const { parts } = await read(taskId);
      const isCut = await killAt(server, taskId, parts + Math.floor(Math.random() * 6));
      if (isCut) cuts.push((await read(taskId)).done);
      server = await servers.startAnother();
    }
    await expect.poll(async () => (await read(taskId)).state, { interval: 50 }).toBe('done');
    const task = await read(taskId);
    const pieces: Buffer[] = [];
    for await (const piece of readTaskFile(pool, task)) pieces.push(piece);
    const [, ...lines] = Buffer.concat(pieces).toString().trimEnd().split(/\r?\n/);
    const ids = lines.map((line) => /[0-9a-f-]{36}/.exec(line)?.[0]);
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    expect(ids.join() === rows.map(({ id }) => id).join(), 'in order').toBe(true);
    expect(task).toMatchObject({ done: count, failure: null });
  }
  // Otherwise no task was cut off in its middle, and the test proves nothing.
  expect(cuts.filter((done) => done > 0 && done < count)).not.toEqual([]);
});
