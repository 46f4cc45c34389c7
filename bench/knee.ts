import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithUs } from '../scripts/end-with-us.mjs';
import { serverFlags } from '../scripts/server-flags.mjs';
import { freePort } from '../test/kit/free-port.ts';
import { dataKey, openBenchDatabase, startEmbedded } from './bench-server.ts';
import { type Measured, runLoad } from './load.ts';
import { report } from './report.ts';

/**
 * Where latency begins to rise: the real server with one worker and with two, at higher and higher rates. The servers
 * have half of the cores, the database and the load generator the others, so that none takes time from another unseen.
 */
const isQuick = process.argv.includes('--quick');
const seconds = isQuick ? 2 : 8;
const step = isQuick ? 1_000 : 400;
const connections = 256;
/** Beyond the knee, calls wait for each other. */
const kneeP99Ms = 100;

const cores = availableParallelism();
const ofServers = `${Math.ceil(cores / 2)}-${cores - 1}`;
const ofOthers = `0-${Math.ceil(cores / 2) - 1}`;

const embedded = await startEmbedded();
try {
  const bench = await openBenchDatabase(embedded.target);
  pin(process.pid, ofOthers);
  for (const pid of [embedded.pid, ...childrenOf(embedded.pid)]) pin(pid, ofOthers);
  const rows: string[][] = [];
  for (const workers of [1, 2]) {
    const server = await startServer(workers);
    const load = { url: server.url, apiKey: bench.plainKey, connections };
    const closed = await runLoad({ ...load, seconds: isQuick ? 4 : 20 });
    rows.push([`WORKERS=${workers}, as many as it takes`, ...figuresOf(closed)]);
    for (let perSecond = step; ; perSecond += step) {
      const measured = await runLoad({ ...load, seconds, perSecond });
      rows.push([`WORKERS=${workers}, ${perSecond} calls/s`, ...figuresOf(measured)]);
      if (measured.perSecond < perSecond * 0.95 || measured.p99Ms > kneeP99Ms) break;
    }
    await server.stop();
  }
  await bench.pool.end();
  await report('KNEE', describe(rows), isQuick);
} finally {
  await embedded.stop();
}

function pin(pid: number, list: string): void {
  execFileSync('taskset', ['-apc', list, `${pid}`], { stdio: 'ignore' });
}

function childrenOf(pid: number): number[] {
  const children = execFileSync('pgrep', ['-P', `${pid}`], { encoding: 'utf8' });
  return children.trim().split('\n').map(Number);
}

/** The server as an operator starts it, on its cores. */
async function startServer(workers: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = [process.execPath, ...serverFlags, 'src/main.ts', 'serve'];
  const child = spawn('taskset', ['-c', ofServers, ...program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: embedded.target,
      DATA_DIR: dataDir,
      DATA_KEY: dataKey.toString('base64'),
      PORT: `${port}`,
      WORKERS: `${workers}`,
      LOG_LEVEL: 'warn',
    },
  });
  const callOff = endWithUs(child.pid as number, dataDir);
  while ((await fetch(`${url}/readyz`).catch(() => undefined))?.status !== 200) await sleep(100);
  return {
    url,
    async stop() {
      callOff();
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function figuresOf({ perSecond, p50Ms, p99Ms, faults }: Measured): string[] {
  return [perSecond, p50Ms, p99Ms, faults].map((figure) => `${Math.round(figure)}`);
}

function describe(rows: readonly (readonly string[])[]): string {
  const head = ['asked', 'calls/s', 'p50 ms', 'p99 ms', 'errors'];
  const lines = [head, head.map(() => '---'), ...rows];
  return [
    '# Where latency rises',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${cores} cores, Node ${process.version}. Servers on cores ${ofServers}, database and load on ${ofOthers}.`,
    `\`sms_code\` on the sandbox, ${connections} connections, ${seconds} s each, open loop; the first row of each is a closed loop.`,
    '',
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n');
}
