import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApiKey } from '../../../src/line/callers/api-key.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { freePort } from '../../kit/free-port.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import {
  failToStart,
  runCommand,
  type ServerProcess,
  startServer,
} from '../../kit/server-process.ts';

let database: TestDatabase;
let dataDir: string;
let server: ServerProcess;
let apiKey: string;
let accountId: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-workers-'));
  database = await createTestDatabase();
  ({ accountId } = await createAccount(byTest(database.pool), {
    name: 'A',
    testBalance: 10n ** 9n,
  }));
  ({ apiKey } = await createKey(byTest(database.pool), { accountId, mode: 'test' }));
  server = await startServer({
    DATABASE_URL: database.target,
    DATA_DIR: dataDir,
    WORKERS: '2',
    METRICS_PORT: '0',
    // While no worker runs, nobody listens: another one must get the same port.
    PORT: String(await freePort()),
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

/** The processes that a process has started with our program, not its database. */
const workers = (of = server) =>
  execFileSync('ps', ['-eo', 'ppid=,pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent, , ...args]) => Number(parent) === of.process.pid && args.at(-1) === 'serve')
    .map(([, pid]) => Number(pid));

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

/** Asks for readiness all the time; a connection that a killed worker took with it has no answer. */
function watchReadiness() {
  const statuses: number[] = [];
  let isOver = false;
  const asked = (async () => {
    while (!isOver) {
      const reply = await fetch(`${server.url}/readyz`).catch(() => undefined);
      if (reply) statuses.push(reply.status);
      await sleep(20);
    }
  })();
  return {
    async end() {
      isOver = true;
      await asked;
      return statuses;
    },
  };
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
  const [victim] = workers() as [number, number];
  const probes = watchReadiness();
  process.kill(victim, 'SIGKILL');
  await replaced([victim]);
  expect((await probes.end()).filter((status) => status !== 200)).toEqual([]);
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

/** Waits until as many workers serve as were started, and none of these. */
async function replaced(gone: number[]): Promise<void> {
  const isReplaced = async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name like 'countersign listen %'`,
    );
    return workers().filter((pid) => !gone.includes(pid)).length === 2 && rows.length === 2;
  };
  await expect.poll(isReplaced, { timeout: 90_000 }).toBe(true);
}

test('workers that end together lose no scraped count, and come back ever more slowly', async () => {
  await Promise.all(Array.from({ length: 10 }, call));
  const counted = await metric('countersign_calls_total');
  const pauses = () =>
    [...server.output().matchAll(/"pauseMs":(\d+)/g)].map(([, ms]) => Number(ms));
  const rounds: number[][] = [];
  for (let round = 0; round < 2; round++) {
    const [both, before] = [workers(), pauses().length];
    for (const pid of both) process.kill(pid, 'SIGKILL');
    await replaced(both);
    expect(await metric('countersign_calls_total')).toBe(counted);
    const since = pauses().slice(before);
    rounds.push(since.toSorted((a, b) => a - b));
  }
  expect(rounds[0]).toHaveLength(2);
  expect(rounds[1]).toEqual(rounds[0]?.map((ms) => 2 * ms));
  expect((await call()).status).toBe(201);
}, 180_000);

test('a frozen worker is replaced, and the other one serves meanwhile', async () => {
  const [frozen] = workers() as [number, number];
  process.kill(frozen, 'SIGSTOP');
  const traffic = startTraffic();
  await replaced([frozen]);
  // One connection was on its way to the frozen worker when it was killed: its caller waits for its own timeout.
  await Promise.race([traffic.end(), sleep(5_000)]);
  expect(traffic.acknowledged.length).toBeGreaterThan(20);
  expect(traffic.refused).toEqual([]);
  expect(await countDone(traffic.acknowledged)).toBe(traffic.acknowledged.length);
}, 180_000);

test('a second server on the same port says so', async () => {
  const env = { DATABASE_URL: database.target, DATA_DIR: dataDir, WORKERS: '2' };
  const { code, stderr } = await failToStart({ ...env, PORT: new URL(server.url).port });
  expect([code, stderr]).toEqual([1, expect.stringContaining('PORT')]);
});

test('SIGTERM lets all workers finish their calls', async () => {
  const chaos = ['inbox', 'chaos', '--account', String(accountId), '--delay-ms', '1500'];
  const env = { DATABASE_URL: database.target, DATA_DIR: dataDir };
  expect((await runCommand(chaos, env)).code).toBe(0);
  const pids = workers();
  const slow = Array.from({ length: 8 }, call);
  const held = async () =>
    (await database.pool.query(`select from calls where state = 'held'`)).rowCount;
  await expect.poll(held).toBe(8);
  expect(await server.end('SIGTERM')).toBe(0);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(8).fill(201));
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(pids.filter(isAlive)).toEqual([]);
}, 180_000);

test('workers end when the first process is killed, and the next start recovers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-workers-'));
  const env = { DATA_DIR: folder, WORKERS: 'auto' };
  const first = await startServer(env);
  const key = (await readFile(join(folder, 'demo.key'), 'utf8')).trim();
  const body = { mobile: '13912345678', code: '1' };
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => first.call('sms_code', key, body)),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(4).fill(201));
  const started = workers(first);
  expect(started).toHaveLength(availableParallelism());
  await first.end('SIGKILL');
  const left = () => started.filter((pid) => existsSync(`/proc/${pid}`));
  await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  const again = await startServer(env);
  expect((await again.call('sms_code', key, body)).status).toBe(201);
  const wallet = await runCommand(
    ['wallet', 'show', '--account', '1', '--mode', 'test', '--json'],
    { DATA_DIR: folder },
  );
  expect(JSON.parse(wallet.stdout)).toMatchObject({ available: '99999.7500', held: '0.0000' });
  expect(await again.end('SIGTERM')).toBe(0);
  await rm(folder, { recursive: true });
}, 180_000);

async function countDone(ids: string[]): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(*)::integer as done from calls where call_id = any ($1) and state = 'done'`,
    [ids],
  );
  return rows[0].done;
}

test('a worker that replaces another knows the cells that the server was started with', {
  timeout: longTimeoutMs,
}, async () => {
  const cellsFile = join(dataDir, 'cells.yaml');
  const list = `api: https://api.example.com
cells:
  2: { url: https://two.example.com }
  3: { url: https://three.example.com }`;
  await writeFile(cellsFile, list);
  const [own, port] = [await createTestDatabase(), await freePort()];
  const cell = await startServer({
    ...{ DATABASE_URL: own.target, DATA_DIR: join(dataDir, 'cell'), WORKERS: '2' },
    ...{ CELL: '3', CELLS_FILE: cellsFile, PUBLIC_URL: 'https://three.example.com' },
    PORT: String(port),
  });
  try {
    const ask = async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/v1/balance`, {
        ...{ method: 'POST', body: '{}' },
        headers: {
          ...{ 'content-type': 'application/json', connection: 'close' },
          'x-api-key': makeApiKey('test', 2),
        },
      }).catch(() => undefined);
      return `${reply?.status} ${await reply?.text()}`;
    };
    expect(await ask()).toMatch(/^421 .*two\.example\.com/);
    for (const edited of ['cells: [', list.replace('two', 'moved')]) {
      await writeFile(cellsFile, edited);
      const before = workers(cell);
      for (const pid of before) process.kill(pid, 'SIGKILL');
      const areNew = () => workers(cell).filter((pid) => !before.includes(pid)).length;
      await expect.poll(areNew, { timeout: 60_000 }).toBe(2);
      await expect.poll(ask, { timeout: 60_000 }).toMatch(/^421 .*two\.example\.com/);
    }
  } finally {
    await cell.end('SIGKILL');
    await own.drop();
  }
});
