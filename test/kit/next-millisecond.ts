import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the clock goes on: ids that are made within one millisecond are in no order. */
export async function nextMillisecond(): Promise<void> {
  const begun = Date.now();
  while (Date.now() <= begun) await sleep(1);
}
