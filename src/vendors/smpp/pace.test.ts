import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Tools } from '../providers/vendor.ts';
import { Pace } from './pace.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
type TakeTurns = NonNullable<Tools['takeTurns']>;
const alone: TakeTurns = async ({ count }) => ({ taken: count, beginsInMs: 0 });
const paces: Pace[] = [];
// A busy machine would use turns late, or lose them.
beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => {
  for (const pace of paces.splice(0)) pace.close();
  vi.useRealTimers();
});

/** Uses every turn that it gets, and notes when. */
function runPace(perSecond: number, takeTurns: TakeTurns): number[] {
  const usedAt: number[] = [];
  const onTurn = () => {
    while (pace.use()) usedAt.push(performance.now());
  };
  const pace = new Pace({ perSecond, withinMs: 2_000, takeTurns, log, onTurn });
  paces.push(pace);
  onTurn();
  return usedAt;
}

/** The most turns in any period of this length. */
function mostIn(periodMs: number, times: readonly number[]): number {
  return Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + periodMs).length),
  );
}

// @mutant src/vendors/smpp/pace.ts
// - if (this.#nextAtMs > nowMs) {
// + if (this.#nextAtMs > nowMs + 1_000) {
test.each([5, 40, 400])('a limit of %i per second is kept, and nearly used', async (perSecond) => {
  const usedAt = runPace(perSecond, alone);
  await vi.advanceTimersByTimeAsync(2_000);
  // A turn may be used a little late, so a period has a few of those before it.
  const everyMs = 1_000 / perSecond;
  for (const periodMs of [200, 1_000]) {
    const allowed = (periodMs + Math.max(10, everyMs)) / everyMs + 1;
    expect(mostIn(periodMs, usedAt)).toBeLessThanOrEqual(allowed);
  }
  expect(usedAt.length).toBeGreaterThan(perSecond);
});

test('turns are taken in blocks, so a high rate costs few statements', async () => {
  let asked = 0;
  const usedAt = runPace(1_000, async (turns) => {
    asked++;
    return alone(turns);
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(usedAt.length).toBeGreaterThan(500);
  expect(asked).toBeLessThan(30);
});

test('turns that passed unused are lost, so they are never used in a burst', async () => {
  const asked = Promise.withResolvers<void>();
  const pace = new Pace({
    perSecond: 100,
    withinMs: 2_000,
    takeTurns: alone,
    log,
    onTurn: asked.resolve,
  });
  paces.push(pace);
  expect(pace.use()).toBe(false);
  await asked.promise;
  // The block of 5 turns is over then.
  await vi.advanceTimersByTimeAsync(300);
  expect([pace.use(), pace.use(), pace.use()]).toEqual([false, false, false]);
});

test('without turns or without a database it tries again', async () => {
  let asked = 0;
  const usedAt = runPace(100, async (turns) => {
    asked++;
    if (asked === 1) throw new Error('the database is away');
    return asked === 2 ? { taken: 0, beginsInMs: 3_000 } : alone(turns);
  });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(usedAt.length).toBeGreaterThan(2);
  expect(asked).toBeGreaterThan(2);
});
