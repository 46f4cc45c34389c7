/** From this batch size on, the time of a batch reflects its items rather than the round trip. */
const meaningfulBatch = 32;

/** An item that would wait longer than this for its answer should not be added. */
const longestWaitMs = 1_000;

/**
 * A queue up to this length is never too long, unless the database is late. While the event loop is busy, a
 * batch takes as long as a turn of the loop, however small it is. Without this floor a small batch would look
 * like a slow database, the queue would admit less, and the next batch would be smaller still.
 */
const shortQueue = 256;

/** Estimates the time per item from recent batches, weighting the newest most. */
interface Pace {
  /** A batch begins after an idle period. */
  begin(): void;
  /** A batch has ended and the next one begins. */
  next(items: number): void;
  rest(): void;
  /** Whether an item behind this many others would wait too long. */
  isTooLong(queued: number): boolean;
}

export function createPace(): Pace {
  /** An optimistic guess until there is a measurement: no caller should be rejected because of a guess. */
  let itemMs = 0.1;
  let beganMs: number | undefined;
  let isLate = false;
  let watch: NodeJS.Timeout | undefined;

  /**
   * Timers run before sockets are read, so after a long turn of the loop the answer may have arrived unread.
   * The batch is late only if the sockets were polled once more and gave no answer.
   */
  function markLateAfterPoll(): void {
    const watchedMs = beganMs;
    setImmediate(() => {
      isLate = watchedMs !== undefined && watchedMs === beganMs;
    });
  }

  return {
    begin() {
      beganMs = performance.now();
      watch = setTimeout(markLateAfterPoll, longestWaitMs).unref();
    },
    next(items) {
      const nowMs = performance.now();
      if (beganMs !== undefined && items >= meaningfulBatch) {
        itemMs = 0.7 * itemMs + 0.3 * ((nowMs - beganMs) / items);
      }
      beganMs = nowMs;
      isLate = false;
      watch?.refresh();
    },
    rest() {
      beganMs = undefined;
      isLate = false;
      clearTimeout(watch);
    },
    isTooLong: (queued) => isLate || (queued > shortQueue && queued * itemMs > longestWaitMs),
  };
}
