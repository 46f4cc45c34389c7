import type { ReactElement } from 'react';
import type { DeliveryRow } from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { Status } from '../../kit/status.tsx';
import type { StatusTone } from '../../kit/status-tone.ts';
import { isToday, timeText } from '../../kit/time-text.ts';
import { useNow } from '../../kit/use-now.ts';
import { useWebhooksWords } from './webhooks-words.ts';

/** A delivery that was attempted and is not given up is retried. */
export const isRetried = ({ state, attempts }: DeliveryRow) => state === 'pending' && attempts > 0;

export const deliveryToneOf = (row: DeliveryRow): StatusTone => {
  if (row.state === 'pending') return isRetried(row) ? 'unknown' : 'pending';
  return row.state === 'delivered' ? 'good' : 'bad';
};

/** "Retrying, attempt 3 at 06:36". A failing endpoint gets one delivery at a time, so an attempt can be overdue. */
export function useDeliveryWord(): (row: DeliveryRow) => string {
  const say = useWebhooksWords();
  const language = useLanguage();
  const now = useNow(15_000);
  return (row) => {
    if (!isRetried(row) || !row.dueAt) return say(`delivery_${row.state}`);
    const attempt = row.attempts + 1;
    if (Date.parse(row.dueAt) <= now) return say('retryDue', { attempt });
    const time = isToday(row.dueAt)
      ? timeText(row.dueAt, 'clock', language).slice(0, 5)
      : timeText(row.dueAt, 'short', language);
    return say('retrying', { attempt, time });
  };
}

export function DeliveryState({ row }: { row: DeliveryRow }): ReactElement {
  const word = useDeliveryWord();
  return <Status tone={deliveryToneOf(row)} word={word(row)} />;
}
