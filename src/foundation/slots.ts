/** No slot: the queue is full, or the caller's signal aborted while it waited. */
export class NoSlot extends Error {
  override name = 'NoSlot';
}

/** Limits concurrent work for each key. Excess callers wait in order, or are rejected. */
interface Slots {
  /** Takes a slot that is free now. The returned function frees it. */
  take(key?: Key): (() => void) | undefined;
  /** Runs work in a slot as soon as one is free. Rejects with NoSlot if the work was never started. */
  run<Result>(work: () => Promise<Result>, wanted?: Wanted): Promise<Result>;
  waiting(key?: Key): number;
}

type Key = number | string;

interface Wanted {
  key?: Key;
  /** Leaves the queue when it aborts; work that has started goes on. */
  signal?: AbortSignal;
}

interface Use {
  taken: number;
  queue: Set<() => void>;
}

/** Work that needs no key of its own shares one. */
const shared = '';

export function createSlots(limit: number, maxWaiting = Number.POSITIVE_INFINITY): Slots {
  const uses = new Map<Key, Use>();

  function take(key: Key = shared): (() => void) | undefined {
    const use = uses.get(key) ?? { taken: 0, queue: new Set() };
    if (use.taken >= limit) return undefined;
    use.taken++;
    uses.set(key, use);
    return onceOnly(() => giveBack(key, use));
  }

  function giveBack(key: Key, use: Use): void {
    const [next] = use.queue;
    if (next) {
      use.queue.delete(next);
      next();
    } else if (--use.taken === 0) uses.delete(key);
  }

  function wait(key: Key, signal: AbortSignal | undefined): Promise<() => void> {
    const use = uses.get(key) as Use;
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const leave = () => {
      use.queue.delete(enter);
      reject(new NoSlot('gave up waiting', { cause: signal?.reason }));
    };
    const enter = () => {
      signal?.removeEventListener('abort', leave);
      resolve(onceOnly(() => giveBack(key, use)));
    };
    use.queue.add(enter);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  const waiting = (key: Key = shared) => uses.get(key)?.queue.size ?? 0;

  return {
    take,
    waiting,
    async run(work, { key = shared, signal } = {}) {
      if (signal?.aborted) throw new NoSlot('gave up', { cause: signal.reason });
      const free = take(key);
      if (!free && waiting(key) >= maxWaiting) throw new NoSlot('the queue is full');
      const leave = free ?? (await wait(key, signal));
      try {
        return await work();
      } finally {
        leave();
      }
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
