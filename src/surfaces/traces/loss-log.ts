import type { Log } from '../../foundation/db/log.ts';

const everyMs = 60_000;

/** Counts lost spans, and logs at most once a minute how many were lost since the last line, and why. */
export function createLossLog(
  { log, count }: { log: Log; count(result: 'dropped', spans: number): void },
  now = () => performance.now(),
) {
  let lost = 0;
  let saidMs = Number.NEGATIVE_INFINITY;
  return {
    note(spans: number, fault: string): void {
      count('dropped', spans);
      lost += spans;
      if (now() - saidMs < everyMs) return;
      log.warn({ fault, spans: lost }, 'spans were not exported');
      saidMs = now();
      lost = 0;
    },
  };
}
