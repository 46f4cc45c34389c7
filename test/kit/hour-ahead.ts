import { setTimeout as sleep } from 'node:timers/promises';

const hourMs = 3_600_000;

/**
 * Waits for the next hour if this one is about to end, and perhaps the day or the month with it, so
 * that everything a test counts falls into one of them.
 */
export async function hourAhead(spareMs = 20_000): Promise<void> {
  const leftMs = hourMs - (Date.now() % hourMs);
  if (leftMs < spareMs) await sleep(leftMs);
}
