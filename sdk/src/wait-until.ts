import { CountersignError } from './countersign-error.ts';
import { pause } from './pause.ts';

export interface WaitOptions {
  /** The total time to wait. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

const firstPauseMs = 1_000;
const longestPauseMs = 10_000;
/** The time that the last poll may take beyond the timeout. */
const lastQuestionMs = 1_000;

/**
 * Polls less and less often until the answer is final. Each poll is told how long it may take: a
 * platform that does not answer does not extend the wait.
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
    // Half of the pause is random, so that many waiting callers do not poll at once.
    await pause(Math.min(leftMs, pauseMs * (0.5 + Math.random() / 2)), signal);
  }
}
