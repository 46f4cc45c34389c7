/** A batch so large that what it costs is the cost of its items and not of the round trip. */
const tellingBatch = 32;

/** How long items take, told from the last batches, of which the newest count most. */
export interface Pace {
  /** A batch begins after a rest. */
  begin(): void;
  /** A batch has ended, and the next begins. */
  next(items: number): void;
  rest(): void;
  /** How long it takes until so many more are written. */
  waitMs(queued: number): number;
}

export function createPace(): Pace {
  /** A guess on the quick side until there is something to tell from: nobody is turned away on a guess. */
  let itemMs = 0.1;
  let beganMs: number | undefined;
  return {
    begin() {
      beganMs = performance.now();
    },
    next(items) {
      const nowMs = performance.now();
      if (beganMs !== undefined && items >= tellingBatch) {
        itemMs = 0.7 * itemMs + 0.3 * ((nowMs - beganMs) / items);
      }
      beganMs = nowMs;
    },
    rest() {
      beganMs = undefined;
    },
    waitMs(queued) {
      const underWayMs = beganMs === undefined ? 0 : performance.now() - beganMs;
      return underWayMs + queued * itemMs;
    },
  };
}
