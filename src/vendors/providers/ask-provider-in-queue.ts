import { createSlots, NoSlot } from '../../foundation/slots.ts';

/** Status queries that wait in the database until they are due. */
interface Questions<Item> {
  /**
   * Takes due items and postpones their next try, so that no other process takes them. Items of a jammed
   * provider stay in the database.
   */
  take(limit: number, jammed: readonly string[]): Promise<readonly Item[]>;
  /** The provider to ask. A slow provider delays only its own queue. */
  queueOf(item: Item): string;
  ask(item: Item): Promise<unknown>;
  /** Stops early. Items that were taken but not asked become due again. */
  signal: AbortSignal;
}

const takenAtOnce = 1_000;
/** Concurrent questions per provider. */
const askedAtOnce = 100;
/** The longest time that a jammed queue delays the next look for due items. */
const turnMs = 2_000;

/**
 * Asks everything that is due. Each provider has its own queue and a limit on concurrent questions. A failed
 * question does not stop the others; the first error is thrown at the end.
 */
export async function askInQueues<Item>(questions: Questions<Item>): Promise<void> {
  const { take, queueOf, ask, signal } = questions;
  const slots = createSlots(askedAtOnce);
  const ending = new AbortController();
  const until = AbortSignal.any([signal, ending.signal]);
  /** Full queues: each gets no more items until half of it is done. */
  const jammed = new Set<string>();
  const faults: unknown[] = [];
  const underWay = new Set<Promise<unknown>>();
  let wake = () => {};

  function enqueue(item: Item): void {
    const key = queueOf(item);
    const asked = slots
      .run(() => ask(item), { key, signal: until })
      .catch((fault: unknown) => {
        if (!(fault instanceof NoSlot)) faults.push(fault);
      })
      .finally(() => {
        underWay.delete(asked);
        const hasSpace = slots.waiting(key) <= takenAtOnce / 2 && jammed.delete(key);
        if (hasSpace || underWay.size === 0) wake();
      });
    underWay.add(asked);
    if (slots.waiting(key) >= takenAtOnce) jammed.add(key);
  }

  try {
    await keepAsking();
  } finally {
    // However this ends, no new question starts. After an abort, it does not wait for pending answers.
    ending.abort();
    if (!signal.aborted) await Promise.all(underWay);
  }
  if (faults.length > 0) throw faults[0];

  async function keepAsking(): Promise<void> {
    while (!signal.aborted) {
      const before = [...jammed];
      const items = await take(takenAtOnce, before);
      for (const item of items) enqueue(item);
      if (underWay.size === 0) break;
      const isMoreDue = items.length === takenAtOnce;
      const isNewlyJammed = [...jammed].some((key) => !before.includes(key));
      if (isMoreDue && !isNewlyJammed) continue;
      await untilSpace(signal, (hasSpace) => {
        wake = hasSpace;
      });
    }
  }
}

/** Waits until a jammed queue has space, the turn ends, or the signal aborts. */
async function untilSpace(signal: AbortSignal, listen: (wake: () => void) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  listen(resolve);
  const timer = setTimeout(resolve, turnMs);
  const onAbort = () => resolve();
  signal.addEventListener('abort', onAbort);
  await promise;
  signal.removeEventListener('abort', onAbort);
  clearTimeout(timer);
}
