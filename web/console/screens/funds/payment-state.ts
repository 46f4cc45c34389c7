import type { PaymentRow } from '../../../../src/surfaces/console/funds/funds-contract.ts';
import type { StatusTone } from '../../kit/status-tone.ts';

/** A pending payment whose time is over is being checked: it may have been paid. */
export type ShownState = PaymentRow['state'] | 'checking';

export function shownState({
  state,
  isOverdue,
}: Pick<PaymentRow, 'state' | 'isOverdue'>): ShownState {
  return isOverdue ? 'checking' : state;
}

export const stateTones: Readonly<Record<ShownState, StatusTone>> = {
  pending: 'pending',
  checking: 'unknown',
  paid: 'good',
  failed: 'bad',
  expired: 'off',
  mismatched: 'unknown',
  ignored: 'refused',
};
