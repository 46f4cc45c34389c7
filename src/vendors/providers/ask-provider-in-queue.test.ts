import { describe, expect, test } from 'vitest';
import { askInQueues } from './ask-provider-in-queue.ts';

interface Item {
  provider: string;
  no: number;
}

/** Items that wait in this order, and are handed out as the database does. */
function createQueue(...providers: [provider: string, count: number][]) {
  let due = providers.flatMap(([provider, count]) =>
    Array.from({ length: count }, (_, no) => ({ provider, no })),
  );
  return {
    left: () => due.length,
    async take(limit: number, jammed: readonly string[]): Promise<Item[]> {
      const taken = due.filter(({ provider }) => !jammed.includes(provider)).slice(0, limit);
      due = due.filter((item) => !taken.includes(item));
      return taken;
    },
  };
}

const queueOf = ({ provider }: Item) => provider;
const never = new AbortController().signal;

describe('queries to providers', () => {
  test('are all made, each once, a few at a time', async () => {
    const queue = createQueue(['a', 2_500], ['b', 700]);
    const asked = new Set<Item>();
    let underWay = 0;
    let peak = 0;
    await askInQueues<Item>({
      ...{ take: queue.take, queueOf, signal: never },
      async ask(item) {
        peak = Math.max(peak, ++underWay);
        await new Promise((resolve) => setImmediate(resolve));
        expect(asked.has(item)).toBe(false);
        asked.add(item);
        underWay--;
      },
    });
    expect([asked.size, queue.left()]).toEqual([3_200, 0]);
    expect(peak).toBeGreaterThan(50);
    expect(peak).toBeLessThanOrEqual(200);
  });

  test('to one that never answers delay no other, and can be aborted', async () => {
    const queue = createQueue(['dead', 20_000], ['alive', 2_000]);
    const aborting = new AbortController();
    let alive = 0;
    let dead = 0;
    const done = askInQueues<Item>({
      ...{ take: queue.take, queueOf, signal: aborting.signal },
      async ask({ provider }) {
        if (provider === 'alive') alive++;
        else await new Promise(() => void dead++);
      },
    });
    await expect.poll(() => alive).toBe(2_000);
    expect(dead).toBeLessThanOrEqual(100);
    // What it cannot query soon is left for other processes.
    expect(queue.left()).toBeGreaterThan(15_000);
    aborting.abort();
    await done;
  });

  test('that fail do not keep the others from being made, and are reported', async () => {
    const queue = createQueue(['a', 300]);
    let asked = 0;
    const done = askInQueues<Item>({
      ...{ take: queue.take, queueOf, signal: never },
      async ask({ no }) {
        asked++;
        if (no === 5) throw new Error('broken');
      },
    });
    await expect(done).rejects.toThrow('broken');
    expect(asked).toBe(300);
  });

  test('that become due while others are awaited are made too', async () => {
    const queue = [createQueue(['slow', 1]), createQueue(['quick', 1])];
    const answer = Promise.withResolvers<void>();
    const asked: string[] = [];
    await askInQueues<Item>({
      ...{ queueOf, signal: never },
      take: async (limit, jammed) => (await queue.shift()?.take(limit, jammed)) ?? [],
      async ask({ provider }) {
        asked.push(provider);
        if (provider === 'slow') await answer.promise;
        else answer.resolve();
      },
    });
    expect(asked).toEqual(['slow', 'quick']);
  });
});
