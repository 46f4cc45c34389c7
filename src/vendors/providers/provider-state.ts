import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import type { ProviderRun } from './provider-run-queries.ts';

/** The one word for how a provider stands. */
export const providerStates = ['active', 'failing', 'off', 'untold'] as const;
export type ProviderState = (typeof providerStates)[number];

/** Whether a provider in this state is asked for calls. */
export const isAsked = (state: ProviderState | null | undefined): boolean =>
  state === 'active' || state === 'failing';

/** What shows that a provider is failing. */
export interface Failing {
  failed: number;
  /** Of the last so many attempts. */
  asked: number;
  reason: FailureReason | null;
  /** Since when nothing succeeded; null if some attempts do. */
  since: Date | null;
}

/** Fewer failures than this say nothing. */
const leastFailures = 5;
/** So many successes in a row end a time of failures. */
const recoveredAfter = 20;
/** Providers of which fewer attempts succeed are failing. */
export const leastShare = 0.9;

/**
 * Whether a provider fails, by its last attempts: nothing succeeded in the last five or more, or fewer than 90 %
 * did, and not the last twenty. A breaker that is not closed has seen failures that the last hundred attempts may not show as a share.
 */
export function failingOf(run: ProviderRun | undefined, isBroken: boolean): Failing | null {
  if (!run) return null;
  const { recent, failedInRow, failingSince, reason } = run;
  if (failedInRow >= leastFailures) {
    return { failed: failedInRow, asked: failedInRow, reason, since: failingSince };
  }
  const failed = recent.replaceAll('.', '').length;
  const isRecovered = recent.endsWith('.'.repeat(recoveredAfter));
  const isShareLow = recent.length - failed < leastShare * recent.length;
  const isLow = failed >= leastFailures && isShareLow && !isRecovered;
  return isLow || isBroken ? { failed, asked: recent.length, reason, since: null } : null;
}

export function stateOfProvider({
  isOn,
  untold,
  failing,
}: {
  isOn: boolean;
  untold: readonly unknown[];
  failing: Failing | null;
}): ProviderState {
  if (!isOn) return 'off';
  if (failing) return 'failing';
  return untold.length > 0 ? 'untold' : 'active';
}
