import type { CountersignError } from './countersign-error.ts';
import { repeatableReasons } from './generated.ts';

const firstMs = 500;
const longestMs = 8_000;

/**
 * How long to wait before a retry; undefined for no retry. Every attempt of a call has the same
 * key, so the platform carries it out once, whatever was lost. A refusal is final: not even a limit
 * on a number is waited for, because a late code helps nobody.
 */
export function waitBeforeRetry(error: CountersignError, attempt: number): number | undefined {
  if (!isRepeatable(error)) return undefined;
  // Full jitter: callers that failed together do not retry together.
  const jitterMs = Math.random() * Math.min(longestMs, firstMs * 2 ** (attempt - 1));
  return (error.retryAfter ?? 0) * 1_000 + jitterMs;
}

function isRepeatable({ reason, status = 0 }: CountersignError): boolean {
  if (reason === 'network' || reason === 'timeout' || status >= 500) return true;
  if (reason === 'unreadable_reply') return status === 408 || status === 429;
  return (repeatableReasons as readonly string[]).includes(reason);
}
