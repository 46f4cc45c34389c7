import { useCallback } from 'react';
import { useSession } from '../client/session.ts';
import { useLanguage } from '../client/words.ts';
import { noNumber, numberText } from './number-text.ts';
import { timeText } from './time-text.ts';

export const plain = (value: number) => numberText(value);

export function figure(
  value: number | null | undefined,
  format: (value: number) => string,
): string {
  return value === null || value === undefined ? noNumber : format(value);
}

/** The step that is under way; undefined if the chart ends before now. */
export function currentStep(
  times: readonly string[],
  stepMs: number,
  now = Date.now(),
): string | undefined {
  return times.find((time) => Date.parse(time) <= now && now < Date.parse(time) + stepMs);
}

/** Says when a step begins and ends, such as `18 Nov, 14:30–14:45`. */
export function useStepText(stepMs: number): (time: string, form?: 'short' | 'clock') => string {
  const language = useLanguage();
  const { timeZone } = useSession();
  return useCallback(
    (time, form = 'short') => {
      const end = new Date(Date.parse(time) + stepMs);
      const clock = (at: string | Date) => timeText(at, 'clock', language, timeZone).slice(0, 5);
      const begins = form === 'clock' ? clock(time) : timeText(time, 'short', language, timeZone);
      return `${begins}–${clock(end)}`;
    },
    [stepMs, language, timeZone],
  );
}
