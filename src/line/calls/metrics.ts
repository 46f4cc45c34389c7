import type { Operation } from '../../foundation/contract/operations/operations.ts';
import type { CallState, OutcomeKind } from '../../foundation/contract/products.ts';

/** What the line counts; http/metrics shows it. */
export interface CallMetrics {
  answered(operation: Operation, status: number, seconds: number): void;
  /** A provider was asked, and this is what it did. */
  attempted(providerCode: string, outcome: OutcomeKind): void;
  resolved(state: CallState | 'absent'): void;
}
