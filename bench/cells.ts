import { loadavg } from 'node:os';
import type { Pool } from 'pg';
import { createPool } from '../src/foundation/db/connect.ts';
import { withSchema } from '../src/foundation/db/session-settings.ts';
import {
  cpuMicrosBetween,
  openBenchDatabase,
  type Running,
  readCpuTimesAtRest,
  start,
} from './bench-server.ts';
import { runLoad } from './load.ts';
import { median } from './median.ts';
import { startOrdinaryPostgres } from './ordinary-postgres.ts';
import { report } from './report.ts';

/**
 * What a call costs in a cell beside other cells, as processor time of servers and databases: one cell, two in one
 * database, and three that have a PostgreSQL each. Every cell is called by as many callers as the one alone, so
 * that its batches are as large.
 */
const isQuick = process.argv.includes('--quick');
const turns = isQuick ? 2 : 5;
const seconds = isQuick ? 3 : 10;
/** Compilers and caches take a while to warm up. */
const warmSeconds = isQuick ? 3 : 15;
/** With few callers, batches are small, and what a batch costs counts for more. */
const callersOfCell = [64, 256];

interface Cell {
  server: Running;
  apiKey: string;
  close(): Promise<void>;
}

interface Cluster {
  cells: Cell[];
  admin: Pool;
  stop(): Promise<void>;
}

interface Cost {
  cpuMicros: number;
  perSecond: number;
}

async function openCluster(schemas: readonly string[]): Promise<Cluster> {
  const { url: target, stop } = await startOrdinaryPostgres();
  const admin = createPool(target, { max: 1, applicationName: 'bench' });
  const cells: Cell[] = [];
  for (const schema of schemas) {
    await admin.query(`create role ${schema} login; create schema authorization ${schema};
      grant create, temporary on database postgres to ${schema}`);
    const url = withSchema(target.replace('bench@', `${schema}@`), schema);
    const bench = await openBenchDatabase(url);
    const server = await start('line-server.ts', url);
    const close = () => server.stop().then(() => bench.pool.end());
    cells.push({ server, apiKey: bench.plainKey, close });
  }
  return {
    ...{ cells, admin },
    async stop() {
      for (const cell of cells) await cell.close();
      await admin.end();
      await stop();
    },
  };
}

/** The first `count` cells of each cluster, all called at once. */
async function measure(
  clusters: readonly Cluster[],
  count: number,
  connections: number,
  length: number,
): Promise<Cost> {
  const asked = clusters.map(({ admin, cells }) => ({ admin, cells: cells.slice(0, count) }));
  const readAll = () =>
    Promise.all(
      asked.map(async ({ admin, cells }) => {
        const each = await Promise.all(
          cells.map(({ server }) => readCpuTimesAtRest(admin, server)),
        );
        return new Map(each.flatMap((times) => [...times]));
      }),
    );
  const before = await readAll();
  const loads = await Promise.all(
    asked
      .flatMap(({ cells }) => cells)
      .map(({ server: { url }, apiKey }) => runLoad({ url, apiKey, connections, seconds: length })),
  );
  const after = await readAll();
  const micros = after.map((times, index) => cpuMicrosBetween(before[index] ?? new Map(), times));
  const faults = loads.reduce((sum, load) => sum + load.faults, 0);
  if (faults > 0) throw new Error(`${faults} calls failed`);
  const calls = loads.reduce((sum, load) => sum + load.calls, 0);
  return {
    cpuMicros: micros.reduce((sum, each) => sum + each, 0) / calls,
    perSecond: loads.reduce((sum, load) => sum + load.perSecond, 0),
  };
}

const first = await openCluster(['one', 'two']);
const others = [await openCluster(['three']), await openCluster(['four'])];
const arrangements = callersOfCell.flatMap((callers) => [
  { name: 'one cell', goal: '', clusters: [first], count: 1, callers },
  { name: 'two cells in one database', goal: 'within 5 %', clusters: [first], count: 2, callers },
  {
    ...{ name: 'three cells, each with its own PostgreSQL', goal: 'within 10 %', count: 1 },
    ...{ clusters: [first, ...others], callers },
  },
]);
const costs = arrangements.map(() => [] as Cost[]);
try {
  // The first turn warms up, and does not count.
  for (let turn = -1; turn < turns; turn++) {
    for (const [index, { name, clusters, count, callers }] of arrangements.entries()) {
      const cost = await measure(clusters, count, callers, turn < 0 ? warmSeconds : seconds);
      console.error(
        `${name}: ${cost.cpuMicros.toFixed(0)} µs a call, ${cost.perSecond.toFixed(0)}/s`,
      );
      if (turn >= 0) costs[index]?.push(cost);
    }
  }
} finally {
  for (const cluster of [first, ...others]) await cluster.stop();
}

/** Neighbours in time have the same noise, so each turn is compared with its own turn of one cell. */
const ratio = (index: number, alone: number) =>
  median(
    (costs[index] ?? []).map(
      (cost, turn) => cost.cpuMicros / (costs[alone]?.[turn]?.cpuMicros ?? 0),
    ),
  );
const lines = arrangements.map(({ name, goal, callers }, index) => {
  const all = costs[index] ?? [];
  const alone = index - (index % 3);
  const more = index === alone ? '' : `${((ratio(index, alone) - 1) * 100).toFixed(1)} %`;
  const micros = median(all.map(({ cpuMicros }) => cpuMicros)).toFixed(0);
  const rate = median(all.map(({ perSecond }) => perSecond)).toFixed(0);
  return `| ${name}, ${callers} callers each | ${micros} | ${more} | ${goal} | ${rate} |`;
});
const text = `# Cells beside each other

${new Date().toISOString().slice(0, 10)}, Node ${process.version}. ${turns} alternating turns of ${seconds} s; the median counts. Callers, servers and
databases share two cores: load ${loadavg()[0]?.toFixed(1)} at the end. Every cell has a server of its own.

| arrangement | µs of processor time for a call | more than alone | goal | calls/s in all |
| --- | --- | --- | --- | --- |
${lines.join('\n')}
`;
await report('CELLS', text, isQuick);
