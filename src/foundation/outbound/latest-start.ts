import { type Moment, msSince } from '../clock.ts';

/** The first byte of a request may leave until this long after a moment. */
export interface LatestStart {
  since: Moment;
  limitMs: number;
}

/** By the request's own signal, which every client and adapter already passes on. */
const latestStarts = new WeakMap<AbortSignal, LatestStart>();

export function setLatestStart(signal: AbortSignal, latest: LatestStart): void {
  latestStarts.set(signal, latest);
}

/**
 * True if the request must not leave any more. A process that was suspended finds its sockets ready before its
 * timers have fired, so clients ask this at the first byte and do not rely on the signal alone.
 */
export function isPastLatestStart(signal: AbortSignal): boolean {
  const latest = latestStarts.get(signal);
  return latest !== undefined && msSince(latest.since) > latest.limitMs;
}

export const pastLatestStart = 'not sent: the deadline of the call had passed';
