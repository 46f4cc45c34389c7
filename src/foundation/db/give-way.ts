import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout } from './faults.ts';

/**
 * The longest wait for a lock. Every statement that needs the table queues behind the one that waits for it, and a call waits
 * 250 ms at most.
 */
export const lockPatienceMs = 100;

const pauseMs = 400;
const wholeWaitMs = 300_000;

/** Repeats work that timed out waiting for a lock: in the pauses, those who queued behind it go on. */
export async function giveWay(work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + wholeWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const { cause } = error as Error;
      if (!isLockTimeout(cause ?? error) || Date.now() > deadline) throw error;
      await sleep(pauseMs);
    }
  }
}
