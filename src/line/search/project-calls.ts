import type { Pool, PoolClient } from 'pg';
import { isItemFault, sqlState } from '../../foundation/db/faults.ts';
import { projectSome, putOffNote } from './project-queries.ts';

/** Notes at once: a second of a busy line, and few enough to be over before anyone waits for it. */
const notesAtOnce = 100;

/**
 * How long a change rests before it is copied. A call that was settled just now is about to change again: with
 * its receipt it is copied once, and not twice.
 */
const restMs = 1_200;

/** A statement that was ended because it took too long. */
const tookTooLong = '57014';

/**
 * Copies whatever calls have changed. Each round is a transaction of its own; a stop ends between two. What came
 * while others were copied waits for the next time: a busy line would be copied all the time otherwise, a few
 * calls at once, and its receipts apart from their calls.
 */
export async function projectCalls(
  pool: Pool,
  signal: AbortSignal,
  rest: number = restMs,
): Promise<void> {
  if (signal.aborted) return;
  // One connection for all rounds: another would find the lock of one that failed still taken.
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

/**
 * What cannot be copied together is copied in smaller rounds: they may be too many calls for one statement. A note
 * that cannot be copied by itself is left for later, so that nobody's calls wait for it; its fault is returned.
 */
async function projectInRounds(
  client: PoolClient,
  signal: AbortSignal,
  rest: number,
): Promise<unknown> {
  let most = notesAtOnce;
  let fault: unknown;
  while (!signal.aborted) {
    try {
      if ((await projectSome(client, most, rest)) < most) break;
    } catch (error) {
      if (!isItemFault(error) && sqlState(error) !== tookTooLong) throw error;
      if (most === 1) {
        await putOffNote(client, rest);
        fault = error;
      }
      most = most === 1 ? notesAtOnce : Math.floor(most / 2);
    }
  }
  return fault;
}
