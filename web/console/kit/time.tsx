import type { ReactElement } from 'react';
import { useLanguage } from '../client/words.ts';
import { noNumber } from './number-text.ts';
import { dayText, exactTime, type TimeForm, timeText } from './time-text.ts';

/** A time in the platform's time zone; the exact instant on hover. */
export function Time({
  at,
  form = 'short',
  withFraction = false,
}: {
  at: string | null | undefined;
  form?: TimeForm;
  /** Also shows milliseconds. */
  withFraction?: boolean;
}): ReactElement {
  const language = useLanguage();
  if (!at) return <span>{noNumber}</span>;
  const fraction = withFraction ? /\.(\d{3})/.exec(new Date(at).toISOString())?.[1] : undefined;
  return (
    <time dateTime={at} title={exactTime(at, language)} className="number">
      {timeText(at, form, language)}
      {fraction && <span className="faint">.{fraction}</span>}
    </time>
  );
}

/** A calendar day such as `2026-10-01`, written as the days of times are. */
export function Day({ day }: { day: string }): ReactElement {
  return (
    <time dateTime={day} title={day} className="number">
      {dayText(day, useLanguage())}
    </time>
  );
}
