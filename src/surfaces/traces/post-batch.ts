import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from '../../foundation/outbound/http-client.ts';
import { readAnswer, type Sent } from './read-answer.ts';

interface PosterOptions {
  url: string;
  timeoutMs: number;
  /** The pause before the second try, unless the collector names another. */
  retryMs: number;
  /** Ends that pause. */
  closing: AbortSignal;
}

const headers = { 'content-type': 'application/json', 'user-agent': 'Countersign' };

/** Posts batches to the collector, each twice at most. */
export function createBatchPoster({ url, timeoutMs, retryMs, closing }: PosterOptions) {
  const client = createHttpClient({ connections: 1, connectTimeoutMs: timeoutMs });

  function postOnce(body: string, spans: number): Promise<Sent> {
    const signal = AbortSignal.timeout(timeoutMs);
    return client.request({ method: 'POST', url, headers, body, signal }).then(
      (answer) => readAnswer(answer, spans, retryMs),
      (fault: Error) => ({ lost: spans, fault: fault.message, retryMs }),
    );
  }

  return {
    async post(body: string, spans: number): Promise<Sent> {
      const first = await postOnce(body, spans);
      if (first.retryMs === undefined) return first;
      // Servers that lost the collector together do not come back together.
      const pauseMs = first.retryMs * (1 + Math.random() / 2);
      await sleep(pauseMs, undefined, { signal: closing, ref: false }).catch(() => {});
      return postOnce(body, spans);
    },
    close: () => client.close(),
  };
}
