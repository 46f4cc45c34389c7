import { configDefaults, defineConfig } from 'vitest/config';

/** Set by scripts/test.mjs. Without it every file can be run by its name. */
const tier = process.env.TEST_TIER;

const everything = [
  'src/**/*.test.ts',
  'test/**/*.test.ts',
  'scripts/**/*.test.ts',
  'sdk/src/*.test.ts',
];
/** Properties are tried in both, with more examples in the proofs. */
const proofs = ['test/proofs/**/*.test.ts', 'test/properties/*.test.ts'];

/** On a machine with ten times the work it can do, a test of five seconds needs nearly a minute. */
const hangMs = 180_000;

export default defineConfig({
  test: {
    include: tier === 'proofs' ? proofs : everything,
    exclude: [...configDefaults.exclude, ...(tier === 'tests' ? ['test/proofs/**'] : [])],
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['test/kit/end-launched.ts'],
    // Much of a run is waiting for processes and time-outs, so two cores have work for three.
    maxWorkers: 3,
    // Nothing is mocked by module, and to load the platform anew takes a second for each file.
    isolate: false,
    // No test is about how fast a machine with other work is: these only end what hangs.
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: 60_000 } },
  },
});
