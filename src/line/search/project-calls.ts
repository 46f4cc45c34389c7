import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isItemFault, sqlState } from '../../foundation/db/faults.ts';
import { hasChangesUntil, postponeChange, projectSome, readNow } from './project-queries.ts';

/** Changes per round: a second of heavy traffic, and few enough to finish quickly. */
const notesAtOnce = 100;

/**
 * How long a change waits before it is copied. A call that was just settled is about to change again: after
 * the wait, it is copied once together with its receipt instead of twice.
 */
const restMs = 1_200;

/** Postgres error code of a canceled statement, for example after a statement timeout. */
const tookTooLong = '57014';

/**
 * Copies changed calls to the search tables. Each round is its own transaction, and a stop takes effect
 * between rounds. Changes that arrive meanwhile wait for the next run: otherwise heavy traffic would be
 * copied continuously, a few calls at a time, with receipts apart from their calls.
 */
export async function projectCalls(
  pool: Pool,
  signal: AbortSignal,
  rest: number = restMs,
): Promise<void> {
  if (signal.aborted) return;
  // One connection for all rounds: after a failed round, another connection would find its lock still taken.
  const client = await pool.connect();
  let isLost = true;
  try {
    const fault = await projectInRounds(client, signal, rest);
    isLost = false;
    if (fault !== undefined) throw fault;
  } finally {
    client.release(isLost);
  }
}

/** Copies the changes that were made until now, or waits until another process has copied them. */
export async function projectUntilNow(pool: Pool, signal: AbortSignal): Promise<void> {
  const until = await readNow(pool);
  while (!signal.aborted && (await hasChangesUntil(pool, until))) {
    await projectCalls(pool, signal, 0);
    if (await hasChangesUntil(pool, until)) await sleep(100);
  }
}

/**
 * A round that fails is retried with half as many changes, because one statement may not manage that many
 * calls. A change that fails alone is postponed so that it blocks no other calls; its error is returned.
 */
async function projectInRounds(
  client: PoolClient,
  signal: AbortSignal,
  rest: number,
): Promise<unknown> {
  let batchSize = notesAtOnce;
  let fault: unknown;
  while (!signal.aborted) {
    try {
      if ((await projectSome(client, batchSize, rest)) < batchSize) break;
    } catch (error) {
      if (!isItemFault(error) && sqlState(error) !== tookTooLong) throw error;
      if (batchSize === 1) {
        await postponeChange(client, rest);
        fault = error;
      }
      batchSize = batchSize === 1 ? notesAtOnce : Math.floor(batchSize / 2);
    }
  }
  return fault;
}
