import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { closeDays } from '../src/money/ledger/close-days.ts';
import {
  commitMs,
  cpuMicrosBetween,
  openBenchDatabase,
  type Running,
  readCpuTimesAtRest,
  start,
  startEmbedded,
} from './bench-server.ts';
import { fill } from './fill.ts';
import { type Load, type Measured, runLoad } from './load.ts';
import { startOrdinaryPostgres } from './ordinary-postgres.ts';
import { writeResults } from './results.ts';

/**
 * The figures of this machine, as ratios within one run, because machines are shared and noisy:
 * each comparison is measured in alternating rounds, and the median counts.
 */
const isQuick = process.argv.includes('--quick');
const turns = isQuick ? 2 : 3;
const seconds = isQuick ? 3 : 6;
const warmSeconds = isQuick ? 3 : 12;
const connections = 256;
const asked = process.argv.find((arg) => arg.startsWith('--fill='))?.slice('--fill='.length);
const filledCalls = Number(asked ?? (isQuick ? 200_000 : 5_000_000));
const filledAccounts = isQuick ? 1_000 : 10_000;

const quiet = { debug() {}, info() {}, warn: console.error, error: console.error };
const embedded = await startEmbedded();
try {
  const bench = await openBenchDatabase(embedded.target);
  const rows = new Map<string, Measured[]>();
  const note = (name: string, measured: Measured) => {
    rows.set(name, [...(rows.get(name) ?? []), measured]);
    console.error(
      `${name}: ${Math.round(measured.perSecond)}/s, p50 ${Math.round(measured.p50Ms)} ms, p99 ${Math.round(measured.p99Ms)} ms, ${measured.faults} faults`,
    );
  };
  const load = async (
    running: Running,
    apiKey: string,
    changes: Partial<Load> = {},
  ): Promise<Measured> => {
    const before = await readCpuTimesAtRest(bench.pool, running);
    const asked = { url: running.url, apiKey, connections, seconds, ...changes };
    const measured = await runLoad(asked);
    const after = await readCpuTimesAtRest(bench.pool, running);
    return { ...measured, cpuMicros: cpuMicrosBetween(before, after) / measured.calls };
  };

  const bare = await start('bare-fastify.ts', bench.target);
  const line = await start('line-server.ts', bench.target);
  const behind = await start('line-server.ts', bench.target, [], { TRUST_PROXY: '127.0.0.1' });
  const perCall = await start('line-server.ts', bench.target, ['per-call']);
  // Compilers and caches take a while to warm up, longer for the larger program.
  for (const server of [bare, line, behind, perCall]) {
    await runLoad({ url: server.url, apiKey: bench.plainKey, connections, seconds: warmSeconds });
  }
  const logBytes: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    note('bare Fastify', await load(bare, bench.plainKey));
    const logBefore = await readLogBytes(bench.pool);
    const plain = await load(line, bench.plainKey);
    note('the platform', plain);
    logBytes.push(((await readLogBytes(bench.pool)) - logBefore) / plain.calls);
    note(
      'the platform behind a trusted proxy',
      await load(behind, bench.plainKey, { isForwarded: true }),
    );
    note('the platform, limits on', await load(line, bench.limitedKey));
    const withKeys = await load(line, bench.plainKey, { withKeys: true });
    note('the platform, an Idempotency-Key on every call', withKeys);
    note('the platform, each delivery recorded as an event', await load(line, bench.toldKey));
    const half = { perSecond: plain.perSecond / 2 };
    note('the platform at half of that rate, open loop', await load(line, bench.plainKey, half));
    note('one transaction to hold, one to settle', await load(perCall, bench.plainKey));
  }
  const lone = await runLoad({ url: line.url, apiKey: bench.plainKey, connections: 1, seconds });
  const commit = await commitMs(bench.pool);
  const restBytes = await readBytesAtRest(bench.pool);
  await perCall.stop();
  await behind.stop();
  await compareProcesses(note, line, bench);
  await compareDatabases(note, line, bench);

  console.error(`filling ${filledCalls} calls of ${filledAccounts} accounts …`);
  await fill(bench.pool, bench.plainAccount, filledAccounts, filledCalls);
  for (let turn = 0; turn < turns; turn++) {
    note('bare Fastify, next to the filled database', await load(bare, bench.plainKey));
    note('the platform, filled database', await load(line, bench.plainKey));
    note('the platform, filled database, limits on', await load(line, bench.limitedKey));
  }
  await closeDays({ pool: bench.pool, log: quiet, timeZone: 'UTC' });
  for (let turn = 0; turn < turns; turn++) {
    note('the platform, filled database, days closed', await load(line, bench.plainKey));
    note(
      'the same while wallets are verified',
      await whileProved(bench, () => load(line, bench.plainKey)),
    );
  }
  await line.stop();
  await bare.stop();
  await writeResults({
    rows,
    lone,
    commit,
    logBytes,
    restBytes,
    isQuick,
    filledCalls,
    filledAccounts,
    connections,
    turns,
    seconds,
  });
  await bench.pool.end();
} finally {
  await embedded.stop();
}

