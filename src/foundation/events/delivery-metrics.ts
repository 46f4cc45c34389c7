import type { AttemptResult } from './take-queries.ts';

/** What is counted of deliveries; http/metrics shows it. */
export interface DeliveryMetrics {
  /** An endpoint was sent something, and this is what it did. */
  attempted(outcome: AttemptOutcome): void;
  gaveUp(): void;
}

export type AttemptOutcome = 'delivered' | 'redirected' | 'refused' | 'broken' | 'silent';

/** Counts what came of attempts, once it is written down. */
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
