import type { Pool } from 'pg';
import { projectSome } from './project-queries.ts';

/** Batches at once: a second of a busy line, and few enough to be over before anyone waits for it. */
const batchesAtOnce = 100;

/**
 * How long a change rests before it is copied. A call that was settled just now is about to change again: with
 * its receipt it is copied once, and not twice.
 */
const restMs = 1_200;

/** Copies whatever calls have changed. Each round is a transaction of its own; a stop ends between two. */
export async function projectCalls(
  pool: Pool,
  signal: AbortSignal,
  rest: number = restMs,
): Promise<void> {
  while (!signal.aborted && (await projectSome(pool, batchesAtOnce, rest)) > 0);
}
