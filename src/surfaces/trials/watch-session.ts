import { setTimeout as sleep } from 'node:timers/promises';
import type { FaceProvider, SessionResult } from '../../vendors/providers/provider.ts';
import { saidBy } from './said-by.ts';

const everyMs = 2_000;

/** The result of a test session; open, with the fault, if the provider does not tell it. */
export async function lookAtSession(
  provider: Pick<FaceProvider, 'queryResult'>,
  sessionRef: string,
  timeoutMs: number,
): Promise<SessionResult> {
  try {
    return await provider.queryResult(sessionRef, { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    return { state: 'open', taskId: '', detail: saidBy(error) };
  }
}

/** Waits until the person has finished the session. */
export async function waitForSession(
  provider: Pick<FaceProvider, 'queryResult'>,
  sessionRef: string,
  { waitMs, timeoutMs }: { waitMs: number; timeoutMs: number },
): Promise<SessionResult> {
  const startedMs = performance.now();
  for (;;) {
    const result = await lookAtSession(provider, sessionRef, timeoutMs);
    const leftMs = waitMs - (performance.now() - startedMs);
    if (result.state !== 'open' || leftMs <= 0) return result;
    await sleep(Math.min(everyMs, leftMs));
  }
}
