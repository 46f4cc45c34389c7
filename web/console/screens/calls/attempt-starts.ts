import type { CallDetail } from '../../../../src/surfaces/console/calls/calls-contract.ts';

type Attempt = Pick<NonNullable<CallDetail['attempts']>[number], 'startedAt'>;

/**
 * When the attempts of a call began, in their order. A later attempt notes its start at once, while that of the
 * first is counted back from the settle, so under load it can seem to follow the next one.
 */
export function attemptStarts(attempts: readonly Attempt[]): string[] {
  return attempts.map((_, index) =>
    attempts
      .slice(index)
      .map(({ startedAt }) => startedAt)
      .reduce((first, other) => (other < first ? other : first)),
  );
}
