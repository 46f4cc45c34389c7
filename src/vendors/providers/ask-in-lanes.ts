/** Questions to providers that wait in the database until they are due. */
export interface Questions<Item> {
  /**
   * Takes what is due and puts its next try off, so that nobody else takes it. What belongs to a jammed
   * lane is left where it is.
   */
  take(most: number, jammed: readonly string[]): Promise<readonly Item[]>;
  /** Whom it is asked of: whoever answers slowly keeps up nobody but his own lane. */
  laneOf(item: Item): string;
  ask(item: Item): Promise<unknown>;
  /** Ends the asking early; what was taken and not asked comes again by itself. */
  signal: AbortSignal;
}

interface Lane<Item> {
  waiting: Item[];
  asking: number;
  /** It holds more than it can ask soon, and is given nothing until half of that is gone. */
  isJammed: boolean;
}

const takenAtOnce = 1_000;
/** So many questions at once are asked of one provider. */
const askedAtOnce = 100;
/** How long a jammed lane keeps the others from being looked after. */
const turnMs = 2_000;

/**
 * Asks all that is due, until nothing is. Each provider has a lane of its own, in which a bounded number
 * of questions is under way at once. A question that fails keeps none of the others from being asked; the
 * first fault is thrown when all are.
 */
export async function askInLanes<Item>(questions: Questions<Item>): Promise<void> {
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
    // Nobody is asked any more once this is over, however it came to be; who stops waits for no answer.
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

/** Waits until a lane has room again, a turn is over, or nobody wants to know any more. */
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