/** How much the write-ahead log has grown to. */
async function readLogBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes",
  );
  return rows[0]?.bytes ?? 0;
}

/** What a call takes on disk, in all tables and indexes, once space of old row versions can be used again. */
async function readBytesAtRest(pool: Pool): Promise<number> {
  await pool.query('vacuum');
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(c.oid))::float8 / (select count(*) from calls) as bytes
     from pg_class c
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`,
  );
  return rows[0]?.bytes ?? 0;
}

type Note = (name: string, measured: Measured) => void;
type Bench = Awaited<ReturnType<typeof openBenchDatabase>>;

/** Two processes on one database share one account's calls: only its wallet's lock is contended. */
async function compareProcesses(note: Note, first: Running, { target, plainKey }: Bench) {
  const second = await start('line-server.ts', target);
  const half = (url: string, length: number) =>
    runLoad({ url, apiKey: plainKey, connections: connections / 2, seconds: length });
  await half(second.url, warmSeconds);
  for (let turn = 0; turn < turns; turn++) {
    const alone = await runLoad({ url: first.url, apiKey: plainKey, connections, seconds });
    note('one server process', alone);
    const both = await Promise.all([half(first.url, seconds), half(second.url, seconds)]);
    note('two server processes, one account', {
      perSecond: both[0].perSecond + both[1].perSecond,
      p50Ms: Math.max(both[0].p50Ms, both[1].p50Ms),
      p99Ms: Math.max(both[0].p99Ms, both[1].p99Ms),
      faults: both[0].faults + both[1].faults,
      calls: both[0].calls + both[1].calls,
      refusalP99Ms: Math.max(both[0].refusalP99Ms, both[1].refusalP99Ms),
    });
  }
  await second.stop();
}

/** The embedded database beside one with PostgreSQL's defaults, each with its own server. */
async function compareDatabases(note: Note, embedded: Running, { plainKey }: Bench) {
  const postgres = await startOrdinaryPostgres();
  try {
    const ordinary = await openBenchDatabase(postgres.url);
    const server = await start('line-server.ts', postgres.url);
    await runLoad({
      url: server.url,
      apiKey: ordinary.plainKey,
      connections,
      seconds: warmSeconds,
    });
    for (let turn = 0; turn < turns; turn++) {
      const own = { url: embedded.url, apiKey: plainKey, connections, seconds };
      note('the platform on its own database', await runLoad(own));
      const other = { ...own, url: server.url, apiKey: ordinary.plainKey };
      note('the platform on an ordinary PostgreSQL', await runLoad(other));
    }
    await server.stop();
    await ordinary.pool.end();
  } finally {
    await postgres.stop();
  }
}

/** Measures while days are closed and wallets audited repeatedly, a second apart. */
async function whileProved({ pool }: Bench, measure: () => Promise<Measured>): Promise<Measured> {
  let isOver = false;
  const proving = (async () => {
    while (!isOver) {
      const { faults } = await closeDays({ pool, log: quiet, timeZone: 'UTC' });
      if (faults.length > 0) throw new Error(JSON.stringify(faults[0]));
      await sleep(1_000);
    }
  })();
  const measured = await measure();
  isOver = true;
  await proving;
  return measured;
}
