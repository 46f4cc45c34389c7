import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchLines } from './batch-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fixture() {
  const written: string[] = [];
  const stream = batchLines((lines) => written.push(lines));
  const messages = () =>
    written.map((lines) =>
      lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).msg),
    );
  return { stream, log: pino({}, stream), messages };
}

test('writes the lines of a tenth of a second together, in their order', () => {
  const { log, messages } = fixture();
  for (const word of ['one', 'two', 'three']) log.info({}, word);
  expect(messages()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(messages()).toEqual([['one', 'two', 'three']]);
  vi.advanceTimersByTime(1_000);
  log.info({}, 'four');
  vi.advanceTimersByTime(100);
  expect(messages()).toEqual([['one', 'two', 'three'], ['four']]);
});

test('writes a warning at once, after the lines before it', () => {
  const { log, messages } = fixture();
  log.info({}, 'before');
  log.warn({}, 'warning');
  expect(messages()).toEqual([['before', 'warning']]);
});

test('keeps no more than 64 kB, and nothing after a flush', () => {
  const { stream, log, messages } = fixture();
  log.info({ text: 'x'.repeat(64 * 1024) }, 'long');
  expect(messages()).toEqual([['long']]);
  log.info({}, 'last');
  stream.flush();
  stream.flush();
  expect(messages()).toEqual([['long'], ['last']]);
});
