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
  const waiting = new Set<Waiting>();
  const timer = setInterval(
    () => {
      const nowMs = performance.now();
      for (const entry of waiting) {
        if (entry.untilMs > nowMs) break;
        waiting.delete(entry);
        entry.expire();
      }
    },
    Math.min(100, limitMs / 4),
  );
  timer.unref();

  return {
    race<Value>(promise: Promise<Value>, onLate: () => Value | Promise<Value>): Promise<Value> {
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          untilMs: performance.now() + limitMs,
          expire: () => resolve(onLate()),
        };
        waiting.add(entry);
        promise.then(
          (value) => {
            waiting.delete(entry);
            resolve(value);
          },
          (error: unknown) => {
            waiting.delete(entry);
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
