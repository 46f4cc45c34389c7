import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../foundation/db/log.ts';
import { createLossLog } from './loss-log.ts';
import { createBatchPoster } from './post-batch.ts';
import type { Span } from './span.ts';

export interface ExportOptions {
  /** Where batches are posted to. */
  url: string;
  encode(spans: readonly Span[]): string;
  log: Log;
  count(result: 'exported' | 'dropped', spans: number): void;
  pace?: Partial<typeof usualPace>;
}

interface SpanExporter {
  /** Queues a span; it never waits and never throws. */
  add(span: Span): void;
  /** Sends what is queued, for as long as the pace allows. */
  close(): Promise<void>;
}

const usualPace = {
  /** A batch is sent when it is full or this old. */
  batchSpans: 512,
  batchMs: 1_000,
  /** Further spans are dropped. */
  mostSpans: 8_192,
  timeoutMs: 5_000,
  /** The pause before a second try. */
  retryMs: 1_000,
  /** Shorter than what a shutdown grants to each of its last steps. */
  closeMs: 400,
};

/**
 * Exports spans in batches, one at a time. A batch is tried twice at most: spans are worth less than the memory
 * that they would fill while the collector is away.
 */
export function createSpanExporter(options: ExportOptions): SpanExporter {
  const { url, encode, count } = options;
  const pace = { ...usualPace, ...options.pace };
  const closing = new AbortController();
  const collector = createBatchPoster({ url, ...pace, closing: closing.signal });
  const { note: drop } = createLossLog(options);
  const waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function send(spans: readonly Span[]): Promise<void> {
    const body = encode(spans);
    const sent = await collector.post(body, spans.length);
    if (sent.lost < spans.length) count('exported', spans.length - sent.lost);
    if (sent.lost > 0) drop(sent.lost, sent.fault ?? '');
  }

  /** What is left waits for its own batch, except at the end. */
  const isDue = () => waiting.length >= (closing.signal.aborted ? 1 : pace.batchSpans);

  async function sendDue(): Promise<void> {
    do await send(waiting.splice(0, pace.batchSpans));
    while (isDue());
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    running ??= sendDue().finally(() => {
      running = undefined;
      if (waiting.length > 0 && !closing.signal.aborted) startLater();
    });
  }

  function startLater(): void {
    timer ??= setTimeout(start, pace.batchMs).unref();
  }

  async function sendRest(): Promise<void> {
    await running;
    start();
    await running;
  }

  return {
    add(span) {
      if (closing.signal.aborted) return drop(1, 'the server is stopping');
      if (waiting.length >= pace.mostSpans) return drop(1, 'the queue is full');
      waiting.push(span);
      if (waiting.length >= pace.batchSpans) start();
      else startLater();
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await Promise.race([sendRest(), sleep(pace.closeMs)]);
      const left = waiting.splice(0).length;
      if (left > 0) drop(left, 'the server is stopping');
      // A batch under way fails with its connection.
      await collector.close();
      await running;
    },
  };
}
