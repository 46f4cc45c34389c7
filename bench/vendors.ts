import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import {
  cpuMicrosBetween,
  openBenchDatabase,
  type Running,
  readCpuTimesAtRest,
  start,
  startEmbedded,
} from './bench-server.ts';
import { type Load, type Measured, runLoad } from './load.ts';
import { median } from './median.ts';
import { measureReceipts } from './receipts.ts';
import { report } from './report.ts';
import { addBenchProvider, createLiveAccount, type LiveAccount } from './vendor-accounts.ts';

/**
 * The cost of vendors: calls to a slow vendor beside the same calls to the sandbox, a vendor that
 * never answers, and receipts. Figures are ratios within one run, except for memory and receipts.
 */
const isQuick = process.argv.includes('--quick');
const turns = isQuick ? 1 : 3;
const seconds = isQuick ? 3 : 5;
const connections = 1_024;
const waitingCalls = 10_000;
const settings = { PROVIDER_CONNECTIONS: String(connections), PROVIDER_TIMEOUT_MS: '20000' };

const embedded = await startEmbedded();
try {
  const { pool, target } = await openBenchDatabase(embedded.target);
  const vendor = await start('sms-vendor.ts', target);
  const callbackKey = await addBenchProvider(pool, 'vendor', vendor.url);
  await addBenchProvider(pool, 'silent', `${vendor.url}/silent`);
  const sandbox = await createLiveAccount(pool, 'sandbox');
  const patient = await createLiveAccount(pool, 'vendor');
  const unheard = await createLiveAccount(pool, 'silent');
  const server = await start('line-server.ts', target, [], settings);

  const rows = [
    ...(await compareWithSandbox({ pool, target, server }, sandbox, patient)),
    await takeReceipts(),
    ...(await besideSilence({ pool, target, server }, unheard, patient)),
  ];
  await server.stop();
  await vendor.stop();
  await pool.end();
  const text = describe(rows);
  await report('VENDORS', text, isQuick);

  async function takeReceipts(): Promise<Row> {
    const url = `${server.url}/callbacks/${callbackKey}`;
    const { perSecond, receipts } = await measureReceipts(pool, patient, url, 5_000 * seconds);
    return [
      `receipts from callbacks of 100 each, stored and applied (${receipts})`,
      `${Math.round(perSecond)}/s`,
      'at least 5000/s',
    ];
  }
} finally {
  await embedded.stop();
}

type Row = [what: string, measured: string, goal: string];

interface Bench {
  pool: Pool;
  target: string;
  server: Running;
}

async function load({ pool, server }: Bench, { apiKey }: LiveAccount, more: Partial<Load> = {}) {
  const before = await readCpuTimesAtRest(pool, server);
  const asked = { url: server.url, apiKey, connections, seconds, ...more };
  const measured = await runLoad(asked);
  const after = await readCpuTimesAtRest(pool, server);
  const cpuMicros = cpuMicrosBetween(before, after) / measured.calls;
  note({ ...measured, cpuMicros });
  return { ...measured, cpuMicros };
}

function note({ perSecond, p50Ms, p99Ms, faults, cpuMicros = Number.NaN }: Measured): void {
  const times = `p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms, ${Math.round(cpuMicros)} µs/call`;
  console.error(`${Math.round(perSecond)}/s, ${times}, ${faults} faults`);
}

async function compareWithSandbox(
  bench: Bench,
  sandbox: LiveAccount,
  patient: LiveAccount,
): Promise<Row[]> {
  for (const account of [sandbox, patient]) await load(bench, account);
  const rates: number[] = [];
  const costs: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const own = await load(bench, sandbox);
    const theirs = await load(bench, patient);
    rates.push(theirs.perSecond / own.perSecond);
    costs.push(theirs.cpuMicros / own.cpuMicros);
  }
  return [
    [
      `calls/s through a vendor that takes 100 ms, compared with the sandbox, ${connections} connections`,
      `${median(rates).toFixed(2)} ×`,
      'at least 0.6 ×',
    ],
    [
      'processor time of server and database per such call, compared with the sandbox',
      `${median(costs).toFixed(2)} ×`,
      'at most 1.7 ×',
    ],
  ];
}

/** Calls of one account wait for a vendor that never answers, while another account's continue. */
async function besideSilence(
  bench: Bench,
  unheard: LiveAccount,
  patient: LiveAccount,
): Promise<Row[]> {
  const few = { connections: 256 };
  const { server, target } = bench;
  const before = await load(bench, patient, few);
  const emptyBytes = residentBytes(server);
  const callers = await start('waiting-callers.ts', target, [
    server.url,
    unheard.apiKey,
    String(waitingCalls),
  ]);
  const held = await untilHeld(bench, unheard);
  const fullBytes = residentBytes(server);
  const beside = await load(bench, patient, { ...few, seconds: Math.min(seconds, 5) });
  await callers.stop();
  return [
    [
      `server memory for ${held} calls that wait for an unresponsive vendor`,
      `${Math.round((fullBytes - emptyBytes) / 2 ** 20)} MB`,
      'at most 400 MB',
    ],
    [
      'calls of another vendor at the same time',
      `${Math.round((1 - beside.perSecond / before.perSecond) * 100)} % slower`,
      'at most 20 % slower',
    ],
  ];
}

/**
 * How many are held and requested, once no more have arrived for two seconds; none times out so
 * soon.
 */
async function untilHeld({ pool }: Bench, { accountId }: LiveAccount): Promise<number> {
  let held = 0;
  for (let still = 0; still < 4 && held < waitingCalls; await sleep(500)) {
    const { rows } = await pool.query<{ held: number }>(
      "select count(*)::integer as held from calls where account_id = $1 and state = 'held'",
      [accountId],
    );
    const now = rows[0]?.held ?? 0;
    still = now === held && now > 0 ? still + 1 : 0;
    held = now;
  }
  return held;
}

function residentBytes({ pid }: Running): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

function describe(rows: readonly Row[]): string {
  const lines = [['metric', 'measured', 'goal'], ['---', '---', '---'], ...rows];
  return [
    '# Vendor benchmark',
    '',
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${turns} rounds of ${seconds} s.`,
    'Load generator, server, vendor and PostgreSQL share the cores.',
    '',
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n');
}
