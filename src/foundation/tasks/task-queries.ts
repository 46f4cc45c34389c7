import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../audit/actor.ts';
import type { Change } from '../audit/change-queries.ts';
import { refuse } from '../contract/refusals/refused.ts';
import { accountOf, type Scope } from '../contract/scope.ts';
import type { Queryable } from '../db/queryable.ts';

export const taskStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
type TaskState = (typeof taskStates)[number];

/** Long work that a person began. */
export interface Task {
  taskId: string;
  /** Null for the whole platform. */
  accountId: number | null;
  actor: Actor;
  /** Whether an operator began it: its file has costs, which members must not see. */
  isOperator: boolean;
  kind: string;
  params: Record<string, unknown>;
  personHash: Buffer | null;
  state: TaskState;
  done: number;
  /** Null if unknown; may be approximate. */
  total: number | null;
  /** Where a server goes on; null if it has to begin again. */
  position: Record<string, unknown> | null;
  failure: string | null;
  fileName: string | null;
  mediaType: string | null;
  bytes: number;
  parts: number;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
}

export interface NewTask
  extends Pick<Task, 'accountId' | 'isOperator' | 'kind' | 'params' | 'personHash'> {
  actor: Actor & { kind: 'person' };
  total: number | null;
  file: { name: string; type: string } | null;
}

/** How many unfinished tasks a person may have. */
export const mostOpen = 5;
export const keptDays = 7;

const isOpen = `state in ('waiting', 'running')`;
const columns = `task_id as "taskId", account_id as "accountId", actor, is_operator as "isOperator", kind,
  params, person_hash as "personHash", state, done::float8 as done, total::float8 as total, position, failure,
  file_name as "fileName", media_type as "mediaType", bytes::float8 as bytes, parts,
  created_at as "createdAt", finished_at as "finishedAt", expires_at as "expiresAt"`;

/** Stores a task for any server to run; refused for a person who has too many unfinished ones. */
export async function insertTask(change: Change, task: NewTask): Promise<string> {
  const { personId } = task.actor;
  // Two requests of one person are counted one after the other.
  await change.query('select from people where person_id = $1 for no key update', [personId]);
  const taskId = randomUUIDv7();
  const { rowCount } = await change.query(
    `insert into tasks (
       task_id, account_id, person_id, actor, is_operator, kind, params, person_hash, total, file_name,
       media_type
     )
     select $1, $2, $3::integer, $4, $5, $6, $7, $8, $9, $10, $11
     where (select count(*) from tasks where person_id = $3 and ${isOpen}) < $12`,
    [
      ...[taskId, task.accountId, personId, JSON.stringify(task.actor), task.isOperator, task.kind],
      ...[JSON.stringify(task.params), task.personHash, task.total],
      ...[task.file?.name ?? null, task.file?.type ?? null, mostOpen],
    ],
  );
  if (rowCount !== 1) refuse('tasks_too_many', { most: mostOpen });
  return taskId;
}

/** Whose tasks a viewer sees: the scope's, and to members only those that members began. */
export interface TaskViewer {
  scope: Scope;
  isOperator: boolean;
}

const visible = `account_id is not distinct from $1 and ($2 or not is_operator)
  and (expires_at is null or expires_at > now())`;

/** The tasks of a scope, newest first. An operator's list of the platform has no tasks of single accounts. */
export async function listTasks(
  pool: Pool,
  { scope, isOperator }: TaskViewer,
  kinds: readonly string[],
  limit: number,
): Promise<Task[]> {
  const { rows } = await pool.query<Task>(
    `select ${columns} from tasks
     where ${visible} and kind = any ($3)
     order by created_at desc, task_id desc
     limit $4`,
    [accountOf(scope), isOperator, kinds, limit],
  );
  return rows;
}

export async function findTask(
  pool: Queryable,
  { scope, isOperator }: TaskViewer,
  taskId: string,
): Promise<Task | undefined> {
  const { rows } = await pool.query<Task>(
    `select ${columns} from tasks where ${visible} and task_id = $3`,
    [accountOf(scope), isOperator, taskId],
  );
  return rows[0];
}

/** Ends an unfinished task and deletes what there is of its file; false if it is finished already. */
export async function cancelTask(change: Change, taskId: string): Promise<boolean> {
  const isEnded = await endTask(change, taskId, { state: 'cancelled', failure: null });
  if (isEnded) await change.query('delete from task_parts where task_id = $1', [taskId]);
  return isEnded;
}

