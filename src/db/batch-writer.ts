/**
 * Lets items queue while a write is under way and then takes all of them in the next one. There is
 * no timer: an idle writer writes a lone item at once, and a busy one pays for one commit per batch
 * instead of one per item.
 */
export interface BatchWriter<Item, Result> {
  add(item: Item): Promise<Result>;
  /** How many items wait or are being written. */
  pending(): number;
  /** Resolves when nothing waits any more. */
  drained(): Promise<void>;
}

export interface BatchWriterOptions<Item, Result> {
  /** Writes all items or none, and answers each. */
  write(items: Item[]): Promise<Result[]>;
  maxItems: number;
  /** Two items that share a key (a number, an idempotency key) never stand in one batch. */
  keysOf?(item: Item): readonly string[];
  /** True for a fault that lies with an item and not with the connection. */
  isItemFault(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  keys: readonly string[];
  resolve(result: Result): void;
  reject(error: unknown): void;
}

const noKeys: readonly string[] = [];

export function createBatchWriter<Item, Result>(
  options: BatchWriterOptions<Item, Result>,
): BatchWriter<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let writing = 0;
  let isRunning = false;
  const onDrained: (() => void)[] = [];

  /**
   * The next batch is sent before the results of the last one are handed out, so that the database
   * works while this process does: handing out two hundred results starts two hundred replies.
   */
  async function run(): Promise<void> {
    let batch = take();
    let written = write(options, batch);
    while (batch.length > 0) {
      const outcome = await written;
      const next = take();
      if (next.length > 0) written = write(options, next);
      await handOut(options, batch, outcome);
      writing -= batch.length;
      batch = next;
    }
    isRunning = false;
    if (queue.length > 0) start();
    else for (const done of onDrained.splice(0)) done();
  }

  function start(): void {
    if (isRunning) return;
    isRunning = true;
    // The rest of this turn of the event loop may bring more items; a lone one loses nothing.
    queueMicrotask(() => void run());
  }

  function take(): Waiting<Item, Result>[] {
    const { batch, rest } = takeBatch(queue, options.maxItems);
    queue = rest;
    writing += batch.length;
    return batch;
  }

  return {
    add(item) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      queue.push({ item, keys: options.keysOf?.(item) ?? noKeys, resolve, reject });
      start();
      return promise;
    },
    pending: () => queue.length + writing,
    drained() {
      if (queue.length + writing === 0) return Promise.resolve();
      return new Promise((resolve) => onDrained.push(resolve));
    },
  };
}

type Outcome<Result> = { results: Result[] } | { fault: unknown };

async function write<Item, Result>(
  options: BatchWriterOptions<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<Outcome<Result>> {
  try {
    return { results: await options.write(batch.map(({ item }) => item)) };
  } catch (fault) {
    return { fault };
  }
}

/** One poisoned item must not fail its neighbours: a batch that holds one is halved to find it. */
async function handOut<Item, Result>(
  options: BatchWriterOptions<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
  outcome: Outcome<Result>,
): Promise<void> {
  if ('results' in outcome) {
    for (const [i, { resolve }] of batch.entries()) resolve(outcome.results[i] as Result);
  } else if (batch.length === 1 || !options.isItemFault(outcome.fault)) {
    for (const { reject } of batch) reject(outcome.fault);
  } else {
    const middle = batch.length >> 1;
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      await handOut(options, half, await write(options, half));
    }
  }
}

/** The longest run from the front, leaving for later what shares a key with an item already in. */
function takeBatch<Item, Result>(queue: Waiting<Item, Result>[], maxItems: number) {
  const batch: Waiting<Item, Result>[] = [];
  const rest: Waiting<Item, Result>[] = [];
  const taken = new Set<string>();
  for (const waiting of queue) {
    if (batch.length === maxItems || waiting.keys.some((key) => taken.has(key))) {
      rest.push(waiting);
      // Whatever shares a key with an item left behind stays behind it.
      for (const key of waiting.keys) taken.add(key);
      continue;
    }
    for (const key of waiting.keys) taken.add(key);
    batch.push(waiting);
  }
  return { batch, rest };
}
