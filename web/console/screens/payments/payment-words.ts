import type { PaymentRow } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { defineWords } from '../../client/words.ts';
import type { StatusTone } from '../../kit/status-tone.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const usePaymentWords = defineWords('payments', { en, zh });

/** What a list can be narrowed to, in this order. */
export const filterStates = [
  ...(['pending', 'paid', 'failed', 'expired', 'mismatched', 'ignored', 'disputed'] as const),
];
export type FilterState = (typeof filterStates)[number];

type ShownState = FilterState | 'refunded' | 'partly_refunded';

const tones: Readonly<Record<ShownState, StatusTone>> = {
  pending: 'pending',
  paid: 'good',
  failed: 'refused',
  expired: 'refused',
  mismatched: 'unknown',
  ignored: 'off',
  disputed: 'bad',
  refunded: 'off',
  partly_refunded: 'good',
};

/** The state of a payment, with what became of its money. */
export function shownStateOf({ state, isDisputeOpen, credited, returned }: PaymentRow): {
  name: ShownState;
  tone: StatusTone;
} {
  const isReturned = state === 'paid' && /[1-9]/.test(returned);
  const name = isDisputeOpen
    ? 'disputed'
    : isReturned
      ? returned === credited
        ? 'refunded'
        : 'partly_refunded'
      : state;
  return { name, tone: tones[name] };
}
