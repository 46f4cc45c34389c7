import type { PaymentDetail } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { Money } from '../../kit/money.tsx';
import type { StatusTone } from '../../kit/status-tone.ts';
import { Time } from '../../kit/time.tsx';
import { timeText } from '../../kit/time-text.ts';
import type { TimelineStep } from '../../kit/timeline.tsx';
import { usePaymentWords } from './payment-words.ts';

type What = PaymentDetail['steps'][number]['what'];

/** What moved money, or ended something; other steps have a dot. */
const tones: Partial<Record<What, StatusTone>> = {
  credited: 'good',
  refund_done: 'good',
  given_back: 'good',
  refused: 'bad',
  refund_failed: 'bad',
  taken_back: 'bad',
  disputed: 'bad',
  failed: 'refused',
  expired: 'refused',
  mismatched: 'unknown',
  ignored: 'off',
};

const dayOf = (at: string) => timeText(at, 'date', 'en');

/** The last step of a payment that is not decided yet is still under way. */
function toneOf(what: What, isUnderWay: boolean): { tone?: StatusTone } {
  const tone = tones[what] ?? (isUnderWay ? 'pending' : undefined);
  return tone ? { tone } : {};
}

export function usePaymentSteps({
  steps,
  state,
  currency,
}: PaymentDetail): readonly TimelineStep[] {
  const say = usePaymentWords();
  return steps.map(({ what, at, lastAt, times, amount, detail }, index) => ({
    name: `${what} ${index}`,
    when: (
      <>
        <Time at={at} form="moment" />
        {lastAt && (
          <>
            {' – '}
            <Time at={lastAt} form={dayOf(at) === dayOf(lastAt) ? 'clock' : 'moment'} />
          </>
        )}
      </>
    ),
    title: say(`step_${what}`),
    isDone: true,
    ...toneOf(what, state === 'pending' && index === steps.length - 1),
    ...(amount ? { aside: <Money amount={amount} currency={currency} isPaid /> } : {}),
    ...(what === 'taken_back' || what === 'given_back' ? { text: say(`text_${what}`) } : {}),
    ...(lastAt ? { text: say('repeated', { count: times }) } : {}),
    ...(detail ? { more: detail } : {}),
  }));
}
