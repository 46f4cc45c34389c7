const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delays between attempts, as Standard Webhooks recommend: 75.5 hours in total. */
const pauses = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
];

/** The maximum number of attempts, including the first. */
export const maxAttempts = pauses.length + 1;

/** A longer Retry-After counts as one day. */
const longestWait = 24 * hour;

/** A tenth more or less, so that deliveries that failed together are not retried together. */
const jitter = 0.1;

/** No retry is ever scheduled further ahead than this. */
export const longestPauseMs = Math.max(...pauses) * (1 + jitter);

/**
 * Milliseconds until the next attempt, given the number of attempts so far including the last one; null when
 * the delivery is given up. An endpoint that sends Retry-After is not retried sooner.
 */
export function nextAttempt(
  attempts: number,
  nowMs: number,
  retryAfter: string | undefined,
  random: () => number = Math.random,
): number | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  const varied = pause * (1 - jitter + 2 * jitter * random());
  return Math.round(Math.max(varied, readRetryAfter(retryAfter, nowMs)));
}

/** Reads seconds or a date; any other value counts as no delay. */
function readRetryAfter(text: string | undefined, nowMs: number): number {
  if (text === undefined) return 0;
  const isDate = /GMT$/.test(text);
  const ms = isDate
    ? Date.parse(text) - nowMs
    : /^[0-9]{1,9}$/.test(text)
      ? Number(text) * second
      : 0;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestWait);
}
