import { openBenchDatabase, startEmbedded } from './bench-server.ts';
import { readSizes } from './read-sizes.ts';
import { report } from './report.ts';
import { type Case, listCases } from './search-cases.ts';
import { filled, fillSearch } from './search-fill.ts';
import { compareLine, type LineBeside } from './search-line.ts';

/**
 * The cost of searching many calls: every filter over the filled projection, and the line with the
 * projection beside the line without it. The database is dropped at the end.
 */
const isQuick = process.argv.includes('--quick');
const calls = isQuick ? 200_000 : 10_000_000;
const rounds = 4;
const lineTurns = isQuick
  ? { turns: 1, seconds: 3, warmSeconds: 3 }
  : { turns: 4, seconds: 10, warmSeconds: 20 };
const maxMs = 300;

interface Asked {
  name: string;
  /** With the pages read from disk, and then again. */
  firstMs: number;
  longestMs: number;
}

const embedded = await startEmbedded();
try {
  const bench = await openBenchDatabase(embedded.target);
  const startedAtMs = performance.now();
  await fillSearch(bench.pool, calls);
  const fillSeconds = (performance.now() - startedAtMs) / 1_000;
  const sizes = await readSizes(bench.pool, [
    'call_search',
    'call_numbers',
    'call_hours',
    'platform_hours',
  ]);
  console.error('all is filled in, and questions are asked');
  const asked: Asked[] = [];
  for (const one of await listCases(bench.pool)) asked.push(await measure(one));
  const line = await compareLine(bench, lineTurns);
  await bench.pool.end();
  const text = describe(asked, line, sizes, fillSeconds);
  await report('SEARCH', text, isQuick);
} finally {
  await embedded.stop();
}

async function measure({ name, ask }: Case): Promise<Asked> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    await ask();
    times.push(performance.now() - from);
  }
  const [firstMs = 0, ...others] = times;
  const longestMs = Math.max(...others);
  console.error(`${name}: ${Math.round(firstMs)}, ${Math.round(longestMs)} ms`);
  return { name, firstMs, longestMs };
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const above = sorted[middle] ?? 0;
  // For an even count it lies between the two middle values.
  return sorted.length % 2 === 1 ? above : ((sorted[middle - 1] ?? 0) + above) / 2;
}

function describe(asked: Asked[], line: LineBeside, sizes: string, fillSeconds: number): string {
  const median = medianOf(line.ratios);
  const worst = Math.max(...asked.map(({ firstMs, longestMs }) => Math.max(firstMs, longestMs)));
  const rate = (turns: LineBeside['withIt']) =>
    turns.map(({ perSecond }) => Math.round(perSecond)).join(', ');
  const cpu = (turns: LineBeside['withIt']) =>
    turns.map(({ cpuMicros }) => Math.round(cpuMicros ?? 0)).join(', ');
  const rows = [
    ['metric', 'measured', 'goal'],
    ['---', '---', '---'],
    [`any filter over ${calls} calls, maximum`, `${Math.round(worst)} ms`, `${maxMs} ms`],
    ['calls/s with the search copy, compared with none', `${median.toFixed(2)} ×`, '0.90 ×'],
    [
      'time until a change is copied under full load, maximum',
      `${(line.longestMs / 1_000).toFixed(1)} s`,
      '2 s',
    ],
  ];
  const table = (cells: readonly (readonly unknown[])[]) =>
    cells.map((row) => `| ${row.join(' | ')} |`);
  return [
    '# Search benchmark',
    '',
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}. ${calls} calls of ${filled.accounts} accounts over`,
    `${filled.days} days, filled in ${Math.round(fillSeconds)} s: ${sizes}.`,
    'Load generator, server and PostgreSQL share the cores.',
    '',
    ...table(rows),
    '',
    `Without: ${rate(line.withoutIt)} calls/s, ${cpu(line.withoutIt)} µs of processor time each.`,
    `With: ${rate(line.withIt)} calls/s, ${cpu(line.withIt)} µs.`,
    '',
    ...table([
      ['', 'first ms', `maximum of ${rounds - 1} more`],
      ['---', '---', '---'],
      ...asked.map(({ name, firstMs, longestMs }) => [
        name,
        firstMs.toFixed(1),
        longestMs.toFixed(1),
      ]),
    ]),
    '',
  ].join('\n');
}
