/**
 * Plants one bug at a time in a copy of the working tree and runs the tests that must fail with it.
 *
 *   npm run mutants                    every `@mutant` comment, each with the test below it
 *   npm run mutants -- ledger          those whose source or test path contains "ledger"
 *   npm run mutants -- --random 40     40 bugs drawn from the files changed since --since (HEAD~20),
 *                                      with the tests that import them; --seed repeats a draw
 */
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawMutants } from './mutants/draw-mutants.ts';
import type { Mutant } from './mutants/mutant.ts';
import { readAllMutants } from './mutants/read-mutants.ts';
import { TestBench, type Verdict } from './mutants/test-bench.ts';

interface Trial {
  mutant: Mutant;
  /** Tests that are run in turn until one kills the bug. */
  stages: string[][];
  title: string;
}

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    random: { type: 'string' },
    since: { type: 'string', default: 'HEAD~20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

function plantedTrials(filter: string): Trial[] {
  const { mutants, faults } = readAllMutants(root);
  if (faults.length > 0) throw new Error(`These comments do not apply:\n${faults.join('\n')}`);
  return mutants
    .filter(({ file, testFile }) => file.includes(filter) || testFile.includes(filter))
    .map((mutant) => ({
      mutant,
      stages: [[`${mutant.testFile}:${mutant.testLine}`]],
      title: mutant.title,
    }));
}

async function randomTrials(bench: TestBench, count: number): Promise<Trial[]> {
  process.stdout.write(`seed ${values.seed}\n`);
  const trials: Trial[] = [];
  for (const mutant of drawMutants(root, values.since, count, Number(values.seed))) {
    const folder = `${dirname(mutant.file).replace(/\/sql$/, '')}/`;
    const tests = await bench.testsOf(mutant.file);
    const near = tests.filter((test) => test.startsWith(folder));
    const far = tests.filter((test) => !test.startsWith(folder));
    trials.push({ mutant, stages: [near, far], title: '' });
  }
  return trials;
}

async function judge(bench: TestBench, { mutant, stages }: Trial): Promise<Verdict> {
  for (const tests of stages.filter((stage) => stage.length > 0)) {
    const verdict = await bench.try(mutant, tests);
    if (verdict !== 'survived') return verdict;
  }
  return 'survived';
}

/** A test that fails without a bug would kill every bug. */
async function tryAll(bench: TestBench, trials: readonly Trial[]): Promise<boolean> {
  const planted = values.random ? [] : trials.flatMap(({ stages }) => stages.flat());
  const failing = await bench.findFailing([...new Set(planted)]);
  for (const test of failing) process.stdout.write(`fails without a bug: ${test}\n`);
  const counts = { killed: 0, survived: 0, late: 0, broken: 0 };
  for (const trial of trials) {
    const { mutant, stages, title } = trial;
    const isFailing = stages.flat().some((test) => failing.has(test));
    let verdict = isFailing ? 'broken' : await judge(bench, trial);
    // A draw has too many tests to run them all without a bug, so those that failed run again.
    if (values.random && verdict === 'killed') {
      if ((await bench.findFailing(bench.failed)).size > 0) verdict = 'broken';
    }
    counts[verdict] += 1;
    process.stdout.write(`${verdict.padEnd(9)}${mutant.file}:${mutant.line} ${title}\n`);
    if (values.random || verdict !== 'killed') process.stdout.write(printDiff(mutant));
  }
  const words = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`);
  process.stdout.write(`\n${words.join(', ')}\n`);
  return counts.killed === trials.length && trials.length > 0;
}

function printDiff({ before, after }: Mutant): string {
  const sign = (text: string, mark: string) => text.replace(/^/gm, `         ${mark} `);
  return `${sign(before, '-')}\n${sign(after, '+')}\n`;
}

const bench = new TestBench(root);
try {
  const trials = values.random
    ? await randomTrials(bench, Number(values.random))
    : plantedTrials(positionals[0] ?? '');
  const areAllKilled = await tryAll(bench, trials);
  // A random mutant may be harmless, so a survivor needs a look but does not fail the run.
  process.exitCode = areAllKilled || values.random ? 0 : 1;
} finally {
  await bench.end();
}
