import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createEndedCounts, keepCounts, type ProcessMetrics, sumMetrics } from './sum-metrics.ts';

/** The metrics of a process that has answered some calls, read one number in the database, and counted its own. */
async function processOf(calls: number, inDatabase: number): Promise<ProcessMetrics> {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'calls_total', help: '-', labelNames: ['status'], registers }).inc(
    { status: 201 },
    calls,
  );
  new Histogram({ name: 'seconds', help: '-', buckets: [1], registers }).observe(calls);
  new Gauge({ name: 'unresolved', help: '-', aggregator: 'max', registers }).set(inDatabase);
  new Gauge({ name: 'pending', help: '-', registers }).set(1);
  // As it arrives from another process.
  return JSON.parse(JSON.stringify(await registry.getMetricsAsJSON()));
}

const linesOf = async (all: ProcessMetrics[]) =>
  (await sumMetrics(all)).split('\n').filter((line) => line && !line.startsWith('#'));

test('counts of processes are added, and what all read in the database counts once', async () => {
  const lines = await linesOf([await processOf(3, 7), await processOf(4, 7)]);
  expect(lines).toEqual([
    'calls_total{status="201"} 7',
    'seconds_bucket{le="1"} 0',
    'seconds_bucket{le="+Inf"} 2',
    'seconds_sum 7',
    'seconds_count 2',
    'unresolved 7',
    'pending 2',
  ]);
});

test('the counts of a process that has ended stay, and its state goes', async () => {
  const once = await keepCounts([[], await processOf(3, 7)]);
  const twice = await keepCounts([once, await processOf(5, 9)]);
  const lines = await linesOf([twice, await processOf(1, 2)]);
  expect(lines).toContain('calls_total{status="201"} 9');
  expect(lines).toContain('seconds_count 3');
  expect(lines).toContain('unresolved 2');
  expect(lines).toContain('pending 1');
});

// @mutant src/surfaces/http/sum-metrics.ts
// - sum = sum.then((before) => keepCounts([before, counted]));
// + void sum.then(async (before) => (sum = Promise.resolve(await keepCounts([before, counted]))));
test('processes that end together lose no count', async () => {
  const ended = createEndedCounts();
  for (const counted of [await processOf(3, 7), await processOf(5, 9)]) ended.add(counted);
  const total = () =>
    ended.sumWith(new Map()).then((text) => /^calls_total.* (\d+)$/m.exec(text)?.[1]);
  expect(await total()).toBe('8');
  expect(await total()).toBe('8');
});
