import { setTimeout as sleep } from 'node:timers/promises';

/** Ids made within this time are in no order. */
const windowMs = process.env.JITTER_SEED ? 256 : 1;

/** Waits until new ids sort after earlier ones. */
export async function nextMillisecond(): Promise<void> {
  const begun = Math.floor(Date.now() / windowMs);
  while (Math.floor(Date.now() / windowMs) <= begun) await sleep(1);
}
