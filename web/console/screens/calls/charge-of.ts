import type { CallRow } from '../../../../src/surfaces/console/calls/calls-contract.ts';

/** What a row shows as charged: nothing for a call that was not done. */
export function chargeOf({ state, charged }: Pick<CallRow, 'state' | 'charged'>): string | null {
  return state === 'done' ? charged : null;
}
