/** From this batch size on, the time of a batch reflects its items rather than the round trip. */
const tellingBatch = 32;

/** Estimates the time per item from recent batches, weighting the newest most. */
export interface Pace {
  /** A batch begins after an idle period. */
  begin(): void;
  /** A batch has ended and the next one begins. */
  next(items: number): void;
  rest(): void;
  /** The estimated time until this many more items are written. */
  waitMs(queued: number): number;
}

export function createPace(): Pace {
  /** An optimistic guess until there is a measurement: no caller should be rejected because of a guess. */
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
