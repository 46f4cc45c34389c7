import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPool, endPool } from '../../foundation/db/connect.ts';
import { Unreachable } from '../../foundation/db/unreachable.ts';
import { type Arrival, isCopied, readArrival } from './arrival-queries.ts';

/** A move counts the servers that wait by this name of their session. */
const waitingName = 'countersign waiting';
const usualName = 'countersign';

const pollMs = 50;

/** Whether a cell is being moved into this database. */
export function isArriving(target: string): Promise<boolean> {
  return withPool(target, usualName, async (pool) => (await readArrival(pool)) === 'arriving');
}

/** Waits until the copy of the cell is complete and can be read. False if the process was asked to stop before. */
export function awaitCopy(target: string, asked: Promise<void>): Promise<boolean> {
  return withPool(target, usualName, (pool) =>
    poll(pool, asked, async (arrival) => arrival === 'none' || isCopied(pool)),
  );
}

/**
 * Waits until the cell has arrived. False if the process was asked to stop before. The move counts a server that
 * `isReady`: it has opened the copy, and only has to be told.
 */
export function awaitArrival(
  target: string,
  asked: Promise<void>,
  { isReady }: { isReady: boolean },
): Promise<boolean> {
  return withPool(target, isReady ? waitingName : usualName, (pool) =>
    poll(pool, asked, async (arrival) => arrival === 'none'),
  );
}

async function poll(
  pool: Pool,
  asked: Promise<void>,
  isOver: (arrival: Arrival) => Promise<boolean>,
): Promise<boolean> {
  let isAsked = false;
  void asked.then(() => {
    isAsked = true;
  });
  while (!isAsked) {
    // A database that is away for a moment is asked again: the move itself goes on when it is back.
    const arrival = await readArrival(pool).catch(() => 'arriving' as const);
    if (arrival === 'gone') throw new Unreachable('The move of the cell to here was aborted.');
    if (await isOver(arrival).catch(() => false)) return true;
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
