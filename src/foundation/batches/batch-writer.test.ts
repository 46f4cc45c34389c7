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
    conflictKeysOf: (item) => (item.includes('#') ? [item.slice(item.indexOf('#'))] : []),
    hasSequel: (item) => item.endsWith('first'),
    isItemFault: (error) => error instanceof RangeError,
  });
  return { batches, writer };
}

describe('the batch writer', () => {
  test('writes a lone item at once, and the items that queued meanwhile in one batch', async () => {
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

  test('leaves items that share a key for the next batch', async () => {
    const { batches, writer } = recording();
    await Promise.all(['a#1', 'b#2', 'c#1', 'd#1'].map((item) => writer.add(item)));
    expect(batches).toEqual([['a#1', 'b#2'], ['c#1'], ['d#1']]);
  });

  // @mutant src/foundation/batches/batch-writer.ts
  // - if (batch.length === 1 || !options.isItemFault(fault)) {
  // + if (batch.length >= 1) {
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

  test('answers items with a follow-up first, so that the next batch includes it', async () => {
    const { batches, writer } = recording();
    const order: string[] = [];
    const call = async (name: string) => {
      order.push(await writer.add(`${name} first`));
      order.push(await writer.add(`${name} second`));
    };
    await Promise.all([call('a'), call('b')]);
    expect(batches).toEqual([
      ['a first', 'b first'],
      ['a second', 'b second'],
    ]);
    // Items that queue while they are written do not come between them and their follow-ups.
    const calls = [call('c'), writer.add('d')];
    await Promise.resolve();
    calls.push(writer.add('e'));
    await Promise.all(calls);
    expect(batches.slice(2)).toEqual([
      ['c first', 'd'],
      ['e', 'c second'],
    ]);
  });

  test('answers many items in slices, and reads its sockets in between', async () => {
    const { writer } = recording(1_000);
    let answered = 0;
    let seen = 0;
    const all = Array.from({ length: 100 }, () => writer.add('a').then(() => answered++));
    await all[0];
    setImmediate(() => {
      seen = answered;
    });
    await Promise.all(all);
    expect(seen).toBeGreaterThan(0);
    expect(seen).toBeLessThan(100);
  });
});

describe('behind a batch that does not end', () => {
  test('impatient items are rejected, the others wait, and the wait is estimated', async () => {
    const { promise: stall, resolve: goOn } = Promise.withResolvers<void>();
    let isFirst = true;
    const writer = createBatchWriter<string, string>({
      maxItems: 10,
      isItemFault: () => false,
      patience: {
        ms: 300,
        fault: (item) => (item === 'patient' ? undefined : new Error('too late')),
      },
      async write(items) {
        if (isFirst) {
          isFirst = false;
          await stall;
        }
        return items;
      },
    });
    const first = writer.add('first');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const patient = writer.add('patient');
    await expect(writer.add('impatient')).rejects.toThrow('too late');
    goOn();
    expect(await Promise.all([first, patient])).toEqual(['first', 'patient']);
    await writer.drained();
    expect(writer.pending()).toBe(0);
    expect(writer.isFull()).toBe(false);
  });
});

test('a waiting item keeps its position: no item with its key overtakes it', async () => {
  const batches: string[][] = [];
  const writer = createBatchWriter<{ name: string; keys: string[] }, string>({
    maxItems: 10,
    isItemFault: () => false,
    conflictKeysOf: ({ keys }) => keys,
    async write(items) {
      batches.push(items.map(({ name }) => name));
      return items.map(({ name }) => name);
    },
  });
  await Promise.all([
    writer.add({ name: 'first', keys: ['a'] }),
    writer.add({ name: 'second', keys: ['a', 'b'] }),
    writer.add({ name: 'third', keys: ['b'] }),
  ]);
  expect(batches).toEqual([['first'], ['second'], ['third']]);
});
