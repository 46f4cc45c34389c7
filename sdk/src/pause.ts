import { CountersignError } from './countersign-error.ts';

/** A longer timer, of more than 24 days, would fire at once. */
const longestMs = 2 ** 31 - 1;

/** Waits, unless the signal aborts it. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      const message = 'The call was aborted.';
      reject(new CountersignError({ reason: 'aborted', message, cause: signal?.reason }));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', end);
        resolve();
      },
      Math.min(ms, longestMs),
    );
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
