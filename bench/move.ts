import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../test/kit/until.ts';
import { startTraffic, type Traffic } from '../test/proofs/database/cluster/start-traffic.ts';
import { startCell } from '../test/proofs/moves/cell-fixture.ts';
import { report } from './report.ts';

/**
 * Moves a cell between two PostgreSQLs under steady traffic, through HAProxy, and measures how long no 201 arrived.
 */
const rates = process.argv.includes('--quick') ? [500] : [500, 500, 100];
const moveMs = 600_000;

interface Row {
  asked: number;
  perSecond: number;
  /** Seconds from the start of the command until the copy was close behind. */
  copySeconds: number;
  /** The longest time without a 201, in the 10 s before the hand-over and around it. */
  gapBefore: number;
  gap: number;
  /** From the fence to the switch, by the command's own words. */
  fenceMs: number;
  refused: number;
  charged: string;
}

async function measure(asked: number): Promise<Row> {
  const cell = await startCell({ LOG_LEVEL: 'fatal' });
  try {
    const [one, two] = cell.sides;
    const traffic = startTraffic(cell.url, cell.apiKey, '139', asked);
    await sleep(10_000);
    const startedAt = performance.now();
    const { child, output } = cell.launchMove(one, '--to', two.url);
    const times = new Map<string, number>();
    child.stderr?.on('data', (data: Buffer) => {
      for (const [, step = ''] of String(data).matchAll(/^Step: (.*)$/gm)) {
        times.set(step, performance.now());
      }
    });
    const hasEnded = () => child.exitCode !== null;
    await until(() => hasEnded() || output.stderr.includes('Start a server'), moveMs);
    const copiedAt = performance.now();
    if (!hasEnded()) await two.startServer();
    await until(hasEnded, moveMs);
    if (child.exitCode !== 0) throw new Error(output.stderr);
    const fencedAt = times.get('fence') as number;
    await sleep(10_000);
    const rate = countBetween(traffic, startedAt, copiedAt) / ((copiedAt - startedAt) / 1_000);
    await traffic.finish();
    const { rows: books } = await two.pool.query<{ charged: number }>(
      `select count(*)::integer as charged from calls where state = 'done' and call_id = any ($1)`,
      [traffic.acknowledged],
    );
    const refused = Object.entries(traffic.replies).filter(([word]) => word !== '201');
    console.error(traffic.replies, Object.fromEntries(times));
    return {
      ...{ asked, perSecond: rate, copySeconds: (copiedAt - startedAt) / 1_000 },
      gapBefore: gapBetween(traffic, fencedAt - 10_000, fencedAt),
      gap: gapBetween(traffic, fencedAt, fencedAt + 10_000),
      fenceMs: (times.get('cleaning') as number) - fencedAt,
      refused: refused.reduce((sum, [, count]) => sum + count, 0),
      charged: `${books[0]?.charged} of ${traffic.acknowledged.length}`,
    };
  } finally {
    await cell.stop();
  }
}

function countBetween({ successes }: Traffic, from: number, to: number): number {
  return successes.filter((at) => at >= from && at <= to).length;
}

function gapBetween({ successes }: Traffic, from: number, to: number): number {
  const within = successes.filter((at) => at >= from && at <= to);
  const times = [from, ...within, to];
  return Math.max(...times.slice(1).map((at, i) => at - (times[i] as number)));
}

const rows: Row[] = [];
for (const rate of rates) {
  const row = await measure(rate);
  console.error(row);
  rows.push(row);
}
const titles = [
  ...['calls/s', '201/s while copying', 'copy s', 'longest time without 201 before, ms'],
  ...[
    'at the switch, ms',
    'fence to switch, ms',
    'replies other than 201',
    'charged of acknowledged',
  ],
];
const lines = rows.map((row) =>
  [
    ...[row.asked, Math.round(row.perSecond), row.copySeconds.toFixed(1)],
    ...[Math.round(row.gapBefore), Math.round(row.gap), Math.round(row.fenceMs)],
    ...[row.refused, row.charged],
  ].join(' | '),
);
const table = [titles.join(' | '), titles.map(() => '---').join(' | '), ...lines];
const text = `# Move benchmark

${new Date().toISOString().slice(0, 10)}. A cell moves between two PostgreSQL 15 with their defaults under steady traffic, through HAProxy.
Callers, HAProxy, both servers and both databases share two cores, beside other work; each call has an
Idempotency-Key, and is repeated until it has a 201.

${table.map((line) => `| ${line} |`).join('\n')}

From the fence to the switch neither side serves. The new server has opened the cell before: after the switch it reads keys
and providers once more. The rest of the time without a 201 is until HAProxy asks it again and callers repeat their calls.
`;
await report('MOVE', text, process.argv.includes('--quick'));
process.exit();
