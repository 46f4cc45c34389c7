import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gatherReads, shareRead } from './share-reads.ts';

test('a read answers everyone who asks within its time, and no one after it', async () => {
  const database = {};
  let reads = 0;
  const ask = (key: string, maxAgeMs = 10_000) =>
    shareRead(database, key, maxAgeMs, async () => ++reads);
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual([1, 1, 2]);
  expect(await ask('a')).toBe(1);
  expect(await ask('a', 0)).toBe(3);
});

test('another database shares nothing, whatever the key', async () => {
  const ask = (database: object, value: string) =>
    shareRead(database, 'same', 10_000, async () => value);
  expect(await Promise.all([ask({}, 'one'), ask({}, 'other')])).toEqual(['one', 'other']);
});

test('a read that failed is made again for the next one who asks', async () => {
  const database = {};
  const fails = () => shareRead(database, 'a', 10_000, () => Promise.reject(new Error('lost')));
  await expect(fails()).rejects.toThrow('lost');
  expect(await shareRead(database, 'a', 10_000, async () => 'found')).toBe('found');
});

test('questions of one moment are one query, and each of them gets its own answer', async () => {
  const asked: (readonly string[])[] = [];
  const read = gatherReads(5, async (keys) => {
    asked.push(keys);
    return new Map(keys.filter((key) => key !== 'gone').map((key) => [key, key.toUpperCase()]));
  });
  expect(await Promise.all([read('a'), read('b'), read('a'), read('gone')])).toEqual([
    ...['A', 'B', 'A'],
    undefined,
  ]);
  expect(asked).toEqual([['a', 'b', 'gone']]);
  await sleep(1);
  expect(await read('c')).toBe('C');
  expect(asked.at(-1)).toEqual(['c']);
});

test('a query that fails fails its own questions alone', async () => {
  const outcomes = [Promise.reject(new Error('lost')), Promise.resolve(new Map([['a', 1]]))];
  outcomes[0]?.catch(() => {});
  const read = gatherReads(1, () => outcomes.shift() as Promise<Map<string, number>>);
  await expect(read('a')).rejects.toThrow('lost');
  expect(await read('a')).toBe(1);
});