async function endTask(
  db: Queryable,
  taskId: string,
  { state, failure, owner = null }: Ended,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update tasks
     set state = $2, failure = $3, finished_at = now(), owner = null,
       expires_at = now() + make_interval(days => $5)
     where task_id = $1 and ${isOpen} and ($4::uuid is null or owner = $4)`,
    [taskId, state, failure, owner, keptDays],
  );
  return rowCount === 1;
}

interface Ended {
  state: 'done' | 'failed' | 'cancelled';
  failure: string | null;
  /** Only while this server still has the lease. */
  owner?: string | null;
}

/** Ends a task that this server runs; false if it was cancelled, or another server has taken it over. */
export function finishTask(
  pool: Pool,
  taskId: string,
  owner: string,
  failure: string | null,
): Promise<boolean> {
  return endTask(pool, taskId, { state: failure === null ? 'done' : 'failed', failure, owner });
}

/** The oldest task of these kinds that no server runs, now leased to this one; undefined if there is none. */
export async function takeTask(
  pool: Pool,
  owner: string,
  kinds: readonly string[],
  leaseMs: number,
): Promise<(Task & { takes: number }) | undefined> {
  const { rows } = await pool.query<Task & { takes: number }>(
    `update tasks
     set state = 'running', owner = $1, takes = takes + 1,
       lease_until = now() + make_interval(secs => $2 / 1000.0)
     where task_id = (
       select task_id from tasks
       where (state = 'waiting' or (state = 'running' and lease_until < now())) and kind = any ($3)
       order by created_at
       limit 1
       for update skip locked
     )
     returning ${columns}, takes`,
    [owner, leaseMs, kinds],
  );
  return rows[0];
}

/** Renews the lease; false if it is lost. */
export async function renewTask(
  pool: Pool,
  taskId: string,
  owner: string,
  leaseMs: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update tasks set lease_until = now() + make_interval(secs => $3 / 1000.0)
     where task_id = $1 and owner = $2 and state = 'running'`,
    [taskId, owner, leaseMs],
  );
  return rowCount === 1;
}

/** Gives a task back, for a server that stops. Such a take does not count. */
export async function returnTask(pool: Pool, taskId: string, owner: string): Promise<void> {
  await pool.query(
    `update tasks set state = 'waiting', owner = null, lease_until = null, takes = takes - 1
     where task_id = $1 and owner = $2 and state = 'running'`,
    [taskId, owner],
  );
}

/** Deletes what a server wrote that could not say where to go on. */
export async function restartTask(db: Queryable, taskId: string, owner: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update tasks set done = 0, bytes = 0, parts = 0
     where task_id = $1 and owner = $2 and state = 'running'`,
    [taskId, owner],
  );
  if (rowCount === 1) await db.query('delete from task_parts where task_id = $1', [taskId]);
  return rowCount === 1;
}

export interface Progress {
  done: number;
  total: number | null;
  position: object | null;
  /** The next pieces of the file. */
  contents: readonly Buffer[];
}

/** Stores progress and the next pieces together; false if the lease is lost. */
export async function keepProgress(
  db: Queryable,
  taskId: string,
  owner: string,
  { done, total, position, contents }: Progress,
): Promise<boolean> {
  const { rows } = await db.query<{ parts: number }>(
    `update tasks
     set done = $3, total = coalesce($4, total), position = $5, parts = parts + $6, bytes = bytes + $7
     where task_id = $1 and owner = $2 and state = 'running'
     returning parts`,
    [
      ...[taskId, owner, done, total, position && JSON.stringify(position), contents.length],
      contents.reduce((sum, { length }) => sum + length, 0),
    ],
  );
  const [kept] = rows;
  if (!kept) return false;
  for (const [at, content] of contents.entries()) {
    const part = kept.parts - contents.length + at;
    await db.query('insert into task_parts (task_id, part, content) values ($1, $2, $3)', [
      ...[taskId, part, content],
    ]);
  }
  return true;
}

/** A piece of a file; undefined if the task was deleted meanwhile. */
export async function readPart(
  pool: Pool,
  taskId: string,
  part: number,
): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ content: Buffer }>(
    'select content from task_parts where task_id = $1 and part = $2',
    [taskId, part],
  );
  return rows[0]?.content;
}

/** Deletes tasks with their files when their days are over. */
export async function pruneTasks(pool: Pool): Promise<void> {
  await pool.query('delete from tasks where expires_at < now()');
}

/** The tasks about a person, for the person's own export. */
export async function readTasksOf(
  db: Queryable,
  hash: Buffer,
  accountId: number | null,
): Promise<object[]> {
  const { rows } = await db.query<object>(
    `select kind, created_at as "at" from tasks
     where person_hash = $1 and ($2::integer is null or account_id = $2)
     order by created_at`,
    [hash, accountId],
  );
  return rows;
}

/**
 * Deletes the tasks about a person with their files, unfinished ones too. An erasure for one account also deletes those
 * of the platform, whose files have that account's calls among others.
 */
export async function eraseTasksOf(
  db: Queryable,
  hash: Buffer,
  accountId: number | null,
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from tasks
     where person_hash = $1 and ($2::integer is null or account_id = $2 or account_id is null)`,
    [hash, accountId],
  );
  return rowCount ?? 0;
}
