import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMicrosBetween, readCpuTimesAtRest } from './bench-server.ts';
import { runLoad } from './load.ts';
import { median } from './median.ts';

/**
 * Compares the processor time of a call with that of an earlier commit, in one run on one machine: each of the two
 * has its own database and server, and they are called in turns. The run fails if a call grew by more than this, so
 * that no commit costs much unseen.
 */
const mostGrowth = 0.05;
const isQuick = process.argv.includes('--quick');
const turns = isQuick ? 4 : 10;
const seconds = 4;
const warmSeconds = 12;
const connections = 256;
/** The same for a platform behind a trusted proxy. */
const isForwarded = process.argv.includes('--proxy');
const settings = isForwarded ? { TRUST_PROXY: '127.0.0.1' } : undefined;
const root = join(import.meta.dirname, '..');

type BenchServer = typeof import('./bench-server.ts');

/** The processor time of a call, in microseconds. */
interface Cost {
  server: number;
  database: number;
}

interface Side {
  measure(length: number): Promise<Cost>;
  stop(): Promise<void>;
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** An open change is compared with the commit that it changes, a committed one with the commit before it. */
function findBase(): string {
  const asked = process.argv.find((arg) => arg.startsWith('--against='));
  if (asked) return asked.slice('--against='.length);
  return git('status', '--porcelain', '--untracked-files=no') ? 'HEAD' : 'HEAD~1';
}

async function openSide(name: string, folder: string): Promise<Side> {
  // Each commit prepares its database and starts its server by its own code.
  const bench: BenchServer = await import(join(folder, 'bench/bench-server.ts'));
  const embedded = await bench.startEmbedded();
  const { pool, plainKey, target } = await bench.openBenchDatabase(embedded.target);
  const server = await bench.start('line-server.ts', target, [], settings);
  return {
    async measure(length) {
      const before = await readCpuTimesAtRest(pool, server);
      const load = { url: server.url, apiKey: plainKey, connections, seconds: length, isForwarded };
      const { calls, faults } = await runLoad(load);
      const after = await readCpuTimesAtRest(pool, server);
      if (faults > 0) throw new Error(`${name}: ${faults} calls failed`);
      const all = cpuMicrosBetween(before, after) / calls;
      const own = ((after.get(server.pid) ?? 0) - (before.get(server.pid) ?? 0)) / calls;
      return { server: own, database: all - own };
    },
    async stop() {
      await server.stop();
      await pool.end();
      await embedded.stop();
    },
  };
}

const base = git('rev-parse', '--short', findBase());
const baseFolder = await mkdtemp(join(tmpdir(), 'countersign-gate-'));
git('worktree', 'add', '--force', '--detach', baseFolder, base);
symlinkSync(join(root, 'node_modules'), join(baseFolder, 'node_modules'));
const sides: Side[] = [];
try {
  sides.push(await openSide(base, baseFolder), await openSide('this tree', root));
  for (const side of sides) await side.measure(warmSeconds);
  const costs = sides.map(() => [] as Cost[]);
  for (let turn = 0; turn < turns; turn++) {
    // The second of a pair finds a warmer machine, so the order changes.
    for (const index of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const cost = await sides[index]?.measure(seconds);
      if (cost) costs[index]?.push(cost);
    }
  }
  const [before = [], now = []] = costs;
  const grown = (part: (cost: Cost) => number) =>
    median(now.map((cost, turn) => part(cost) / part(before[turn] ?? cost))) - 1;
  const parts = {
    server: (cost: Cost) => cost.server,
    database: (cost: Cost) => cost.database,
    both: (cost: Cost) => cost.server + cost.database,
  };
  for (const [name, part] of Object.entries(parts)) {
    const micros = (all: readonly Cost[]) => median(all.map(part)).toFixed(0);
    const change = (grown(part) * 100).toFixed(1);
    console.log(
      `${name}: ${micros(before)} µs a call in ${base}, ${micros(now)} µs now: ${change} %`,
    );
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)} at the end`);
  if (grown(parts.both) > mostGrowth) {
    console.error(`A call costs over ${mostGrowth * 100} % more than in ${base}.`);
    process.exitCode = 1;
  }
} finally {
  for (const side of sides) await side.stop();
  git('worktree', 'remove', '--force', baseFolder);
}
