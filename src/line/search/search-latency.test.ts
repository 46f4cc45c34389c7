import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { latencySteps, percentileMs } from './search-latency.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the steps are the same here and in the database', async () => {
  const { rows } = await database.pool.query(
    `select array(
       select (extract(epoch from s) * 1000)::integer from unnest(search_latency_steps()) s
     ) as steps`,
  );
  expect(rows[0].steps).toEqual(latencySteps);
});

test('a percentile is interpolated within its step', () => {
  const rows = [
    { latency: -1, calls: 1_000 },
    { latency: 3, calls: 10 },
    { latency: 0, calls: 90 },
  ];
  expect(percentileMs(rows, 0.45)).toBe(3);
  expect(percentileMs(rows, 0.95)).toBe(25);
  expect(percentileMs(rows, 1)).toBe(30);
  // The calls of several products share one step, too.
  const split = [...rows, { latency: 0, calls: 90 }, { latency: 3, calls: 10 }];
  expect(percentileMs(split, 0.95)).toBe(25);
});

test('a percentile is unknown without data, and beyond the last step it is that step’s start', () => {
  expect(percentileMs([{ latency: -1, calls: 5 }], 0.5)).toBeNull();
  expect(percentileMs([], 0.5)).toBeNull();
  expect(percentileMs([{ latency: latencySteps.length, calls: 5 }], 0.95)).toBe(60_000);
});
