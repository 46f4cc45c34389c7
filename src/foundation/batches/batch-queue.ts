/** Resolves or rejects one item's promise. */
export type Answer = () => void;

/** An item in the queue. */
export interface Waiting<Item, Result> {
  item: Item;
  keys: readonly string[];
  sinceMs: number;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

const noKeys: readonly string[] = [];

export interface BatchQueueOptions<Item> {
  maxItems: number;
  /** Two items that share a key (a number, an idempotency key) never go into one batch. */
  conflictKeysOf?(item: Item): readonly string[];
  /** How long items may wait, and the error they then get; undefined for an item that keeps waiting. */
  patience?: { ms: number; fault(item: Item): Error | undefined };
}

/** The items in the queue, and the number still without an answer. */
interface BatchQueue<Item, Result> {
  add(item: Item): Promise<Result>;
  /** The next batch, from the front. */
  take(): Waiting<Item, Result>[];
  /** Rejects the items that have waited too long. */
  turnAway(): void;
  /** Gives an item its answer. */
  give(answer: Answer): void;
  waiting(): number;
  /** How many items are queued or being written. */
  pending(): number;
  drained(): Promise<void>;
}

export function createBatchQueue<Item, Result>(
  options: BatchQueueOptions<Item>,
): BatchQueue<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let pending = 0;
  const onDrained: (() => void)[] = [];

  function turnAway(): void {
    const late = findLate(queue, options.patience);
    if (late.size === 0) return;
    queue = queue.filter((waiting) => !late.has(waiting));
    for (const [{ reject }, fault] of late) give(() => reject(fault));
  }

  function give(answer: Answer): void {
    answer();
    pending--;
    if (pending === 0) for (const done of onDrained.splice(0)) done();
  }

  return {
    add(item) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const keys = options.conflictKeysOf?.(item) ?? noKeys;
      queue.push({ item, keys, sinceMs: performance.now(), resolve, reject });
      pending++;
      return promise;
    },
    take() {
      turnAway();
      const { batch, rest } = takeBatch(queue, options.maxItems);
      queue = rest;
      return batch;
    },
    turnAway,
    give,
    waiting: () => queue.length,
    pending: () => pending,
    drained() {
      if (pending === 0) return Promise.resolve();
      return new Promise((resolve) => onDrained.push(resolve));
    },
  };
}

/** The queue is in order of arrival, so the first item shows whether any has waited too long. */
function findLate<Item, Result>(
  queue: readonly Waiting<Item, Result>[],
  patience: BatchQueueOptions<Item>['patience'],
): Map<Waiting<Item, Result>, Error> {
  const late = new Map<Waiting<Item, Result>, Error>();
  if (!patience) return late;
  const lateMs = performance.now() - patience.ms;
  for (const waiting of queue) {
    if (waiting.sinceMs > lateMs) break;
    const fault = patience.fault(waiting.item);
    if (fault) late.set(waiting, fault);
  }
  return late;
}

/** Takes as many items as fit from the front, and skips items that share a key with one already taken. */
function takeBatch<Item, Result>(queue: Waiting<Item, Result>[], maxItems: number) {
  const batch: Waiting<Item, Result>[] = [];
  const rest: Waiting<Item, Result>[] = [];
  const taken = new Set<string>();
  for (const waiting of queue) {
    if (batch.length === maxItems || waiting.keys.some((key) => taken.has(key))) {
      rest.push(waiting);
      // An item that shares a key with a skipped one stays behind it.
      for (const key of waiting.keys) taken.add(key);
      continue;
    }
    for (const key of waiting.keys) taken.add(key);
    batch.push(waiting);
  }
  return { batch, rest };
}
