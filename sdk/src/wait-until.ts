import { CountersignError } from './countersign-error.ts';
import { pause } from './pause.ts';

export interface WaitOptions {
  /** How long to wait in all. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

const firstPauseMs = 1_000;
const longestPauseMs = 10_000;
/** So long the last question may take, though the time is over by then. */
const lastQuestionMs = 1_000;

/**
 * Asks again and again, less and less often, until the answer is final. A question is told how long it may take:
 * a platform that is silent does not make the wait longer than it was meant to be.
 */
export async function waitUntil<Answer>(
  ask: (timeoutMs: number) => Promise<Answer>,
  isFinal: (answer: Answer) => boolean,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<Answer> {
  const endsAt = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const answer = await ask(Math.max(lastQuestionMs, endsAt - performance.now()));
    if (isFinal(answer)) return answer;
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) {
      const message = 'It has not come to its end in the time given.';
      throw new CountersignError({ reason: 'still_pending', message });
    }
    // Half of the pause is chance, so that many who wait do not ask at once.
    await pause(Math.min(leftMs, pauseMs * (0.5 + Math.random() / 2)), signal);
  }
}
