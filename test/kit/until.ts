import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition, in code that also runs outside of the tests. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
  pauseMs = 50,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`still not so after ${withinMs} ms: ${isSo}`);
    await sleep(pauseMs);
  }
}
