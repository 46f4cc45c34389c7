/** Limits concurrent work. Callers without a free slot wait in order, and can give up without side effects. */
export interface Slots {
  /** Resolves with a function that frees the slot, or rejects when the signal aborts first. */
  take(signal: AbortSignal): Promise<() => void>;
  waiting(): number;
}

export function createSlots(count: number): Slots {
  let free = count;
  const queue = new Set<() => void>();

  function giveBack(): void {
    const [next] = queue;
    if (!next) free++;
    else {
      queue.delete(next);
      next();
    }
  }

  return {
    waiting: () => queue.size,
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free--;
        return Promise.resolve(onceOnly(giveBack));
      }
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const leave = () => {
        queue.delete(enter);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve(onceOnly(giveBack));
      };
      queue.add(enter);
      signal.addEventListener('abort', leave, { once: true });
      return promise;
    },
  };
}

function onceOnly(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}
