import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { serverFlags } from '../scripts/server-flags.mjs';
import { connectPatiently } from '../src/foundation/db/connect.ts';
import { dataKey, openBenchDatabase, startEmbedded } from './bench-server.ts';
import { fillBesideSearch } from './books-fill.ts';
import { readSizes } from './read-sizes.ts';
import { report } from './report.ts';
import { fillSearch } from './search-fill.ts';

/**
 * How long the files of a month take, and how much memory: `call export` of all its calls, and `provider bill` with
 * a bill of one provider against them. The commands run as an operator runs them, each in its own process.
 */
const isQuick = process.argv.includes('--quick');
const asked = process.argv.find((arg) => arg.startsWith('--fill='))?.slice('--fill='.length);
const calls = Number(asked ?? (isQuick ? 200_000 : 10_000_000));
const month = Temporal.Now.plainDateISO('UTC').toPlainYearMonth().subtract({ months: 1 });
/** With ten million calls, and with two, its bill has about a million lines. */
const provider = calls > 5_000_000 ? 'spare' : 'north';
const sampleMs = 200;

interface Ran {
  name: string;
  seconds: number;
  /** Resident memory of the command: at the end of each third of its time, and at most. */
  thirds: number[];
  peak: number;
  json: Record<string, unknown>;
}

const embedded = await startEmbedded();
const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-files-'));
try {
  const { pool } = await openBenchDatabase(embedded.target);
  const end = month.toPlainDate({ day: month.daysInMonth }).toZonedDateTime('UTC');
  const span = { days: month.daysInMonth, endMs: end.add({ days: 1 }).epochMilliseconds };
  await fillSearch(pool, calls, span);
  await fillBesideSearch(pool, ['calls', 'call_costs']);
  const sizes = await readSizes(pool, ['calls', 'call_search', 'call_costs']);
  const bill = join(folder, 'bill.csv');
  const lines = await writeBill(pool, bill);
  await pool.end();
  const out = join(folder, 'calls.csv');
  const exported = await run('call export', [
    'call',
    'export',
    '--month',
    `${month}`,
    '--out',
    out,
  ]);
  const bytes = (await stat(out)).size;
  const days = ['--from', `${month}-01`, '--to', `${month}-${month.daysInMonth}`];
  const compared = await run('provider bill', [
    ...['provider', 'bill', '--code', provider, '--file', bill, '--id-column', 'id'],
    ...['--cost-column', 'cost', '--out', join(folder, 'differences.csv'), ...days],
  ]);
  const text = describe(exported, bytes, compared, lines, sizes);
  await report('EXPORTS', text, isQuick);
} finally {
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A bill of all charged messages of the provider, with a cent too much on some, and some that are not ours. */
async function writeBill(pool: Pool, file: string): Promise<number> {
  // To read ten million calls takes longer than a statement of the platform may.
  const client = await connectPatiently(pool);
  const { rows } = await client.query<{ line: string }>(
    `select c.provider_ref || ',' || round(k.cost / 10000.0 + (case when random() < 0.001 then 0.01 else 0 end), 4)
       as line
     from calls c
     join call_costs k using (account_id, call_id)
     where c.provider_code = $1 and c.mode = 'live' and c.state = 'done'`,
    [provider],
  );
  client.release(true);
  const foreign = Array.from({ length: 1_000 }, (_, n) => `foreign-${n},0.0310`);
  const lines = [...rows.map(({ line }) => line), ...foreign];
  await writeFile(file, `id,cost\n${lines.join('\n')}\n`);
  return lines.length;
}

/** Runs a command, and reads how much memory it has until it ends. */
async function run(name: string, words: string[]): Promise<Ran> {
  const main = join(import.meta.dirname, '../src/main.ts');
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...serverFlags, main, ...words, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: embedded.target,
      DATA_DIR: join(folder, 'data'),
      DATA_KEY: dataKey.toString('base64'),
      TIME_ZONE: 'UTC',
    },
  });
  const closed = once(child, 'close');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const samples: number[] = [];
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      samples.push(readMegabytes(child.pid as number));
      await sleep(sampleMs);
    }
  })();
  await closed;
  isOver = true;
  await sampling;
  const seconds = (performance.now() - startedMs) / 1_000;
  console.error(`${name}: ${seconds.toFixed(1)} s`);
  const used = samples.filter((size) => size > 0);
  const thirds = [1, 2, 3].map((third) => used[Math.ceil((used.length * third) / 3) - 1] ?? 0);
  return { name, seconds, thirds, peak: Math.max(...used), json: JSON.parse(output) };
}

/** Resident memory; 0 once the process has ended. */
function readMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024);
  } catch {
    return 0;
  }
}

function describe(
  exported: Ran,
  bytes: number,
  compared: Ran,
  lines: number,
  sizes: string,
): string {
  const row = ({ name, seconds, thirds, peak }: Ran, rows: number) =>
    `| ${name} | ${rows} | ${seconds.toFixed(1)} | ${Math.round(rows / seconds)} | ${thirds.join(', ')} | ${peak} |`;
  const written = Number(exported.json.calls);
  return [
    '# Files of a month',
    '',
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}. ${calls} calls of one month (${sizes}). The commands and`,
    `PostgreSQL share two cores with other work: load ${loadavg()[0]?.toFixed(1)} at the end.`,
    '',
    '| command | rows | seconds | rows/s | MB at each third | MB at most |',
    '| --- | --- | --- | --- | --- | --- |',
    row(exported, written),
    row(compared, lines),
    '',
    `The export of all live calls has ${Math.round(bytes / 2 ** 20)} MB. The bill is compared with ${compared.json.calls} charged`,
    `calls of its provider; it found ${JSON.stringify(compared.json.differences)}.`,
    '',
  ].join('\n');
}
