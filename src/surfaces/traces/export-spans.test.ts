import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectorAnswer, createCollector } from '../../../test/kit/otlp-collector.ts';
import { encodeSpans } from './encode-spans.ts';
import { createSpanExporter, type ExportOptions } from './export-spans.ts';
import type { Span } from './span.ts';

let collector: Awaited<ReturnType<typeof createCollector>>;
beforeEach(async () => {
  collector = await createCollector();
});
afterEach(() => collector.close());

const span: Span = {
  ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), kind: 'server', name: 'GET /' },
  ...{ startMs: 1, endMs: 2, isError: false, attributes: {} },
};

function exporterTo(url: string, pace: ExportOptions['pace'] = {}) {
  const counts = { exported: 0, dropped: 0 };
  const warnings: object[] = [];
  const quiet = () => {};
  const exporter = createSpanExporter({
    url: `${url}/v1/traces`,
    encode: (spans) => encodeSpans({ version: '1', instanceId: 'i' }, spans, Date.now()),
    log: { debug: quiet, info: quiet, warn: (fields) => warnings.push(fields), error: quiet },
    count: (result, spans) => {
      counts[result] += spans;
    },
    pace: { batchMs: 20, retryMs: 20, ...pace },
  });
  const add = (spans: number) => {
    for (let at = 0; at < spans; at++) exporter.add(span);
  };
  return { ...exporter, add, counts, warnings };
}

test('sends a full batch at once, and the rest when it is old enough', async () => {
  const { add, close, counts } = exporterTo(collector.url, { batchMs: 500 });
  add(1_000);
  await expect.poll(() => collector.batches).toEqual([512]);
  await expect.poll(() => collector.batches).toEqual([512, 488]);
  await expect.poll(() => counts).toEqual({ exported: 1_000, dropped: 0 });
  await close();
});

// @mutant src/surfaces/traces/export-spans.ts
// - if (waiting.length >= pace.mostSpans) return drop(1, 'the queue is full');
test('a silent collector costs a bounded queue; what exceeds it is dropped and counted', async () => {
  collector.answer(() => {});
  // A closing that waits for an answer ends this test by its time-out.
  const timeoutMs = 600_000;
  const { add, close, counts, warnings } = exporterTo(collector.url, { mostSpans: 600, timeoutMs });
  add(2_000);
  // One batch is under way, and the queue is full.
  expect(counts).toEqual({ exported: 0, dropped: 2_000 - 512 - 600 });
  expect(warnings).toEqual([{ fault: 'the queue is full', spans: 1 }]);
  await close();
  expect(counts).toEqual({ exported: 0, dropped: 2_000 });
});

test('tries a batch that a busy collector refused once more', async () => {
  collector.answer(collectorAnswer(503, '{}', { 'retry-after': '0' }), collectorAnswer(200));
  const { add, close, counts } = exporterTo(collector.url);
  add(3);
  await expect.poll(() => counts).toEqual({ exported: 3, dropped: 0 });
  expect(collector.batches).toEqual([3, 3]);
  await close();
});

test('drops a batch that was refused twice, and goes on with the next', async () => {
  collector.answer(collectorAnswer(429, '{}', { 'retry-after': '0' }));
  const { add, close, counts, warnings } = exporterTo(collector.url);
  add(3);
  await expect.poll(() => counts.dropped).toBe(3);
  expect(collector.batches).toEqual([3, 3]);
  expect(warnings).toEqual([{ fault: 'the collector answered with 429', spans: 3 }]);
  collector.answer();
  add(2);
  await expect.poll(() => counts).toEqual({ exported: 2, dropped: 3 });
  await close();
});

test('does not repeat a batch that the collector calls invalid', async () => {
  collector.answer(collectorAnswer(400));
  const { add, close, counts } = exporterTo(collector.url);
  add(3);
  await expect.poll(() => counts).toEqual({ exported: 0, dropped: 3 });
  await close();
  expect(collector.batches).toEqual([3]);
});

test('counts the spans that the collector rejected', async () => {
  collector.answer(collectorAnswer(200, '{"partialSuccess":{"rejectedSpans":"2"}}'));
  const { add, close, counts } = exporterTo(collector.url);
  add(3);
  await expect.poll(() => counts).toEqual({ exported: 1, dropped: 2 });
  await close();
  expect(collector.batches).toEqual([3]);
});

test('gives up on a slow collector, and logs losses once a minute', async () => {
  collector.answer(() => {});
  const { add, close, counts, warnings } = exporterTo(collector.url, { timeoutMs: 50 });
  add(2);
  await expect.poll(() => counts.dropped).toBe(2);
  add(2);
  await expect.poll(() => counts.dropped).toBe(4);
  expect(warnings).toEqual([{ fault: 'no answer in time', spans: 2 }]);
  await close();
});

test('exports again once a collector that was down is back', async () => {
  const { url } = collector;
  await collector.close();
  const { add, close, counts } = exporterTo(url);
  add(2);
  await expect.poll(() => counts.dropped).toBe(2);
  collector = await createCollector(Number(new URL(url).port));
  add(2);
  await expect.poll(() => counts).toEqual({ exported: 2, dropped: 2 });
  await close();
});

// @mutant src/surfaces/traces/export-spans.ts
// - await Promise.race([sendRest(), sleep(pace.closeMs)]);
test('sends what is queued before it closes, and takes nothing afterwards', async () => {
  const { add, close, counts } = exporterTo(collector.url, { batchMs: 60_000, closeMs: 20_000 });
  add(1_100);
  await close();
  expect(counts).toEqual({ exported: 1_100, dropped: 0 });
  expect(collector.spans).toHaveLength(1_100);
  add(1);
  expect(counts).toEqual({ exported: 1_100, dropped: 1 });
});
