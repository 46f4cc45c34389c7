import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPool, endPool } from '../../foundation/db/connect.ts';
import { Unreachable } from '../../foundation/db/unreachable.ts';
import { readArrival } from './arrival-queries.ts';

/** A move counts the servers that wait by this name of their session. */
const waitingName = 'countersign waiting';

const pollMs = 50;

/**
 * Waits while a cell is being moved into this database. `meanwhile` starts what answers until then, and returns how to
 * stop it. Returns false if the process was asked to stop before the cell arrived.
 */
export async function awaitArrival(
  target: string,
  asked: Promise<void>,
  meanwhile: () => Promise<() => Promise<void>>,
): Promise<boolean> {
  const isArriving = await withPool(target, 'countersign', async (pool) => {
    return (await readArrival(pool)) === 'arriving';
  });
  if (!isArriving) return true;
  const stop = await meanwhile();
  // Only now may the move count on this server.
  return withPool(target, waitingName, (pool) => untilArrived(pool, asked)).finally(stop);
}

async function untilArrived(pool: Pool, asked: Promise<void>): Promise<boolean> {
  let isAsked = false;
  void asked.then(() => {
    isAsked = true;
  });
  while (!isAsked) {
    // A database that is away for a moment is asked again: the move itself goes on when it is back.
    const arrival = await readArrival(pool).catch(() => 'arriving');
    if (arrival === 'none') return true;
    if (arrival === 'gone') throw new Unreachable('The move of the cell to here was aborted.');
    await sleep(pollMs);
  }
  return false;
}

async function withPool<Result>(
  target: string,
  applicationName: string,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = createPool(target, { max: 1, applicationName });
  return work(pool).finally(() => endPool(pool));
}
