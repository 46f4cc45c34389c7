import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { ApiError } from '../contract/errors/errors.ts';
import { Refused } from '../contract/refusals/refused.ts';
import { faultOf } from '../db/faults.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Log } from '../db/log.ts';
import {
  finishTask,
  keepProgress,
  renewTask,
  restartTask,
  returnTask,
  type Task,
  takeTask,
} from './task-queries.ts';

/** A step of a task: how far it is, and the next piece of its file. */
export interface TaskStep {
  content?: string | Buffer;
  done: number;
  total?: number;
  /** Where another server can go on after this step; without it, it begins again. */
  position?: object;
}

export interface TaskRunner {
  pool: Pool;
  log: Log;
  /** The kinds that this version knows; a server of a newer version runs the others. */
  kinds: readonly string[];
  /** Does the work of a task, in steps. The signal aborts when the server stops or loses the lease. */
  run(task: Task, signal: AbortSignal): AsyncIterable<TaskStep>;
  leaseMs?: number;
  /** How often progress is stored at least. */
  flushMs?: number;
}

/** The largest piece of a file. */
export const pieceBytes = 256 * 1024;
const usualLeaseMs = 30_000;
const usualFlushMs = 1_000;
/** After as many servers that died or failed while they ran it, a task has failed. */
export const mostTakes = 3;
/** The failure of a task that no server could finish. */
export const gaveUp = 'gave_up';

/** Runs the oldest task that waits, or whose server is gone. True if there was one. */
export async function runNextTask(runner: TaskRunner, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const { pool, log, leaseMs = usualLeaseMs } = runner;
  const owner = randomUUID();
  const task = await takeTask(pool, owner, runner.kinds, leaseMs);
  if (!task) return false;
  const { taskId } = task;
  if (task.takes > mostTakes) return finishTask(pool, taskId, owner, gaveUp);
  const lost = new AbortController();
  const renewal = setInterval(() => {
    // If the database is unavailable, the lease ends by itself.
    renewTask(pool, taskId, owner, leaseMs).then(
      (isKept) => isKept || lost.abort(),
      () => {},
    );
  }, leaseMs / 4);
  try {
    const isWhole = await runSteps(runner, task, owner, AbortSignal.any([signal, lost.signal]));
    if (isWhole) await finishTask(pool, taskId, owner, null);
    else await returnTask(pool, taskId, owner);
  } catch (error) {
    const failure = failureOf(error);
    log.error({ task: taskId, kind: task.kind, fault: faultOf(error) }, 'task failed');
    // Any other fault may pass: when the lease ends, a server tries again.
    if (failure !== null) await finishTask(pool, taskId, owner, failure);
  } finally {
    clearInterval(renewal);
  }
  return true;
}

/** The reason of a refusal, which trying again does not change; null for any other fault. */
function failureOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.reason;
  return error instanceof Refused ? error.code : null;
}

/** True if the task ran to its end; false if it was stopped, cancelled or lost. */
async function runSteps(
  { pool, run, flushMs = usualFlushMs }: TaskRunner,
  task: Task,
  owner: string,
  signal: AbortSignal,
): Promise<boolean> {
  const keep = (work: (db: Parameters<typeof keepProgress>[0]) => Promise<boolean>) =>
    inTransaction(pool, 'begin', work);
  const { taskId } = task;
  const begun = task.position === null ? { ...task, done: 0 } : task;
  if (task.position === null && !(await keep((db) => restartTask(db, taskId, owner)))) return false;
  let waiting: Buffer[] = [];
  let last: TaskStep = { done: begun.done };
  let flushedAt = performance.now();
  const flush = async () => {
    const { done, total = null, position = null } = last;
    const contents = piecesOf(waiting);
    waiting = [];
    flushedAt = performance.now();
    return keep((db) => keepProgress(db, taskId, owner, { done, total, position, contents }));
  };
  for await (const step of run(begun, signal)) {
    // A piece that comes after a stop may be cut off.
    if (signal.aborted) return false;
    last = step;
    if (step.content !== undefined && step.content.length > 0) {
      waiting.push(Buffer.from(step.content as string));
    }
    const bytes = waiting.reduce((sum, { length }) => sum + length, 0);
    const isDue = bytes >= pieceBytes || performance.now() - flushedAt >= flushMs;
    if (isDue && !(await flush())) return false;
  }
  return !signal.aborted && (await flush());
}

function piecesOf(contents: readonly Buffer[]): Buffer[] {
  const whole = Buffer.concat(contents);
  const count = Math.ceil(whole.length / pieceBytes);
  return Array.from({ length: count }, (_, at) =>
    whole.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  );
}
