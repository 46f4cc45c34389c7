import type { Pool } from 'pg';
import { projectSome } from './project-queries.ts';

/** Notes at once: a second of a busy line, and few enough to be over before anyone waits for it. */
const notesAtOnce = 100;

/**
 * How long a change rests before it is copied. A call that was settled just now is about to change again: with
 * its receipt it is copied once, and not twice.
 */
const restMs = 1_200;

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
  while (!signal.aborted && (await projectSome(pool, notesAtOnce, rest)) === notesAtOnce);
}
