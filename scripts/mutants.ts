/**
 * Puts each bug of `test/mutants` into a copy of the working tree, alone, and runs the tests that must
 * see it. Ends with 1 when one was not seen, or could not be put in. An argument chooses bugs: an area,
 * or a part of the path of the file that gets them.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { mutantAreas } from '../test/mutants/all.ts';
import type { Mutant } from '../test/mutants/mutant.ts';

type Verdict = 'killed' | 'survived' | 'broken' | 'does not apply';

const root = join(import.meta.dirname, '..');

/** Those with the same tests come one after the other. */
function chooseMutants(filter: string): Mutant[] {
  const testsOf = ({ tests }: Mutant) => tests.join(' ');
  return Object.entries(mutantAreas)
    .flatMap(([area, list]) => list.filter(({ file }) => area === filter || file.includes(filter)))
    .sort((a, b) => testsOf(a).localeCompare(testsOf(b)));
}

function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'countersign-mutants-'));
  const list = (...which: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...which], { cwd: root, encoding: 'utf8' }).split('\0');
  const deleted = new Set(list('--deleted'));
  const files = new Set(list('--cached', '--others', '--exclude-standard'));
  for (const file of files) {
    if (file === '' || deleted.has(file)) continue;
    cpSync(join(root, file), join(copy, file), { recursive: true });
  }
  for (const folder of ['', 'test/reference-clients']) {
    symlinkSync(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'));
  }
  return copy;
}

/** The runner of tests lives on from bug to bug, and with it the database that it has set up. */
class Bench {
  readonly copy: string;
  /** The test files that did not pass in the last run. */
  failed: string[] = [];
  #vitest: Vitest | undefined;

  constructor(copy: string) {
    this.copy = copy;
  }

  async try({ file, find, replace, tests }: Mutant): Promise<Verdict> {
    const text = readFileSync(join(this.copy, file), 'utf8');
    if (text.split(find).length !== 2) return 'does not apply';
    // As a function: a dollar sign in the text means itself.
    await this.#write(
      file,
      text.replace(find, () => replace),
    );
    try {
      return await this.run(tests);
    } finally {
      await this.#write(file, text);
    }
  }

  async run(tests: readonly string[]): Promise<Verdict> {
    this.#vitest ??= await createVitest('test', {
      root: this.copy,
      watch: false,
      reporters: [{}],
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // What one bug has left in memory must not reach the next.
      isolate: true,
      // One failing test is enough: the others need not be waited for.
      bail: 1,
    });
    const specifications = await this.#vitest.globTestSpecifications([...tests]);
    const result = await this.#vitest.runTestSpecifications(specifications);
    // It remembers the files of all runs before, and how those ended, with another bug in.
    const asked = new Set(specifications.map(({ moduleId }) => moduleId));
    const modules = result.testModules.filter(({ moduleId }) => asked.has(moduleId));
    this.failed = modules.filter((module) => !module.ok()).map((one) => one.relativeModuleId);
    return verdictOn(modules, result.unhandledErrors.length > 0);
  }

  async end(): Promise<void> {
    const vitest = this.#vitest;
    this.#vitest = undefined;
    await vitest?.close();
  }

  async #write(file: string, text: string): Promise<void> {
    writeFileSync(join(this.copy, file), text);
    this.#vitest?.invalidateFile(join(this.copy, file));
    // The databases of the tests are copies of one that has the functions as they were.
    if (file.endsWith('.sql')) await this.end();
  }
}

/**
 * A file that cannot be loaded says nothing about the guarantee, nor does trouble outside of every test,
 * which a busy machine makes by itself.
 */
function verdictOn(modules: readonly TestModule[], isTroubled: boolean): Verdict {
  const failed = modules.filter((module) => !module.ok());
  const isBroken = (module: TestModule) => [...module.children.allTests()].length === 0;
  if (modules.length === 0 || failed.some(isBroken)) return 'broken';
  if (failed.length > 0) return 'killed';
  return isTroubled ? 'broken' : 'survived';
}

async function tryAll(bench: Bench, mutants: readonly Mutant[]): Promise<number> {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
  // A test that fails by itself would see every bug.
  if ((await bench.run(tests)) !== 'survived') {
    process.stderr.write(`Without any bug, these do not pass: ${bench.failed.join(' ')}\n`);
    return 0;
  }
  let killed = 0;
  for (const mutant of mutants) {
    const verdict = await bench.try(mutant);
    if (verdict === 'killed') killed += 1;
    process.stdout.write(`${verdict.padEnd(15)}${mutant.file}: ${mutant.breaks}\n`);
  }
  return killed;
}

const mutants = chooseMutants(process.argv[2] ?? '');
const bench = new Bench(copyTree());
try {
  const killed = await tryAll(bench, mutants);
  process.stdout.write(`\n${killed} of ${mutants.length} bugs were seen\n`);
  process.exitCode = killed === mutants.length && killed > 0 ? 0 : 1;
} finally {
  await bench.end();
  rmSync(bench.copy, { recursive: true, force: true });
}
