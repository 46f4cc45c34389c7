import { afterEach, describe, expect, test, vi } from 'vitest';
import { type BatchQueueOptions, createBatchQueue } from './batch-queue.ts';

afterEach(() => vi.restoreAllMocks());

/** Items are written `name` or `name: key, key`. */
const keysOf = (item: string) => item.split(': ')[1]?.split(', ') ?? [];
const nameOf = (item: string) => item.split(': ')[0];

function queueOf(items: string[], options: Partial<BatchQueueOptions<string>> = {}) {
  const queue = createBatchQueue<string, string>({
    maxItems: 3,
    conflictKeysOf: keysOf,
    ...options,
  });
  const answers = items.map((item) => queue.add(item));
  for (const answer of answers) answer.catch(() => {});
  const take = () => queue.take().map(({ item }) => nameOf(item));
  return { queue, answers, take };
}

describe('a batch takes from the front', () => {
  // @mutant src/foundation/batches/batch-queue.ts
  // - || waiting.keys.some((key) => taken.has(key))
  test.each<[items: string[], batches: string[][]]>([
    [
      ['a', 'b', 'c', 'd'],
      [['a', 'b', 'c'], ['d']],
    ],
    [
      ['a: 1', 'b: 2', 'c: 1'],
      [['a', 'b'], ['c']],
    ],
    [
      ['a: 1', 'b: 2, 1'],
      [['a'], ['b']],
    ],
    // An item that waits for one key is not overtaken by an item that wants another of its keys.
    [
      ['a: 1', 'b: 1, 2', 'c: 2'],
      [['a'], ['b'], ['c']],
    ],
    [
      ['a: 1', 'b: 1, 2', 'c: 2, 3', 'd: 3'],
      [['a'], ['b'], ['c'], ['d']],
    ],
    [
      ['a: 1', 'b: 1, 2', 'c: 3'],
      [['a', 'c'], ['b']],
    ],
    [
      ['a: 1, 2', 'b: 2', 'c: 1'],
      [['a'], ['b', 'c']],
    ],
    // Nor is it overtaken when the batch is full.
    [
      ['a', 'b', 'c', 'd: 1', 'e: 1'],
      [['a', 'b', 'c'], ['d'], ['e']],
    ],
  ])('%j as %j', (items, batches) => {
    const { take } = queueOf(items);
    expect(batches.map(() => take())).toEqual(batches);
    expect(take()).toEqual([]);
  });

  test('all items if no two share a key', () => {
    const queue = createBatchQueue<string, string>({ maxItems: 2 });
    for (const item of ['a', 'a', 'a']) void queue.add(item);
    expect(queue.take()).toHaveLength(2);
    expect(queue.waiting()).toBe(1);
  });
});

describe('an item that waits too long', () => {
  const patience = {
    ms: 1_000,
    fault: (item: string) => (item.startsWith('patient') ? undefined : new Error('too late')),
  };

  test('is told at the limit and not before, and the others stay', async () => {
    let nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const { queue, answers, take } = queueOf(['patient', 'hasty'], { patience });
    nowMs = 500;
    const later = queue.add('later');
    nowMs = 999;
    queue.turnAway();
    expect(queue.waiting()).toBe(3);
    nowMs = 1_000;
    queue.turnAway();
    await expect(answers[1]).rejects.toThrow('too late');
    expect(queue.waiting()).toBe(2);
    expect(queue.pending()).toBe(2);
    nowMs = 1_500;
    later.catch(() => {});
    // An item past its limit when a batch is taken is not in it.
    expect(take()).toEqual(['patient']);
    await expect(later).rejects.toThrow('too late');
  });
});

describe('draining', () => {
  test('ends when the last item has its answer, and not when it is taken', async () => {
    const { queue } = queueOf(['a', 'b']);
    let isDrained = false;
    void queue.drained().then(() => {
      isDrained = true;
    });
    const batch = queue.take();
    queue.give(() => batch[0]?.resolve('x'));
    await Promise.resolve();
    expect([isDrained, queue.pending(), queue.waiting()]).toEqual([false, 1, 0]);
    queue.give(() => batch[1]?.reject(new Error('y')));
    await Promise.resolve();
    expect([isDrained, queue.pending()]).toEqual([true, 0]);
    await queue.drained();
  });
});
