import type { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { watchChanges } from './watch-changes.ts';

const watcher = (personId: number) => ({
  pool: {},
  person: { personId },
  isStillAllowed: async () => true,
});
const watched = (readState: () => Promise<string>, everyMs = 1) => ({
  key: 'list',
  readState,
  everyMs,
});

// @mutant src/surfaces/console/kit/watch-changes.ts
// - if (!(await isStillAllowed())) return;
// +
test('a stream ends with the right to see it, before another state is read', async () => {
  const allowed = [true, true, false];
  let states = 0;
  const { body } = watchChanges(
    { ...watcher(4), isStillAllowed: async () => allowed.shift() ?? false },
    new AbortController().signal,
    watched(async () => String(++states)),
  );
  const sent: string[] = [];
  for await (const words of body) sent.push(String(words));
  expect(sent).toEqual(['retry: 2000\n\n', 'data: 1\n\n', 'data: 2\n\n']);
  expect(states).toBe(2);
});

test('a page gets the state once, then each change, until it disconnects', async () => {
  const states = ['a', 'a', 'b'];
  const gone = new AbortController();
  const { body } = watchChanges(
    watcher(1),
    gone.signal,
    watched(async () => states.shift() ?? 'b'),
  );
  const sent: string[] = [];
  for await (const words of body) {
    sent.push(String(words));
    if (sent.length === 3) gone.abort();
  }
  expect(sent).toEqual(['retry: 2000\n\n', 'data: a\n\n', 'data: b\n\n']);
});

test('one person has a limited number of streams, until one of them ends', async () => {
  const gone = new AbortController();
  const open = () => {
    const { body } = watchChanges(
      watcher(2),
      gone.signal,
      watched(async () => 'a', 1_000),
    );
    return (body as Readable)[Symbol.asyncIterator]();
  };
  const streams = Array.from({ length: 10 }, open);
  for (const stream of streams) await stream.next();
  expect(await open().next()).toMatchObject({ done: true });
  await streams[0]?.return?.();
  const next = await open().next();
  expect(next.done).toBe(false);
  gone.abort();
});

test('a page that stays gets heartbeats, and reconnects after minutes', async () => {
  const gone = new AbortController();
  let passedMs = 0;
  const started = performance.now();
  let asked = 0;
  // Each look at the clock takes a millisecond, so that no read is young enough to be shared.
  const clock = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => started + passedMs + Math.min(++asked, 500));
  try {
    const passes = [0, 16_000, 300_001];
    const { body } = watchChanges(
      watcher(3),
      gone.signal,
      watched(async () => {
        passedMs = passes.shift() ?? 400_000;
        return 'a';
      }),
    );
    const sent: string[] = [];
    for await (const words of body) sent.push(String(words));
    expect(sent).toEqual(['retry: 2000\n\n', 'data: a\n\n', ':\n\n', ':\n\n']);
    expect(passedMs).toBe(300_001);
  } finally {
    clock.mockRestore();
  }
});

// @mutant src/surfaces/console/kit/watch-changes.ts
// - const state = await shareRead(pool, key, everyMs / 2, readState);
// + const state = await readState();
test('two hundred pages that show the same list share what is read', async () => {
  const gone = new AbortController();
  const pool = {};
  let reads = 0;
  const follow = async (personId: number) => {
    const { body } = watchChanges(
      { ...watcher(personId), pool },
      gone.signal,
      watched(async () => String(++reads), 100),
    );
    const sent: string[] = [];
    for await (const words of body) sent.push(String(words));
    return sent;
  };
  const pages = Array.from({ length: 200 }, (_, at) => follow(100 + at));
  await vi.waitFor(() => expect(reads).toBeGreaterThan(5), 10_000);
  gone.abort();
  const sent = (await Promise.all(pages)).flat();
  // On a busy machine the pages look one after the other, and a read is soon too old to be shared by all.
  expect(sent.length).toBeGreaterThan(10 * reads);
});
