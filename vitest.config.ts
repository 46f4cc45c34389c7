import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in this order: one that began last would be waited for alone. */
const longest = [
  'test/process/recovery.test.ts',
  'test/proof/idempotency-storm.test.ts',
  'test/browser/check-states.test.ts',
  'test/browser/call-screens.test.ts',
  'test/browser/console.test.ts',
  'test/browser/docs.test.ts',
  'test/process/backup.test.ts',
  'test/browser/platform-screens.test.ts',
  'test/guides/guide-examples.test.ts',
  'test/browser/operator-journey.test.ts',
  'test/proof/vendors.property.test.ts',
  'test/browser/webhooks-screen.test.ts',
  'test/browser/work-screens.test.ts',
  'test/browser/money-screens.test.ts',
  'test/proof/webhooks-down.test.ts',
  'src/line/calls/resolve-calls.test.ts',
  'test/proof/calls.property.test.ts',
  'test/process/silence.test.ts',
  'src/money/ledger/read-statement.test.ts',
  'test/process/command-line.test.ts',
  'test/browser/check-journey.test.ts',
  'test/process/outside-database.test.ts',
  'test/process/end-of-server.test.ts',
  'test/proof/double-spend.test.ts',
  'test/proof/ledger.property.test.ts',
].map((file) => join(import.meta.dirname, file));

const gone = longest.filter((file) => !existsSync(file));
if (gone.length > 0) throw new Error(`vitest.config.ts lists what is not there: ${gone}`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      longest.includes(moduleId) ? longest.indexOf(moduleId) : longest.length;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/*.test.ts', 'sdk/src/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    // Much of a run is waiting for processes and time-outs, so two cores have work for three.
    maxWorkers: 3,
    // Nothing is mocked by module, and to load the platform anew takes a second for each file.
    isolate: false,
    // No test is about how fast a machine with other work is: these only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
