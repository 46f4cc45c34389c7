import type { Static, TObject } from 'typebox';
import type { Act } from '../../../foundation/audit/acts.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import type { TaskStep } from '../../../foundation/tasks/run-task.ts';
import type { Task } from '../../../foundation/tasks/task-queries.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import type { Right } from '../kit/rights.ts';

/** What the work of tasks needs, in a request and in a server's job alike. */
export type TaskPorts = Pick<ConsoleContext, 'pool' | 'vault' | 'clock' | 'config'>;

/** A request for a task: by whom, and for whom. */
export type TaskAsker = TaskPorts & Pick<ConsoleContext, 'scope' | 'isOperator'>;

/** What is stored with a task before it runs. */
interface PreparedTask {
  /** If other than given. */
  params?: Record<string, unknown>;
  personHash?: Buffer;
  total?: number;
  file?: { name: string; type: string };
}

/** A task in the scope that it was begun in. */
export type ScopedTask<Params> = Omit<Task, 'params'> & { params: Params; scope: Scope };

/** One row of the table of kinds. */
export interface TaskKind {
  kind: string;
  /** Asked for when a task begins, and again for its file. */
  right: Right;
  /** How the audit log names its beginning. */
  act: Act;
  /** Its beginning is an entry of the account, even if an operator began it: its parameters name nothing of theirs. */
  isOfAccount?: true;
  params: TObject;
  /** Refuses what cannot succeed. */
  prepare(asker: TaskAsker, params: never): Promise<PreparedTask>;
  run(ports: TaskPorts, task: never, signal: AbortSignal): AsyncIterable<TaskStep>;
}

/** Ties the types of a kind's functions to its schema. `Stored` is what its run reads. */
export function taskKind<Params extends TObject, Stored = Static<Params>>(
  kind: Omit<TaskKind, 'params' | 'prepare' | 'run'> & {
    params: Params;
    prepare(asker: TaskAsker, params: Static<Params>): Promise<PreparedTask>;
    run(ports: TaskPorts, task: ScopedTask<Stored>, signal: AbortSignal): AsyncIterable<TaskStep>;
  },
): TaskKind {
  return kind as TaskKind;
}
