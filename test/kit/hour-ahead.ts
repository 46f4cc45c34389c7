import { setTimeout as sleep } from 'node:timers/promises';

const hourMs = 3_600_000;

/**
 * Waits for the next hour where this one is about to end, and with it perhaps the day or the month: what a test
 * counts by them is then of one and the same.
 */
export async function hourAhead(spareMs = 20_000): Promise<void> {
  const leftMs = hourMs - (Date.now() % hourMs);
  if (leftMs < spareMs) await sleep(leftMs);
}
