import { cpus, release, totalmem, type } from 'node:os';
import type { Measured } from './load.ts';
import { median } from './median.ts';
import { report } from './report.ts';

export interface Results {
  rows: Map<string, Measured[]>;
  lone: Measured;
  commit: number;
  /** Bytes of write-ahead log per call, in each round. */
  logBytes: readonly number[];
  restBytes: number;
  isQuick: boolean;
  filledCalls: number;
  filledAccounts: number;
  connections: number;
  turns: number;
  seconds: number;
}

export async function writeResults(results: Results): Promise<void> {
  await report('RESULTS', describe(results), results.isQuick);
}

function describe(results: Results): string {
  const { rows, lone, commit } = results;
  const rate = (name: string) => median((rows.get(name) ?? []).map(({ perSecond }) => perSecond));
  const line = rate('the platform');
  const filled = rate('the platform, filled database');
  const cpu = (name: string) =>
    median((rows.get(name) ?? []).map(({ cpuMicros }) => cpuMicros ?? Number.NaN));
  const told = 'the platform, each delivery recorded as an event';
  const paced = rows.get('the platform at half of that rate, open loop') ?? [];
  const asked: [string, string, string][] = [
    [
      'processor time per call, server and database',
      `${cpu('the platform').toFixed(0)} µs`,
      'at most 230 µs',
    ],
    [
      'calls/s compared with bare Fastify',
      `${(line / rate('bare Fastify')).toFixed(2)} ×`,
      'at least 0.65 ×',
    ],
    [
      'the same behind a trusted proxy',
      `${(rate('the platform behind a trusted proxy') / rate('bare Fastify')).toFixed(2)} ×`,
      'at least 0.65 ×',
    ],
    [
      'p99 at half of the highest rate, open loop',
      `${median(paced.map(({ p99Ms }) => p99Ms)).toFixed(0)} ms`,
      'at most 15 ms',
    ],
    [
      'each delivery recorded as an event',
      `${(cpu(told) - cpu('the platform')).toFixed(0)} µs more`,
      'at most 25 µs more',
    ],
    [
      'write-ahead log per call',
      `${(median(results.logBytes) / 1_000).toFixed(1)} kB`,
      'at most 2.2 kB',
    ],
    ['tables and indexes per call', `${results.restBytes.toFixed(0)} B`, 'at most 900 B'],
    [
      'calls/s compared with one transaction to hold and one to settle',
      `${(line / rate('one transaction to hold, one to settle')).toFixed(1)} ×`,
      'at least 15 ×',
    ],
    [
      'latency of a single call above its two commits',
      `${(lone.p50Ms - commit).toFixed(1)} ms`,
      'at most 5 ms',
    ],
    [
      `processor time per call with ${results.filledCalls} calls of ${results.filledAccounts} accounts stored`,
      more(cpu('the platform, filled database') / cpu('the platform')),
      'at most 5 % more',
    ],
    ['limits on', percent(rate('the platform, limits on') / line), 'at most 8 % slower'],
    [
      'limits on, filled database',
      percent(rate('the platform, filled database, limits on') / filled),
      'at most 10 % slower',
    ],
    [
      'an Idempotency-Key on every call',
      percent(rate('the platform, an Idempotency-Key on every call') / line),
      'at most 12 % slower',
    ],
    [
      'two server processes on one account, compared with one',
      `${(rate('two server processes, one account') / rate('one server process')).toFixed(2)} ×`,
      'at least 1.05 ×',
    ],
    [
      'an ordinary PostgreSQL, compared with the embedded one',
      percent(
        rate('the platform on an ordinary PostgreSQL') / rate('the platform on its own database'),
      ),
      'at most 10 % slower',
    ],
    [
      'while wallets are verified from their closings',
      percent(
        rate('the same while wallets are verified') /
          rate('the platform, filled database, days closed'),
      ),
      'at most 15 % slower',
    ],
  ];
  const measured = [...rows].map(([name, turns]) => [
    name,
    Math.round(median(turns.map(({ perSecond }) => perSecond))),
    `${Math.round(Math.min(...turns.map((t) => t.perSecond)))}–${Math.round(Math.max(...turns.map((t) => t.perSecond)))}`,
    Math.round(median(turns.map(({ p50Ms }) => p50Ms))),
    Math.round(median(turns.map(({ p99Ms }) => p99Ms))),
    Number.isNaN(cpu(name)) ? '–' : Math.round(cpu(name)),
    turns.reduce((sum, { faults }) => sum + faults, 0),
  ]);
  return [
    '# Benchmark',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores${cpus()[0]?.model.trim() && cpus()[0]?.model !== 'unknown' ? ` (${cpus()[0]?.model.trim()})` : ''}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()} ${process.arch}, Node ${process.version}.`,
    'The load generator (`bench/load.ts`), the server and PostgreSQL share the cores.',
    `\`sms_code\` on the sandbox, one paying account, random numbers, ${results.connections} connections, one server process.`,
    `Each row is the median of ${results.turns} rounds of ${results.seconds} s, with the rows in rotation. Receipts are sent at the same time.`,
    'CPU µs/call is the processor time of server and database per call; for bare Fastify, of the server.',
    '',
    ...table(['metric', 'measured', 'goal'], asked),
    '',
    ...table(['', 'calls/s', 'range', 'p50 ms', 'p99 ms', 'CPU µs/call', 'errors'], measured),
    '',
    `A single call: p50 ${lone.p50Ms.toFixed(2)} ms; two small commits alone: ${commit.toFixed(2)} ms.`,
    '',
  ].join('\n');
}

function percent(ratio: number): string {
  const change = Math.round((ratio - 1) * 100);
  return change < 0 ? `${-change} % slower` : `${change} % faster`;
}

function more(ratio: number): string {
  const change = Math.round((ratio - 1) * 100);
  return change < 0 ? `${-change} % less` : `${change} % more`;
}

function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  const row = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)];
}
