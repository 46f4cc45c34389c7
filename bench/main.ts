import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/db/open-database.ts';
import { fill } from './fill.ts';
import { type Measured, runLoad } from './load.ts';
import { writeResults } from './results.ts';
import {
  commitMs,
  cpuMicrosBetween,
  openBenchDatabase,
  type Running,
  readCpuTimes,
  start,
} from './stand.ts';

/**
 * The numbers of this machine, as ratios within one run, because machines are shared and noisy: each
 * comparison is measured in turns, and the median of its turns is what counts.
 */
const isQuick = process.argv.includes('--quick');
const turns = isQuick ? 2 : 3;
const seconds = isQuick ? 3 : 6;
const warmSeconds = isQuick ? 3 : 12;
const connections = 256;
const asked = process.argv.find((arg) => arg.startsWith('--fill='))?.slice('--fill='.length);
const filledCalls = Number(asked ?? (isQuick ? 200_000 : 5_000_000));
const filledAccounts = isQuick ? 1_000 : 10_000;

const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
const quiet = { debug() {}, info() {}, warn: console.error, error: console.error };
const database = await openDatabase({ dataDir }, { role: 'serve', log: quiet });
try {
  const bench = await openBenchDatabase(database.connectionTarget);
  const rows = new Map<string, Measured[]>();
  const note = (name: string, measured: Measured) => {
    rows.set(name, [...(rows.get(name) ?? []), measured]);
    console.error(
      `${name}: ${Math.round(measured.perSecond)}/s, p50 ${Math.round(measured.p50Ms)} ms, p99 ${Math.round(measured.p99Ms)} ms, ${measured.faults} faults`,
    );
  };
  const load = async (running: Running, apiKey: string, withKeys = false): Promise<Measured> => {
    const before = await readCpuTimes(bench.pool, running);
    const measured = await runLoad({ url: running.url, apiKey, connections, seconds, withKeys });
    const after = await readCpuTimes(bench.pool, running);
    return { ...measured, cpuMicros: cpuMicrosBetween(before, after) / measured.calls };
  };

  const bare = await start('bare-fastify.ts', bench.target);
  const line = await start('line-server.ts', bench.target);
  const perCall = await start('line-server.ts', bench.target, ['per-call']);
  // Compilers and caches go on warming up for a while, the larger program's for longer.
  for (const server of [bare, line, perCall]) {
    await runLoad({ url: server.url, apiKey: bench.plainKey, connections, seconds: warmSeconds });
  }
  for (let turn = 0; turn < turns; turn++) {
    note('bare Fastify', await load(bare, bench.plainKey));
    note('the line', await load(line, bench.plainKey));
    note('the line, limits on', await load(line, bench.limitedKey));
    note('the line, a key on every call', await load(line, bench.plainKey, true));
    note('one transaction to hold, one to settle', await load(perCall, bench.plainKey));
  }
  const lone = await runLoad({ url: line.url, apiKey: bench.plainKey, connections: 1, seconds });
  const commit = await commitMs(bench.pool);
  await perCall.stop();

  console.error(`filling ${filledCalls} calls of ${filledAccounts} accounts …`);
  await fill(bench.pool, bench.plainAccount, filledAccounts, filledCalls);
  for (let turn = 0; turn < turns; turn++) {
    note('bare Fastify, beside the filled database', await load(bare, bench.plainKey));
    note('the line, filled database', await load(line, bench.plainKey));
    note('the line, filled database, limits on', await load(line, bench.limitedKey));
  }
  await line.stop();
  await bare.stop();
  await writeResults({
    rows,
    lone,
    commit,
    isQuick,
    filledCalls,
    filledAccounts,
    connections,
    turns,
    seconds,
  });
  await bench.pool.end();
} finally {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}
