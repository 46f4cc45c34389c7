import type { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { followCalls } from './follow-calls.ts';
import type { AskedCalls } from './read-filter.ts';

const pool = { query: async () => ({ rows: [] }) } as unknown as Pool;
const asked: AskedCalls = {
  scope: { kind: 'platform' },
  mode: 'test',
  filter: {},
  person: null,
};

/** Somebody who has begun to follow the calls of an account; undefined when there was no room. */
async function follow(accountId: number, signal: AbortSignal) {
  const events = followCalls(pool, asked, { after: undefined, accountId }, signal);
  const { done } = await events.next();
  return done ? undefined : events;
}

test('so many follow the calls of an account, and another one when somebody leaves', async () => {
  const gone = new AbortController();
  const first = await Promise.all(Array.from({ length: 20 }, () => follow(1, gone.signal)));
  expect(first.includes(undefined)).toBe(false);
  expect(await follow(1, gone.signal)).toBeUndefined();
  expect(await follow(2, gone.signal)).toBeDefined();
  await first[0]?.return(undefined);
  expect(await follow(1, gone.signal)).toBeDefined();
  expect(await follow(1, gone.signal)).toBeUndefined();
});

test('who goes away ends the stream', async () => {
  const gone = new AbortController();
  const events = await follow(3, gone.signal);
  gone.abort();
  expect(await events?.next()).toMatchObject({ done: true });
});

test('who stays is asked to come again after ten minutes', async () => {
  const { signal } = new AbortController();
  const started = performance.now();
  const events = await follow(4, signal);
  expect((await events?.next())?.done).toBe(false);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(started + 10 * 60_000 + 1_000);
  try {
    expect(await events?.next()).toMatchObject({ done: true });
  } finally {
    clock.mockRestore();
  }
});
