import { setTimeout as sleep } from 'node:timers/promises';

/** Ids that are made within this time are in no order. */
const windowMs = process.env.JITTER_SEED ? 256 : 1;

/** Waits until the ids that are made next come after those made before. */
export async function nextMillisecond(): Promise<void> {
  const begun = Math.floor(Date.now() / windowMs);
  while (Math.floor(Date.now() / windowMs) <= begun) await sleep(1);
}
