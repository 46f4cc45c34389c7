import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { exportCalls } from './export-calls.ts';
import { idAt } from './id-bounds.ts';

const limit = 100;
const secondMs = 1_000;
const dayMs = 86_400 * secondMs;
const now = Date.UTC(2030, 0, 31);

/** A pool over these ids, which counts statements and the calls within their bounds. */
function poolOf(ids: readonly string[]) {
  const newestFirst = ids.toSorted().reverse();
  const counted = { statements: 0, read: 0 };
  const query = async (
    _sql: string,
    [least, greatest, , , rows]: [string, string, 0, 0, number],
  ) => {
    const within = newestFirst.filter((id) => id > least && id < greatest);
    counted.statements++;
    counted.read += within.length;
    return { rows: within.slice(0, rows).map((callId) => ({ callId })) };
  };
  return { pool: { query } as unknown as Pool, counted, newestFirst };
}

/** A unique id at a time. */
const idOf = (ms: number) => `${idAt(ms).slice(0, 14)}${randomUUIDv7().slice(14)}`;
const evenly = (calls: number, fromMs: number, spanMs: number) =>
  Array.from({ length: calls }, (_, n) => idOf(fromMs + (n * spanMs) / calls));

// @mutant src/line/search/export-calls.ts
// -   const wanted = (fullness * limit) / Math.max(1, calls);
// +   const wanted = maxGrowth;
test.each([
  ['at an even rate', evenly(20_000, now - 30 * dayMs, 30 * dayMs), 1.1],
  [
    'in a rush at the end of a quiet month',
    [...evenly(2_000, now - 30 * dayMs, 29 * dayMs), ...evenly(18_000, now - dayMs, 60 * secondMs)],
    2,
  ],
  [
    'in a rush before a gap of a month',
    [...evenly(10_000, now - 30 * dayMs, 60 * secondMs), ...evenly(10_000, now - dayMs, dayMs)],
    2,
  ],
  ['in the same millisecond', evenly(500, now - dayMs, 0), 5],
])('calls %s are each exported once, with few calls read in vain', async (_name, ids, most) => {
  const { pool, counted, newestFirst } = poolOf(ids);
  const exported: string[] = [];
  const filter = { from: new Date(now - 31 * dayMs), to: new Date(now) };
  for await (const page of exportCalls(pool, wholePlatform, 'live', filter, { limit })) {
    expect(page.length).toBeLessThanOrEqual(limit);
    exported.push(...page.map(({ callId }) => callId));
  }
  expect(exported).toEqual(newestFirst);
  expect(counted.read).toBeLessThan(most * ids.length);
  expect(counted.statements).toBeLessThan((2 * ids.length) / limit + 40);
});

test('nothing is looked for in a few statements, as far back as time goes', async () => {
  const { pool, counted } = poolOf([]);
  for await (const _ of exportCalls(pool, wholePlatform, 'live', {}, { limit })) expect.fail();
  expect(counted.statements).toBeLessThan(12);
});
