/** Status queries that wait in the database until they are due. */
export interface Questions<Item> {
  /**
   * Takes due items and postpones their next try, so that no other process takes them. Items of a jammed
   * provider stay in the database.
   */
  take(most: number, jammed: readonly string[]): Promise<readonly Item[]>;
  /** The provider to ask. A slow provider delays only its own queue. */
  laneOf(item: Item): string;
  ask(item: Item): Promise<unknown>;
  /** Stops early. Items that were taken but not asked become due again. */
  signal: AbortSignal;
}

interface Lane<Item> {
  waiting: Item[];
  asking: number;
  /** The queue is full: it gets no more items until half of it is done. */
  isJammed: boolean;
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
  const { take, laneOf, ask, signal } = questions;
  const lanes = new Map<string, Lane<Item>>();
  const faults: unknown[] = [];
  const underWay = new Set<Promise<unknown>>();
  let wake = () => {};

  function laneNamed(name: string): Lane<Item> {
    const lane = lanes.get(name) ?? { waiting: [], asking: 0, isJammed: false };
    lanes.set(name, lane);
    return lane;
  }

  function goOn(lane: Lane<Item>): void {
    while (lane.asking < askedAtOnce && lane.waiting.length > 0 && !signal.aborted) {
      lane.asking++;
      const asked = ask(lane.waiting.shift() as Item)
        .catch((fault: unknown) => faults.push(fault))
        .finally(() => {
          underWay.delete(asked);
          lane.asking--;
          goOn(lane);
          const hasRoom = lane.isJammed && lane.waiting.length <= takenAtOnce / 2;
          if (hasRoom) lane.isJammed = false;
          if (hasRoom || isIdle()) wake();
        });
      underWay.add(asked);
    }
  }

  const isIdle = () => [...lanes.values()].every(({ asking }) => asking === 0);

  try {
    await keepAsking();
  } finally {
    // However this ends, no new question starts. After an abort, it does not wait for pending answers.
    for (const lane of lanes.values()) lane.waiting.length = 0;
    if (!signal.aborted) await Promise.all(underWay);
  }
  if (faults.length > 0) throw faults[0];

  async function keepAsking(): Promise<void> {
    while (!signal.aborted) {
      const jammed = [...lanes].filter(([, { isJammed }]) => isJammed).map(([name]) => name);
      const items = await take(takenAtOnce, jammed);
      for (const item of items) laneNamed(laneOf(item)).waiting.push(item);
      for (const lane of lanes.values()) {
        goOn(lane);
        lane.isJammed ||= lane.waiting.length >= takenAtOnce;
      }
      if (items.length === 0 && isIdle()) break;
      const isMoreDue = items.length === takenAtOnce;
      const isNewlyJammed = [...lanes].some(([name, l]) => l.isJammed && !jammed.includes(name));
      if (isIdle() || (isMoreDue && !isNewlyJammed)) continue;
      await untilRoom(signal, (hasRoom) => {
        wake = hasRoom;
      });
    }
  }
}

/** Waits until a jammed queue has space, the turn ends, or the signal aborts. */
async function untilRoom(signal: AbortSignal, listen: (wake: () => void) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  listen(resolve);
  const timer = setTimeout(resolve, turnMs);
  const giveUp = () => resolve();
  signal.addEventListener('abort', giveUp);
  await promise;
  signal.removeEventListener('abort', giveUp);
  clearTimeout(timer);
}
