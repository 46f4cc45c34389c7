import type { OverviewSums } from '../../../../src/surfaces/console/overview/overview-contract.ts';

type Counted = Pick<OverviewSums, 'calls' | 'completed' | 'waiting' | 'unknown'>;

/** The calls by what the rows of their list say: those in no other group failed. */
export function groupsOf({ calls, completed, waiting, unknown }: Counted) {
  return { completed, failed: calls - completed - waiting - unknown, waiting, unknown };
}

/** Completed calls among those with an outcome; undefined if there are none, or their groups are not known. */
export function completedShare(of: Counted): number | undefined {
  const { completed, failed } = groupsOf(of);
  return completed + failed > 0 ? completed / (completed + failed) : undefined;
}
