import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import type { Operation } from '../../foundation/contract/operations/operations.ts';
import type { CallState, OutcomeKind } from '../../foundation/contract/products.ts';
import type { HoldItem } from './hold-calls.ts';

/** The counters of the line; http/metrics exposes them. */
export interface CallMetrics {
  answered(operation: Operation, status: number, seconds: number): void;
  /** Counts one attempt at a provider, for this call. */
  attempted(
    providerCode: string,
    attempt: {
      outcome: OutcomeKind;
      reason?: FailureReason | undefined;
      seconds: number;
      endedMs: number;
    },
    call: Pick<HoldItem, 'callId' | 'trace'>,
  ): void;
  resolved(state: CallState | 'absent'): void;
}
