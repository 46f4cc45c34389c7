import type { CallState, Operation } from '../contract/products.ts';

/** What the line counts; http/metrics shows it. */
export interface CallMetrics {
  answered(operation: Operation, status: number, seconds: number): void;
  resolved(state: CallState | 'absent'): void;
}
