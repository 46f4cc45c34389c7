/** The time, injected so that tests can move it. */
export interface Clock {
  now(): Date;
  nowMs(): number;
  /**
   * The time the database uses as now. Null, as always outside tests, means the database's own clock, which
   * dates all stored rows and decides every limit and window.
   */
  databaseNow(): Date | null;
}

export const systemClock: Clock = {
  now: () => new Date(),
  nowMs: () => Date.now(),
  databaseNow: () => null,
};

/**
 * Converts a database timestamp to our clock, given the time of both clocks at one moment. Vendors check
 * timestamps against our clock, and the two clocks may be an hour apart.
 */
export function byOurClock(at: Date, { ours, databases }: { ours: number; databases: Date }): Date {
  return new Date(at.getTime() + ours - databases.getTime());
}

/** A clock that stands still until it is moved. */
export function createMovableClock(
  start: Date,
): Clock & { move(ms: number): void; set(to: Date): void } {
  let at = start;
  return {
    now: () => at,
    nowMs: () => at.getTime(),
    databaseNow: () => at,
    move(ms) {
      at = new Date(at.getTime() + ms);
    },
    set(to) {
      at = to;
    },
  };
}

/** One moment, on both clocks of this process. */
export interface Moment {
  monotonicMs: number;
  wallMs: number;
}

export function thisMoment(): Moment {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

/**
 * The time since a moment, by the clock that shows more of it: the monotonic clock stands still while the
 * machine is suspended, and the wall clock can be set back.
 */
export function msSince({ monotonicMs, wallMs }: Moment): number {
  return Math.max(performance.now() - monotonicMs, Date.now() - wallMs);
}
