import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** It is typed for browsers, so it is imported by its path. */
const script = join(import.meta.dirname, '../../web/check/follow.ts');
const { follow } = (await import(script)) as {
  follow(base: string, shown: () => string, onMove: () => void): () => void;
};

/** The part of an event stream that the page uses. */
class Source {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 1;
  onmessage: (event: { data: string }) => void = () => {};
  onerror: () => void = () => {};
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    Source.opened.push(this);
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
}

let polls: (() => void)[] = [];
let moves = 0;
const start = (shown = 'a') =>
  follow(
    '/v/link',
    () => shown,
    () => {
      moves += 1;
    },
  );
const stream = () => Source.opened.at(-1) ?? expect.fail('there is no stream');

beforeEach(() => {
  Source.opened = [];
  polls = [];
  moves = 0;
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('window', {
    setInterval: (poll: () => void) => polls.push(poll),
    clearInterval: () => {
      polls = [];
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a page that follows its check', () => {
  test('reloads only if the check’s state differs from what is shown', () => {
    start('a');
    expect(stream().url).toBe('/v/link/events');
    stream().onmessage({ data: 'a' });
    expect(moves).toBe(0);
    stream().onmessage({ data: 'b' });
    expect(moves).toBe(1);
    expect(polls).toHaveLength(0);
  });

  test('polls if the stream was closed for good', () => {
    start();
    stream().readyState = Source.CLOSED;
    stream().onerror();
    expect(polls).toHaveLength(1);
    polls[0]?.();
    expect(moves).toBe(1);
  });

  test('polls if the stream breaks repeatedly, and not after one break', () => {
    start();
    for (const broken of [1, 2]) {
      stream().onerror();
      expect([broken, polls.length]).toEqual([broken, 0]);
    }
    stream().onmessage({ data: 'a' });
    stream().onerror();
    stream().onerror();
    expect(polls).toHaveLength(0);
    stream().onerror();
    expect(polls).toHaveLength(1);
    expect(stream().readyState).toBe(Source.CLOSED);
  });

  test('polls without streams, until it is stopped', () => {
    vi.stubGlobal('EventSource', undefined);
    const stop = start();
    expect(polls).toHaveLength(1);
    stop();
    expect(polls).toHaveLength(0);
  });
});
