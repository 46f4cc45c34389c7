import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { endWithUs } from '../scripts/end-with-us.mjs';
import { serverFlags } from '../scripts/server-flags.mjs';
import { eventTypes } from '../src/foundation/contract/wire/event-schemas.ts';
import { createPool } from '../src/foundation/db/connect.ts';
import { migrate } from '../src/foundation/db/migrate.ts';
import { createEndpoint } from '../src/foundation/events/endpoint-queries.ts';
import { openDatabase } from '../src/installation/embedded-postgres/open-database.ts';
import { addProductsAtStart } from '../src/installation/jobs/add-products.ts';
import { createKey } from '../src/line/callers/key-queries.ts';
import { setLimits } from '../src/line/limits/queries.ts';
import { createAccount } from '../src/people/accounts/queries.ts';
import { byTest } from '../test/kit/by-test.ts';

export const dataKey = Buffer.alloc(32, 7);
/** At rest, less than a twentieth of a core is used for this long. */
const restMs = 600;
const quiet = { debug() {}, info() {}, warn: console.error, error: console.error };

/** A new embedded database in a folder of its own. Both are gone when this process is, however it ends. */
export async function startEmbedded(): Promise<{
  target: string;
  pid: number;
  stop(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const database = await openDatabase({ dataDir }, { role: 'serve', log: quiet });
  const pidFile = await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8');
  const pid = Number(pidFile.split('\n', 1)[0]);
  const callOff = endWithUs(pid, dataDir);
  return {
    target: database.connectionTarget,
    pid,
    async stop() {
      callOff();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Paying accounts: one without limits, one with a live account's limits, and one with an endpoint that subscribes to
 * everything but is off, so that each delivered message is recorded as an event and nothing is sent.
 */
export async function openBenchDatabase(target: string) {
  const pool = createPool(target, { max: 1, applicationName: 'bench' });
  await migrate(pool, { log: quiet });
  await addProductsAtStart(pool);
  const plain = await createAccount(byTest(pool), { name: 'plain', testBalance: 10n ** 14n });
  const limited = await createAccount(byTest(pool), { name: 'limited', testBalance: 10n ** 14n });
  await setLimits(byTest(pool), limited.accountId, 'test', { perNumber: true });
  const told = await createAccount(byTest(pool), { name: 'told', testBalance: 10n ** 14n });
  const { endpointId } = await createEndpoint(byTest(pool), {
    ...{ accountId: told.accountId, mode: 'test', url: 'https://example.com', description: '' },
    ...{ events: eventTypes, sealedSecret: Buffer.alloc(0) },
  });
  await pool.query('update endpoints set is_on = false where endpoint_id = $1', [endpointId]);
  const toldKey = await createKey(byTest(pool), { accountId: told.accountId, mode: 'test' });
  const plainKey = await createKey(byTest(pool), { accountId: plain.accountId, mode: 'test' });
  const limitedKey = await createKey(byTest(pool), { accountId: limited.accountId, mode: 'test' });
  return {
    target,
    pool,
    plainAccount: plain.accountId,
    plainKey: plainKey.apiKey,
    limitedKey: limitedKey.apiKey,
    toldKey: toldKey.apiKey,
  };
}

export interface Running {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a server of this folder in its own process, and waits until it is ready. */
export async function start(
  script: string,
  target: string,
  args: string[] = [],
  settings: Record<string, string> = {},
): Promise<Running> {
  const all = [...serverFlags, join(import.meta.dirname, script), ...args];
  const child = spawn(process.execPath, all, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: target,
      DATA_KEY: dataKey.toString('base64'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const callOff = endWithUs(child.pid as number);
  for await (const text of createInterface({ input: child.stdout })) {
    if (!text.startsWith('ready ')) continue;
    return {
      url: text.slice('ready '.length),
      pid: child.pid as number,
      async stop() {
        callOff();
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
      },
    };
  }
  throw new Error(`${script} did not start`);
}

/** Processor time in microseconds of a server and of each database process that works for it. */
export type CpuTimes = ReadonlyMap<number, number>;

async function readCpuTimes(pool: Pool, server: Running): Promise<CpuTimes> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'countersign'",
  );
  const times = new Map<number, number>();
  for (const pid of [server.pid, ...rows.map((row) => row.pid)]) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      times.set(pid, (Number(fields[11]) + Number(fields[12])) * 10_000);
    } catch {
      // It has ended, or the system has no /proc.
    }
  }
  return times;
}

/**
 * The time spent between two readings. Unlike calls per second, it does not fall when something
 * else uses the cores. Idle connections come and go: a new one counts from its start.
 */
export function cpuMicrosBetween(before: CpuTimes, after: CpuTimes): number {
  let micros = 0;
  for (const [pid, time] of after) micros += time - (before.get(pid) ?? 0);
  return micros;
}

/**
 * Readings once server and database are at rest. Receipts and the copy for search come after the replies: their work
 * belongs to the calls that caused it, and not to whatever is measured next.
 */
export async function readCpuTimesAtRest(pool: Pool, server: Running): Promise<CpuTimes> {
  let last = await readCpuTimes(pool, server);
  for (let tries = 0; tries < 100; tries++) {
    await sleep(restMs);
    const times = await readCpuTimes(pool, server);
    if (cpuMicrosBetween(last, times) < (restMs * 1_000) / 20) return times;
    last = times;
  }
  throw new Error('server and database did not come to rest');
}

/** The duration of two small durable commits here: the minimum of a lone call. */
export async function commitMs(pool: Pool): Promise<number> {
  await pool.query('create table if not exists bench_commits (n bigint)');
  const times: number[] = [];
  for (let i = 0; i < 200; i++) {
    const from = performance.now();
    await pool.query('insert into bench_commits values (1)');
    await pool.query('insert into bench_commits values (2)');
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[100] ?? 0;
}
