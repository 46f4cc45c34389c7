import {
  type Answer,
  type BatchQueueOptions,
  createBatchQueue,
  type Waiting,
} from './batch-queue.ts';
import { createPace } from './pace.ts';

/**
 * Queues items while a write is under way, then writes all of them in the next batch. There is no timer: an
 * idle writer writes a lone item at once, and a busy one pays for one commit per batch instead of one per item.
 */
export interface BatchWriter<Item, Result> {
  add(item: Item): Promise<Result>;
  /** How many items are queued or being written. */
  pending(): number;
  /** Whether a newly added item would wait too long for its answer. */
  isFull(): boolean;
  /** Resolves when the queue is empty and every item has its answer. */
  drained(): Promise<void>;
}

/** An answer that takes longer than the rest of its batch. */
export type Deferred<Result> = () => Promise<Result>;

interface BatchWriterOptions<Item, Result> extends BatchQueueOptions<Item> {
  /** Writes all items or none, and answers each, at once or later. */
  write(items: Item[]): Promise<(Result | Deferred<Result>)[]>;
  /** True for an item whose answer adds another item at once, which the next batch can include. */
  hasSequel?(item: Item): boolean;
  /** True for an error caused by an item rather than by the connection. */
  isItemFault(error: unknown): boolean;
}

/** How many answers are given before the event loop gets to poll its sockets again, the database's included. */
const answersAtOnce = 16;

/** How often to look for items that have waited too long behind a slow batch. */
const watchMs = 250;

export function createBatchWriter<Item, Result>(
  options: BatchWriterOptions<Item, Result>,
): BatchWriter<Item, Result> {
  const queue = createBatchQueue<Item, Result>(options);
  const pace = createPace();
  let isRunning = false;
  let watcher: NodeJS.Timeout | undefined;

  /**
   * Sends the next batch before giving most answers of the last one, so that the database works while this
   * process does: two hundred answers start two hundred replies. Only items with a sequel are answered first,
   * so that their sequels join the next batch: this halves the number of batches and doubles their size.
   */
  async function run(): Promise<void> {
    pace.begin();
    let batch = queue.take();
    let written = write(options, batch);
    while (batch.length > 0) {
      const answers = await written;
      pace.next(batch.length);
      const [first, later] = partition(answers, batch, options.hasSequel);
      if (first.length > 0) {
        for (const answer of first) queue.give(answer);
        // Lets these answers add their sequels before the next batch is taken.
        await new Promise<void>((resolve) => process.nextTick(resolve));
      }
      batch = queue.take();
      written = write(options, batch);
      giveInTurns(later, queue.give);
    }
    isRunning = false;
    pace.rest();
    clearInterval(watcher);
    if (queue.waiting() > 0) start();
  }

  function start(): void {
    if (isRunning) return;
    isRunning = true;
    // The rest of this event loop turn may add more items; a lone item loses nothing by the delay.
    queueMicrotask(() => void run());
    if (options.patience) watcher = setInterval(queue.turnAway, watchMs).unref();
  }

  return {
    add(item) {
      const answer = queue.add(item);
      start();
      return answer;
    },
    pending: queue.pending,
    isFull: () => pace.isTooLong(queue.waiting()),
    drained: queue.drained,
  };
}

/**
 * Writes a batch and returns an answer for each item. One bad item must not fail the others, so a batch that
 * fails because of an item is halved until the item is found.
 */
async function write<Item, Result>(
  options: BatchWriterOptions<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<Answer[]> {
  if (batch.length === 0) return [];
  try {
    const results = await options.write(batch.map(({ item }) => item));
    return batch.map(({ resolve }, i): Answer => {
      const result = results[i] as Result | Deferred<Result>;
      return () => resolve(isDeferred(result) ? result() : result);
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

function isDeferred<Result>(result: Result | Deferred<Result>): result is Deferred<Result> {
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
