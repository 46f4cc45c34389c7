/**
 * Plants one bug at a time in a copy of the working tree and runs the tests that must fail with it.
 *
 *   npm run mutants                    every `@mutant` comment, each with the test below it
 *   npm run mutants -- ledger          those whose source or test path contains "ledger"
 *   npm run mutants -- --random 40     40 bugs drawn from the files changed since --since (HEAD~20),
 *                                      with the tests that import them; --seed repeats a draw
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawMutants } from './mutants/draw-mutants.ts';
import type { Mutant } from './mutants/mutant.ts';
import { readAllMutants } from './mutants/read-mutants.ts';
import { TestBench } from './mutants/test-bench.ts';

interface Trial {
  mutant: Mutant;
  tests: string[];
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
      tests: [`${mutant.testFile}:${mutant.testLine}`],
      title: mutant.title,
    }));
}

async function randomTrials(bench: TestBench, count: number): Promise<Trial[]> {
  process.stdout.write(`seed ${values.seed}\n`);
  const trials: Trial[] = [];
  for (const mutant of drawMutants(root, values.since, count, Number(values.seed))) {
    trials.push({ mutant, tests: await bench.testsOf(mutant.file), title: '' });
  }
  return trials;
}

async function tryAll(bench: TestBench, trials: readonly Trial[]): Promise<boolean> {
  const failing = await bench.findFailing([...new Set(trials.flatMap(({ tests }) => tests))]);
  for (const test of failing) process.stdout.write(`fails without a bug: ${test}\n`);
  const counts = { killed: 0, survived: 0, broken: 0 };
  for (const { mutant, tests, title } of trials) {
    const passing = tests.filter((test) => !failing.has(test));
    const verdict = passing.length === 0 ? 'survived' : await bench.try(mutant, passing);
    counts[verdict] += 1;
    process.stdout.write(`${verdict.padEnd(9)}${mutant.file}:${mutant.line} ${title}\n`);
    if (values.random || verdict !== 'killed') process.stdout.write(printDiff(mutant));
  }
  const { killed, survived, broken } = counts;
  process.stdout.write(`\n${killed} killed, ${survived} survived, ${broken} broken\n`);
  return killed === trials.length && killed > 0;
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
