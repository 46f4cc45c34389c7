import { Readable } from 'node:stream';
import { noteChange } from '../../../foundation/audit/change-queries.ts';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import { readTaskFile } from '../../../foundation/tasks/read-task-file.ts';
import {
  cancelTask,
  findTask,
  insertTask,
  keptDays,
  listTasks,
  type Task,
} from '../../../foundation/tasks/task-queries.ts';
import { hasRight, requireRight } from '../kit/authorize-console.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { readFields } from '../kit/read-input.ts';
import { digestOf, readKey, readSeen } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import { findKind, taskKinds } from './task-kinds.ts';
import {
  NewTask,
  OneTask,
  TaskBegun,
  type TaskRow,
  TasksPage,
  TasksQuery,
} from './tasks-contract.ts';

const mostListed = 100;

/** Long work that can be left: begin it, follow it, cancel it, and get its file. */
export const routes = [
  consoleRoute({
    method: 'POST',
    path: '/tasks/begin',
    right: 'tasks.read',
    summary: 'Begin a task; the right is that of its work',
    body: NewTask,
    reply: TaskBegun,
    async handle(context, { body: { kind, params } }) {
      const found = findKind(kind) ?? fail('nothing_there');
      requireRight(context, found.right, context.clock.now());
      const asked = readFields(found.params, params);
      const prepared = await found.prepare(context, asked as never);
      const { person, scope, isOperator } = context;
      const stored = prepared.params ?? asked;
      const accountId = accountOf(scope);
      const { personId, sessionId, name } = person;
      return context.change(found.act, async (by) => {
        const taskId = await insertTask(by, {
          ...{ accountId, isOperator, kind, params: stored },
          actor: { kind: 'person', personId, sessionId, name },
          personHash: prepared.personHash ?? null,
          total: prepared.total ?? null,
          file: prepared.file ?? null,
        });
        await noteTask(by, context, found.act, { taskId, kind, params: stored });
        return { taskId };
      });
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/tasks/list',
    right: 'tasks.read',
    summary: 'List the tasks of the last days, newest first',
    query: TasksQuery,
    reply: TasksPage,
    async handle(context, { query: { seen } }) {
      const { key, kinds } = viewOf(context);
      const tasks = await readSeen(context.pool, { key, seen }, () =>
        listTasks(context.pool, context, kinds, mostListed),
      );
      const open = tasks.filter(({ finishedAt }) => finishedAt === null).length;
      return { tasks: tasks.map(showTask), open, keptDays };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/tasks/changes',
    right: 'tasks.read',
    summary: 'Server-sent events when tasks change',
    reply: 'text/event-stream',
    async handle(context, { signal }) {
      const { key, kinds } = viewOf(context);
      const readState = async () => {
        const tasks = await listTasks(context.pool, context, kinds, mostListed);
        return digestOf(tasks.map(({ taskId, state, done }) => [taskId, state, done]));
      };
      return watchChanges(context, signal, { key: `${key} changes`, readState });
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/tasks/cancel',
    right: 'tasks.read',
    summary: 'Cancel an unfinished task; the right is that of its work',
    body: OneTask,
    reply: TaskBegun,
    async handle(context, { body: { taskId } }) {
      const task = await requireTask(context, taskId);
      await context.change('task.cancel', async (by) => {
        const { kind, params } = task;
        if (!(await cancelTask(by, taskId))) return;
        await noteTask(by, context, 'task.cancel', { taskId, kind, params });
      });
      return { taskId };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/tasks/file',
    right: 'tasks.read',
    summary: 'Download the file of a finished task; the right is that of its work',
    query: OneTask,
    reply: 'application/octet-stream',
    async handle(context, { query: { taskId } }) {
      const task = await requireTask(context, taskId);
      const { fileName, mediaType, state } = task;
      if (state !== 'done' || fileName === null || mediaType === null) return fail('nothing_there');
      return { type: mediaType, fileName, body: Readable.from(readTaskFile(context.pool, task)) };
    },
  }),
];

/** What a viewer's list depends on: the scope, and the kinds whose right they have. */
function viewOf({ scope, person, isOperator }: ConsoleContext) {
  const kinds = taskKinds
    .filter(({ right }) => hasRight(person, scope, right))
    .map(({ kind }) => kind);
  return { kinds, key: readKey('tasks', [scope, isOperator, kinds]) };
}

/** The task, if the viewer still has the right to its work. */
async function requireTask(context: ConsoleContext, taskId: string): Promise<Task> {
  const task = (await findTask(context.pool, context, taskId)) ?? fail('nothing_there');
  const { right } = findKind(task.kind) ?? fail('nothing_there');
  requireRight(context, right, context.clock.now());
  return task;
}

/**
 * What an operator does with a task is no entry of the account: its parameters name providers, and an export by an
 * operator is the platform's business.
 */
function noteTask(
  by: Parameters<typeof noteChange>[0],
  { scope, isOperator }: ConsoleContext,
  action: Parameters<typeof noteChange>[1]['action'],
  { taskId, kind, params }: Pick<Task, 'taskId' | 'kind' | 'params'>,
): Promise<void> {
  const isHidden = isOperator && !findKind(kind)?.isOfAccount;
  const accountId = isHidden ? null : accountOf(scope);
  const key = { task_id: taskId };
  const after = { kind, ...(isHidden ? { account: accountOf(scope) } : {}), ...params };
  return noteChange(by, { accountId, action, subject: 'tasks', key, before: null, after });
}

function showTask(task: Task): TaskRow {
  const { createdAt, finishedAt, expiresAt, actor, ...rest } = task;
  return {
    ...rest,
    by: actor.name,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
