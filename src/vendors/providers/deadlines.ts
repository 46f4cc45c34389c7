import { createChain } from '../../foundation/chain.ts';

/**
 * One timeout for many promises. A timer per call would cost several microseconds each for a rare event, so one
 * timer checks all promises a few times a second.
 */
export interface Deadlines {
  /** The promise's value, or the value of `onLate` if the promise exceeds the limit. */
  race<Value>(promise: Promise<Value>, onLate: () => Value | Promise<Value>): Promise<Value>;
  close(): void;
}

interface Waiting {
  untilMs: number;
  expire(): void;
}

export function createDeadlines(limitMs: number): Deadlines {
  /** In insertion order, which is also the order of expiry. */
  const waiting = createChain<Waiting>();
  const timer = setInterval(
    () => {
      const nowMs = performance.now();
      for (const entry of waiting) {
        if (entry.untilMs > nowMs) break;
        entry.expire();
      }
    },
    Math.min(100, limitMs / 4),
  );
  timer.unref();

  return {
    race<Value>(promise: Promise<Value>, onLate: () => Value | Promise<Value>): Promise<Value> {
      return new Promise((resolve, reject) => {
        const link = waiting.add({
          untilMs: performance.now() + limitMs,
          expire() {
            waiting.remove(link);
            resolve(onLate());
          },
        });
        promise.then(
          (value) => {
            waiting.remove(link);
            resolve(value);
          },
          (error: unknown) => {
            waiting.remove(link);
            reject(error);
          },
        );
      });
    },
    close() {
      clearInterval(timer);
    },
  };
}
