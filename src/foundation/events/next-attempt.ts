const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after an attempt the next one is made, as Standard Webhooks have it: 75 hours and a half in all. */
const pauses = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
];

/** The attempts of a delivery, the first one among them. */
export const mostAttempts = pauses.length + 1;

/** However long an endpoint asks to be left alone, it is tried before the day is over. */
const longestWait = 24 * hour;

/** A tenth more or less, so that what failed together does not come back together. */
const jitter = 0.1;

/** Nothing is ever to wait for longer than this. */
export const longestPauseMs = Math.max(...pauses) * (1 + jitter);

/**
 * After how many milliseconds a delivery is tried again that was tried so often, the attempt just made among
 * them; null when it is given up. An endpoint that says when it wants to be asked again is not asked before.
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

/** Seconds, or a date; whatever else it is, it asks for nothing. */
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
