import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { type ServerProcess, startServer } from '../../kit/server-process.ts';

let database: TestDatabase;
let dataDir: string;
let server: ServerProcess;
let apiKey: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-workers-'));
  database = await createTestDatabase();
  const { accountId } = await createAccount(byTest(database.pool), {
    name: 'A',
    testBalance: 10n ** 9n,
  });
  ({ apiKey } = await createKey(byTest(database.pool), { accountId, mode: 'test' }));
  server = await startServer({
    DATABASE_URL: database.target,
    DATA_DIR: dataDir,
    WORKERS: '2',
    METRICS_PORT: '0',
  });
}, longTimeoutMs);
afterAll(async () => {
  server?.process.kill('SIGKILL');
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const call = () =>
  server.call('sms_code', apiKey, {
    mobile: `139${String(randomInt(1e8)).padStart(8, '0')}`,
    code: '1',
  });

const workers = () =>
  execFileSync('ps', ['-eo', 'ppid=,pid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([parent]) => parent === server.process.pid)
    // ps itself is a child of this test, not of the server.
    .map(([, pid]) => pid as number);

/** The sum of a metric over its labels, from one scrape. */
async function metric(name: string): Promise<number> {
  const url = /^ {2}Metrics +(\S+)$/m.exec(server.output())?.[1] as string;
  const text = await (await fetch(url)).text();
  const values = text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
  return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Calls all the time; returns the acknowledged ones. */
function startTraffic() {
  const acknowledged: string[] = [];
  const refused: number[] = [];
  let isOver = false;
  const callers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      // A killed worker takes its connections with it: that call is not acknowledged.
      const reply = await call().catch(() => undefined);
      if (reply?.status === 201) acknowledged.push(reply.body.requestId as string);
      else if (reply) refused.push(reply.status);
      await sleep(10);
    }
  });
  const end = async () => {
    isOver = true;
    await Promise.all(callers);
  };
  return { acknowledged, refused, end };
}

test('two workers serve on one port, and one scrape counts the calls of both', async () => {
  expect(server.output()).toMatch(/^ {2}Workers {4}2$/m);
  expect(workers()).toHaveLength(2);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  // Each on its own connection, which goes to the workers in turn.
  const replies = await Promise.all(Array.from({ length: 20 }, call));
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(await metric('countersign_calls_total')).toBe(20);
  expect(await metric('countersign_build_info')).toBe(1);
  const { rows } = await database.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name like 'countersign listen %'`,
  );
  expect(rows).toHaveLength(2);
});

test('a killed worker loses no acknowledged call, and another takes its place', async () => {
  const before = await metric('countersign_calls_total');
  const traffic = startTraffic();
  await expect.poll(() => traffic.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(30);
  const [victim] = workers();
  process.kill(victim as number, 'SIGKILL');
  const isReplaced = async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name like 'countersign listen %'`,
    );
    return workers().filter((pid) => pid !== victim).length === 2 && rows.length === 2;
  };
  await expect.poll(isReplaced, { timeout: 60_000 }).toBe(true);
  const seen = traffic.acknowledged.length;
  await expect
    .poll(() => traffic.acknowledged.length, { timeout: 60_000 })
    .toBeGreaterThan(seen + 30);
  await traffic.end();
  expect(traffic.refused).toEqual([]);
  expect(await countDone(traffic.acknowledged)).toBe(traffic.acknowledged.length);
  // What was scraped once stays counted.
  expect(await metric('countersign_calls_total')).toBeGreaterThan(before);
}, 180_000);

test('SIGTERM lets all workers finish their calls', async () => {
  const traffic = startTraffic();
  await expect.poll(() => traffic.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20);
  const pids = workers();
  expect(await server.end('SIGTERM')).toBe(0);
  await traffic.end();
  expect(await countDone(traffic.acknowledged)).toBe(traffic.acknowledged.length);
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(pids.filter(isAlive)).toEqual([]);
}, 180_000);

async function countDone(ids: string[]): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(*)::integer as done from calls where call_id = any ($1) and state = 'done'`,
    [ids],
  );
  return rows[0].done;
}
