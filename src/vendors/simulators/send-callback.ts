import { setTimeout as sleep } from 'node:timers/promises';
import type { CallbackRequest } from './simulator.ts';

const maxTries = 5;
const firstPauseMs = 500;

/** Sends a callback to the platform and retries like a vendor; a 4xx response is final. */
export async function sendCallback(
  url: string,
  { method, query = '', headers, body }: CallbackRequest,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 0; tries < maxTries && !signal.aborted; tries++) {
    const answer = await fetch(`${url}${query}`, {
      method,
      headers,
      ...(method === 'POST' ? { body } : {}),
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer && (answer.ok || (answer.status >= 400 && answer.status < 500))) return;
    await sleep(firstPauseMs * 2 ** tries, null, { signal }).catch(() => {});
  }
}
