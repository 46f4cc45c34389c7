/** The time, handed in so that tests can move it. */
export interface Clock {
  now(): Date;
  nowMs(): number;
  /**
   * What the database is told to take for now. Null, as it always is outside tests, means its own
   * clock: what is stored, and every limit and window, goes by database time.
   */
  databaseNow(): Date | null;
}

export const systemClock: Clock = {
  now: () => new Date(),
  nowMs: () => Date.now(),
  databaseNow: () => null,
};

/**
 * When something was, by our clock, that the database dated by its own: both said what time it is at one
 * moment. Vendors are asked by our clock, which they check, and the two may be an hour apart.
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
