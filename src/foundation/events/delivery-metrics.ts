import type { AttemptResult } from './take-queries.ts';

/** Delivery counters; http/metrics exposes them. */
export interface DeliveryMetrics {
  /** Counts one attempt by its outcome. */
  attempted(outcome: AttemptOutcome): void;
  gaveUp(): void;
}

type AttemptOutcome = 'delivered' | 'redirected' | 'refused' | 'broken' | 'silent';

/** Counts attempts once their results are written. */
export function countResults(metrics: DeliveryMetrics, results: readonly AttemptResult[]): void {
  for (const result of results) {
    metrics.attempted(outcomeOf(result));
    if (!result.isTaken && result.pauseMs === null) metrics.gaveUp();
  }
}

function outcomeOf({ isTaken, status }: AttemptResult): AttemptOutcome {
  if (isTaken) return 'delivered';
  if (status === null) return 'silent';
  if (status < 400) return 'redirected';
  return status < 500 ? 'refused' : 'broken';
}
