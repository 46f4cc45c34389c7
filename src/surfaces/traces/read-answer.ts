import type { HttpAnswer } from '../../foundation/outbound/http-client.ts';

/** What became of a batch. */
export interface Sent {
  /** Spans that the collector did not take. */
  lost: number;
  fault?: string;
  /** When to try once more; undefined if the same batch would be refused again. */
  retryMs?: number;
}

/** The statuses after which a client tries again, by the specification of OTLP; after no others. */
const retryable: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const longestRetryMs = 30_000;

/** Reads the collector's answer to a batch of so many spans. */
export function readAnswer(
  { status, headers, text }: HttpAnswer,
  spans: number,
  usualRetryMs: number,
): Sent {
  if (status >= 200 && status < 300) return readRejected(text, spans);
  const refused = { lost: spans, fault: `the collector answered with ${status}` };
  if (!retryable.has(status)) return refused;
  const retryAfter = Number.parseInt(headers['retry-after'] ?? '', 10);
  const retryMs = Math.min(retryAfter >= 0 ? retryAfter * 1_000 : usualRetryMs, longestRetryMs);
  return { ...refused, retryMs };
}

/** A collector that took the batch may still have rejected some of its spans. */
function readRejected(text: string, spans: number): Sent {
  try {
    const answer = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: unknown } } | null;
    const rejected = Number(answer?.partialSuccess?.rejectedSpans ?? 0);
    if (!(rejected > 0)) return { lost: 0 };
    return { lost: Math.min(rejected, spans), fault: 'the collector rejected spans' };
  } catch {
    return { lost: 0 };
  }
}
