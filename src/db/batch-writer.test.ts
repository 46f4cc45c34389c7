import { describe, expect, test } from 'vitest';
import { createBatchWriter } from './batch-writer.ts';

function recording(maxItems = 100) {
  const batches: string[][] = [];
  const writer = createBatchWriter<string, string>({
    maxItems,
    async write(items) {
      batches.push(items);
      await new Promise((resolve) => setImmediate(resolve));
      if (items.some((item) => item.startsWith('cut'))) throw new Error('connection lost');
      if (items.some((item) => item.startsWith('bad'))) throw new RangeError('bad item');
      return items.map((item) => `${item}!`);
    },
    keysOf: (item) => (item.includes('#') ? [item.slice(item.indexOf('#'))] : []),
    isItemFault: (error) => error instanceof RangeError,
  });
  return { batches, writer };
}

describe('the batch writer', () => {
  test('writes a lone item at once, and what queued meanwhile in one batch', async () => {
    const { batches, writer } = recording();
    const first = writer.add('a');
    await Promise.resolve();
    const later = ['b', 'c', 'd'].map((item) => writer.add(item));
    expect(await Promise.all([first, ...later])).toEqual(['a!', 'b!', 'c!', 'd!']);
    expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
  });

  test('never takes more than its limit, and keeps the order', async () => {
    const { batches, writer } = recording(2);
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => writer.add(item)));
    expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('leaves for the next batch what shares a key', async () => {
    const { batches, writer } = recording();
    await Promise.all(['a#1', 'b#2', 'c#1', 'd#1'].map((item) => writer.add(item)));
    expect(batches).toEqual([['a#1', 'b#2'], ['c#1'], ['d#1']]);
  });

  test('fails the poisoned item alone', async () => {
    const { writer } = recording();
    const results = await Promise.allSettled(['a', 'bad', 'c', 'd', 'e'].map((i) => writer.add(i)));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });

  test('fails a whole batch when the connection is lost, and goes on with the next', async () => {
    const { batches, writer } = recording(2);
    const results = await Promise.allSettled(['cut', 'b', 'c'].map((item) => writer.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(batches).toHaveLength(2);
  });

  test('says when it has nothing left to write', async () => {
    const { batches, writer } = recording();
    void writer.add('a');
    expect(writer.pending()).toBe(1);
    await writer.drained();
    expect(writer.pending()).toBe(0);
    expect(batches).toHaveLength(1);
    await writer.drained();
  });
});
