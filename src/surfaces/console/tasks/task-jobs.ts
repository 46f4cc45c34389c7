import { fail } from '../../../foundation/contract/errors/errors.ts';
import { wholePlatform } from '../../../foundation/contract/scope.ts';
import type { Log } from '../../../foundation/db/log.ts';
import { runNextTask, type TaskRunner } from '../../../foundation/tasks/run-task.ts';
import { pruneTasks } from '../../../foundation/tasks/task-queries.ts';
import type { Job } from '../../../installation/jobs/schedule.ts';
import type { TaskPorts } from './task-kind.ts';
import { findKind, taskKinds } from './task-kinds.ts';

const second = 1_000;
const day = 24 * 3_600 * second;

/** Does the work of any kind of task. */
export function taskRunner(ports: TaskPorts & { log: Log }): TaskRunner {
  return {
    pool: ports.pool,
    log: ports.log,
    kinds: taskKinds.map(({ kind }) => kind),
    run(task, signal) {
      const kind = findKind(task.kind) ?? fail('nothing_there');
      const { accountId } = task;
      const scope = accountId === null ? wholePlatform : ({ kind: 'account', accountId } as const);
      return kind.run(ports, { ...task, scope } as never, signal);
    },
  };
}

/** Each server runs one task at a time. */
export function taskJobs(ports: TaskPorts & { log: Log }): Job[] {
  const runner = taskRunner(ports);
  return [
    {
      name: 'tasks',
      everyMs: second,
      isShared: false,
      run: (signal) => runNextTask(runner, signal),
    },
    { name: 'prune tasks', everyMs: day, isShared: true, run: () => pruneTasks(ports.pool) },
  ];
}
