import { runNextTask } from '../../src/foundation/tasks/run-task.ts';
import { taskRunner } from '../../src/surfaces/console/tasks/task-jobs.ts';
import type { Fixture } from './fixture.ts';
import { testConfig } from './test-config.ts';

/** Runs all waiting tasks, as the job of a server does. */
export async function runTasks({ app: { line }, pool }: Pick<Fixture, 'app' | 'pool'>) {
  const runner = taskRunner({ ...line, pool, config: testConfig() });
  while (await runNextTask(runner, new AbortController().signal));
}
