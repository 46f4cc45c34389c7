import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { createSlots, NoSlot } from './slots.ts';

/** Work that goes on until it is ended. */
function createWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isStarted = false;
  return {
    isStarted: () => isStarted,
    end: resolve,
    run: () => {
      isStarted = true;
      return promise;
    },
  };
}

test('runs as much work as there are slots, and the rest in order', async () => {
  const slots = createSlots(2);
  const works = Array.from({ length: 4 }, createWork);
  const done = works.map(({ run }) => slots.run(run));
  const started = () => works.map(({ isStarted }) => isStarted());
  expect([slots.waiting(), started()]).toEqual([2, [true, true, false, false]]);
  works[1]?.end();
  await done[1];
  expect([slots.waiting(), started()]).toEqual([1, [true, true, true, false]]);
  works[0]?.end();
  await done[0];
  expect(started()).toEqual([true, true, true, true]);
  for (const { end } of works) end();
  await Promise.all(done);
});

test('returns the result of the work, and frees the slot of work that fails', async () => {
  const slots = createSlots(1);
  await expect(slots.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await slots.run(async () => 7)).toBe(7);
});

test('rejects a caller when the queue is full', async () => {
  const slots = createSlots(1, 1);
  const works = Array.from({ length: 3 }, createWork);
  const done = works.map(({ run }) => slots.run(run));
  await expect(done[2]).rejects.toThrow(NoSlot);
  for (const { end } of works) end();
  await Promise.all(done.slice(0, 2));
  expect(await slots.run(async () => 'free')).toBe('free');
});

test('rejects a caller that gives up, and keeps no slot for it', async () => {
  const slots = createSlots(1);
  const leave = slots.take();
  const giving = new AbortController();
  const work = createWork();
  const given = slots.run(work.run, { signal: giving.signal });
  giving.abort(new Error('given up'));
  await expect(given).rejects.toThrow(NoSlot);
  expect(slots.waiting()).toBe(0);
  leave?.();
  await expect(slots.run(work.run, { signal: giving.signal })).rejects.toThrow(NoSlot);
  expect(work.isStarted()).toBe(false);
  expect(slots.take()).toBeDefined();
});

test('keeps the slot of work that has started when its caller gives up', async () => {
  const slots = createSlots(1);
  const leave = slots.take();
  const late = new AbortController();
  const work = createWork();
  const done = slots.run(work.run, { signal: late.signal });
  leave?.();
  await expect.poll(work.isStarted).toBe(true);
  expect(getEventListeners(late.signal, 'abort')).toEqual([]);
  late.abort();
  expect(slots.take()).toBeUndefined();
  work.end();
  await done;
  expect(slots.take()).toBeDefined();
});

test('counts a slot that is freed twice once', () => {
  const slots = createSlots(1);
  const leave = slots.take();
  leave?.();
  leave?.();
  expect(slots.take()).toBeDefined();
  expect(slots.take()).toBeUndefined();
});

test('gives each key its own slots and its own queue', async () => {
  const slots = createSlots(2, 0);
  const taken = [slots.take(1), slots.take(1), slots.take(1)];
  expect(taken.map((leave) => leave !== undefined)).toEqual([true, true, false]);
  await expect(slots.run(async () => {}, { key: 1 })).rejects.toThrow(NoSlot);
  expect(await slots.run(async () => 'other', { key: 2 })).toBe('other');
  taken[0]?.();
  expect(await slots.run(async () => 'freed', { key: 1 })).toBe('freed');
});
