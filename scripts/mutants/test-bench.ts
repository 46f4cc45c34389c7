import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createVitest, type TestModule, type TestResult, type Vitest } from 'vitest/node';
import type { Mutant } from './mutant.ts';

/**
 * `late`: every failure is a timeout. The bug may cause it, or a busy machine; no assertion noticed the bug.
 */
export type Verdict = 'killed' | 'survived' | 'late' | 'broken';

interface Result {
  modules: TestModule[];
  hasErrors: boolean;
}

/** The time limit of a run with a bug. Only this limit ends a run with an endless loop. */
const longestRunMs = 600_000;

/** Copies the working tree, without what git ignores. */
function copyTree(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'countersign-mutants-'));
  const list = (...which: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...which], { cwd: root, encoding: 'utf8' }).split('\0');
  const deleted = new Set(list('--deleted'));
  const files = new Set(list('--cached', '--others', '--exclude-standard'));
  for (const file of files) {
    if (file === '' || deleted.has(file)) continue;
    cpSync(join(root, file), join(copy, file), { recursive: true });
  }
  for (const folder of ['node_modules', 'test/reference-clients/node_modules']) {
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder));
  }
  return copy;
}

/** A worker in an endless loop reads no message, so its process has to end. */
function killWorkers(): void {
  const found = spawnSync('pgrep', ['-P', `${process.pid}`, '-f', 'vitest'], { encoding: 'utf8' });
  for (const pid of found.stdout.split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
}

/** A copy of the tree in which bugs are planted, and one Vitest that runs its tests. */
export class TestBench {
  /** The test files that failed in the last run. */
  failed: string[] = [];
  readonly #copy: string;
  #vitest: Vitest | undefined;

  constructor(root: string) {
    this.#copy = copyTree(root);
  }

  /** Runs tests with a bug. A test is named by its file, or by file and line. */
  async try({ file, text }: Mutant, tests: readonly string[]): Promise<Verdict> {
    const original = readFileSync(join(this.#copy, file), 'utf8');
    // Code without the bug sets up the database, unless the bug is in the database itself.
    if (!file.endsWith('.sql')) await this.#open(1);
    await this.#write(file, text);
    let isEndless = false;
    const latest = Date.now() + longestRunMs;
    // The files waiting for a worker may loop too.
    const timer = setInterval(() => {
      if (Date.now() < latest) return;
      isEndless = true;
      killWorkers();
    }, 5_000);
    try {
      const verdict = verdictOn(await this.#run(tests, 1));
      if (!isEndless) return verdict;
      await this.#close();
      return 'late';
    } catch {
      // The bug prevents the database setup.
      await this.#close();
      return 'broken';
    } finally {
      clearInterval(timer);
      await this.#write(file, original);
    }
  }

  /** The tests that fail without a bug: they would kill every bug. Each is named in both ways. */
  async findFailing(tests: readonly string[]): Promise<Set<string>> {
    // Without a filter Vitest would run every test.
    if (tests.length === 0) return new Set();
    const { modules } = await this.#run(tests, 0);
    await this.#close();
    const failing = new Set<string>();
    for (const module of modules.filter((one) => !one.ok())) {
      failing.add(module.relativeModuleId);
      for (const test of module.children.allTests('failed')) {
        failing.add(`${module.relativeModuleId}:${test.location?.line}`);
      }
    }
    return failing;
  }

  /**
   * The tests in `src` that import a file. Those in `test` start whole servers and browsers, which takes
   * minutes. Nothing imports SQL, so its tests are those of its folder.
   */
  async testsOf(file: string): Promise<string[]> {
    const vitest = await this.#open(1);
    vitest.config.related = file.endsWith('.sql') ? undefined : [join(this.#copy, file)];
    const folder = file.endsWith('.sql') ? dirname(dirname(file)) : 'src';
    const found = await vitest.getRelevantTestSpecifications([`${join(this.#copy, folder)}/`]);
    return found.map(({ moduleId }) => moduleId.slice(this.#copy.length + 1));
  }

  async end(): Promise<void> {
    await this.#close();
    rmSync(this.#copy, { recursive: true, force: true });
  }

  async #run(tests: readonly string[], bail: number): Promise<Result> {
    const vitest = await this.#open(bail);
    const filters = tests.map((test) => join(this.#copy, test));
    const specifications = await vitest.globTestSpecifications(filters);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    // The result also holds the files of earlier runs, which had other bugs.
    const asked = new Set(specifications.map(({ moduleId }) => moduleId));
    const modules = testModules.filter(({ moduleId }) => asked.has(moduleId));
    this.failed = modules.filter((one) => !one.ok()).map((one) => one.relativeModuleId);
    return { modules, hasErrors: unhandledErrors.length > 0 };
  }

  async #open(bail: number): Promise<Vitest> {
    if (this.#vitest) return this.#vitest;
    this.#vitest = await createVitest('test', {
      root: this.#copy,
      watch: false,
      reporters: [{}],
      includeTaskLocation: true,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
      // Modules that one bug left in memory must not reach the next run.
      isolate: true,
      bail,
    });
    // A run of no tests does the global setup.
    await this.#vitest.runTestSpecifications([]);
    return this.#vitest;
  }

  async #close(): Promise<void> {
    const vitest = this.#vitest;
    this.#vitest = undefined;
    await vitest?.close();
  }

  async #write(file: string, text: string): Promise<void> {
    writeFileSync(join(this.#copy, file), text);
    this.#vitest?.invalidateFile(join(this.#copy, file));
    // The template database has the functions as they were when Vitest started.
    if (file.endsWith('.sql')) await this.#close();
  }
}

function verdictOn({ modules, hasErrors }: Result): Verdict {
  const files = modules.map((module) => {
    const tests = [...module.children.allTests()].map((test) => test.result());
    return {
      isOk: module.ok(),
      states: tests.map(({ state }) => state),
      errors: [...module.errors(), ...tests.flatMap(({ errors }) => errors ?? [])],
    };
  });
  return judgeFiles(files, hasErrors);
}

interface FileResult {
  isOk: boolean;
  /** The states of its tests; none if it could not be loaded. */
  states: readonly TestResult['state'][];
  errors: readonly { message: string }[];
}

/**
 * A file that cannot be loaded says nothing about the guarantee. Neither does an error outside every test,
 * which a busy machine can cause.
 */
export function judgeFiles(files: readonly FileResult[], hasErrors: boolean): Verdict {
  const failed = files.filter(({ isOk }) => !isOk);
  if (failed.some(({ states }) => states.length === 0)) return 'broken';
  const errors = failed.flatMap((file) => file.errors);
  if (failed.length > 0) return errors.length > 0 && errors.every(isTimeout) ? 'late' : 'killed';
  const didRun = files.some(({ states }) => states.includes('passed'));
  return hasErrors || !didRun ? 'broken' : 'survived';
}

/** A poll that ends without its condition is an assertion, and says what it saw last. */
function isTimeout({ message }: { message: string }): boolean {
  return /^(?:Test|Hook) timed out in \d+ms/.test(message);
}
