/**
 * One time limit for many promises. A timer for each would cost every call several microseconds to
 * guard against what hardly ever happens; here one timer looks at all of them a few times a second.
 */
export interface Deadlines {
  /** The promise, or what `onLate` gives when it takes longer than the limit. */
  race<Value>(promise: Promise<Value>, onLate: () => Value | Promise<Value>): Promise<Value>;
  close(): void;
}

interface Waiting {
  untilMs: number;
  giveUp(): void;
}

export function createDeadlines(limitMs: number): Deadlines {
  /** In the order of their limits, which is the order in which they came. */
  const waiting = new Set<Waiting>();
  const timer = setInterval(
    () => {
      const nowMs = performance.now();
      for (const entry of waiting) {
        if (entry.untilMs > nowMs) break;
        waiting.delete(entry);
        entry.giveUp();
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
          giveUp: () => resolve(onLate()),
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
