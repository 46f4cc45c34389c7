import { createPace } from './pace.ts';

/**
 * Lets items queue while a write is under way and then takes all of them in the next one. There is
 * no timer: an idle writer writes a lone item at once, and a busy one pays for one commit per batch
 * instead of one per item.
 */
export interface BatchWriter<Item, Result> {
  add(item: Item): Promise<Result>;
  /** How many items wait or are being written. */
  pending(): number;
  /** How long an item that is added now would wait for its answer, as things go at the moment. */
  waitMs(): number;
  /** Resolves when nothing waits any more. */
  drained(): Promise<void>;
}

/** An answer that is not there yet when those of its neighbours are. */
export type Later<Result> = () => Promise<Result>;

export interface BatchWriterOptions<Item, Result> {
  /** Writes all items or none, and answers each, at once or later. */
  write(items: Item[]): Promise<(Result | Later<Result>)[]>;
  maxItems: number;
  /** Two items that share a key (a number, an idempotency key) never stand in one batch. */
  conflictKeysOf?(item: Item): readonly string[];
  /** True for an item whose answer brings another one at once, which the next batch can take along. */
  hasSequel?(item: Item): boolean;
  /** True for a fault that lies with an item and not with the connection. */
  isItemFault(error: unknown): boolean;
  /** How long items wait for their turn, and what one is told then; undefined for one that waits on. */
  patience?: { ms: number; fault(item: Item): Error | undefined };
}

interface Waiting<Item, Result> {
  item: Item;
  keys: readonly string[];
  sinceMs: number;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

/** Resolves or rejects one item's promise. */
type Answer = () => void;

const noKeys: readonly string[] = [];

/** So many answers are given before this process looks at its sockets again, the database's among them. */
const answersAtOnce = 16;

/** How often it is looked whether somebody has waited too long behind a batch that does not end. */
const watchMs = 250;

export function createBatchWriter<Item, Result>(
  options: BatchWriterOptions<Item, Result>,
): BatchWriter<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let pending = 0;
  let isRunning = false;
  let watcher: NodeJS.Timeout | undefined;
  const pace = createPace();
  const onDrained: (() => void)[] = [];

  /**
   * The next batch is sent before most answers of the last one are given, so that the database works
   * while this process does: two hundred answers start two hundred replies. Only those with a sequel
   * come first. A batch sooner for them makes batches half as many and twice as large.
   */
  async function run(): Promise<void> {
    pace.begin();
    let batch = take();
    let written = write(options, batch);
    while (batch.length > 0) {
      const answers = await written;
      pace.next(batch.length);
      const [first, later] = partition(answers, batch, options.hasSequel);
      if (first.length > 0) {
        for (const answer of first) give(answer);
        // What follows from them without waiting for anything follows before this.
        await new Promise<void>((resolve) => process.nextTick(resolve));
      }
      batch = take();
      written = write(options, batch);
      giveInTurns(later, give);
    }
    isRunning = false;
    pace.rest();
    clearInterval(watcher);
    if (queue.length > 0) start();
  }

  function start(): void {
    if (isRunning) return;
    isRunning = true;
    // The rest of this turn of the event loop may bring more items; a lone one loses nothing.
    queueMicrotask(() => void run());
    if (options.patience) watcher = setInterval(turnAway, watchMs).unref();
  }

  function take(): Waiting<Item, Result>[] {
    turnAway();
    const { batch, rest } = takeBatch(queue, options.maxItems);
    queue = rest;
    return batch;
  }

  /** Those that have waited too long are told so. */
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
      start();
      return promise;
    },
    pending: () => pending,
    waitMs: () => pace.waitMs(queue.length),
    drained() {
      if (pending === 0) return Promise.resolve();
      return new Promise((resolve) => onDrained.push(resolve));
    },
  };
}

/** The queue is in the order of coming, so that the first tells whether anyone has waited too long. */
function findLate<Item, Result>(
  queue: readonly Waiting<Item, Result>[],
  patience: BatchWriterOptions<Item, Result>['patience'],
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

/**
 * Writes a batch, and says how each of its items is to be answered. One poisoned item must not fail its
 * neighbours: a batch that holds one is halved to find it.
 */
async function write<Item, Result>(
  options: BatchWriterOptions<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<Answer[]> {
  if (batch.length === 0) return [];
  try {
    const results = await options.write(batch.map(({ item }) => item));
    return batch.map(({ resolve }, i): Answer => {
      const result = results[i] as Result | Later<Result>;
      return () => resolve(isLater(result) ? result() : result);
    });
  } catch (fault) {
    if (batch.length === 1 || !options.isItemFault(fault)) {
      return batch.map(({ reject }): Answer => reject.bind(null, fault));
    }
    const middle = batch.length >> 1;
    const front = await write(options, batch.slice(0, middle));
    return [...front, ...(await write(options, batch.slice(middle)))];
  }
}

function isLater<Result>(result: Result | Later<Result>): result is Later<Result> {
  return typeof result === 'function';
}

function giveInTurns(answers: readonly Answer[], give: (answer: Answer) => void, from = 0): void {
  const to = Math.min(from + answersAtOnce, answers.length);
  for (let i = from; i < to; i++) give(answers[i] as Answer);
  if (to < answers.length) setImmediate(giveInTurns, answers, give, to);
}

function partition<Item, Result>(
  answers: readonly Answer[],
  batch: readonly Waiting<Item, Result>[],
  hasSequel: ((item: Item) => boolean) | undefined,
): [first: Answer[], later: Answer[]] {
  const first: Answer[] = [];
  const later: Answer[] = [];
  for (const [i, answer] of answers.entries()) {
    const isFirst = hasSequel?.((batch[i] as Waiting<Item, Result>).item) ?? false;
    (isFirst ? first : later).push(answer);
  }
  return [first, later];
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
