import {
  type Answer,
  type BatchQueueOptions,
  createBatchQueue,
  type Waiting,
} from './batch-queue.ts';
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

export interface BatchWriterOptions<Item, Result> extends BatchQueueOptions<Item> {
  /** Writes all items or none, and answers each, at once or later. */
  write(items: Item[]): Promise<(Result | Later<Result>)[]>;
  /** True for an item whose answer brings another one at once, which the next batch can take along. */
  hasSequel?(item: Item): boolean;
  /** True for a fault that lies with an item and not with the connection. */
  isItemFault(error: unknown): boolean;
}

/** So many answers are given before this process looks at its sockets again, the database's among them. */
const answersAtOnce = 16;

/** How often it is looked whether somebody has waited too long behind a batch that does not end. */
const watchMs = 250;

export function createBatchWriter<Item, Result>(
  options: BatchWriterOptions<Item, Result>,
): BatchWriter<Item, Result> {
  const queue = createBatchQueue<Item, Result>(options);
  const pace = createPace();
  let isRunning = false;
  let watcher: NodeJS.Timeout | undefined;

  /**
   * The next batch is sent before most answers of the last one are given, so that the database works
   * while this process does: two hundred answers start two hundred replies. Only those with a sequel
   * come first. A batch sooner for them makes batches half as many and twice as large.
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
        // What follows from them without waiting for anything follows before this.
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
    // The rest of this turn of the event loop may bring more items; a lone one loses nothing.
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
    waitMs: () => pace.waitMs(queue.waiting()),
    drained: queue.drained,
  };
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
