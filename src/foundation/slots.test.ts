import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

const never = new AbortController().signal;

/** Whether somebody who asks now gets a slot at once. */
async function hasFree(slots: ReturnType<typeof createSlots>): Promise<boolean> {
  const taken = slots.take(AbortSignal.timeout(10)).then(
    (leave) => {
      leave();
      return true;
    },
    () => false,
  );
  return taken;
}

test('so many have a slot at once, and the others get theirs in order', async () => {
  const slots = createSlots(2);
  const [first, second] = [await slots.take(never), await slots.take(never)];
  const served: string[] = [];
  const waiting = ['third', 'fourth'].map(async (name) => {
    const leave = await slots.take(never);
    served.push(name);
    return leave;
  });
  expect([slots.waiting(), served]).toEqual([2, []]);
  second();
  await waiting[0];
  expect([slots.waiting(), served]).toEqual([1, ['third']]);
  first();
  await Promise.all(waiting);
  expect(served).toEqual(['third', 'fourth']);
});

test('whoever gives up is told so, and takes no slot with him', async () => {
  const slots = createSlots(1);
  const leave = await slots.take(never);
  const giving = new AbortController();
  const given = slots.take(giving.signal);
  giving.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  expect(slots.waiting()).toBe(0);
  await expect(slots.take(giving.signal)).rejects.toThrow('given up');
  leave();
  expect(await hasFree(slots)).toBe(true);
});

test('whoever gives up after he got his slot still has it', async () => {
  const slots = createSlots(1);
  const leave = await slots.take(never);
  const late = new AbortController();
  const next = slots.take(late.signal);
  leave();
  const leaveNext = await next;
  expect(getEventListeners(late.signal, 'abort')).toEqual([]);
  late.abort();
  expect(await hasFree(slots)).toBe(false);
  leaveNext();
  expect(await hasFree(slots)).toBe(true);
});

test('a slot that is given back twice is one slot', async () => {
  const slots = createSlots(1);
  const leave = await slots.take(never);
  leave();
  leave();
  await slots.take(never);
  expect(await hasFree(slots)).toBe(false);
});
