import type { ReactElement } from 'react';
import { useSession } from '../client/session.ts';
import type { ChartProps } from './chart-props.ts';
import { figure, plain, useStepText } from './chart-steps.ts';
import { dateTimeText } from './date-time-text.ts';
import { useKitWords } from './kit-words.ts';
import { useCopy } from './use-copy.ts';

/** The figures of a chart in rows. */
export function ChartTable({
  label,
  times,
  stepMs,
  series,
  format = plain,
  current,
}: ChartProps & { current: string | undefined }): ReactElement {
  const say = useKitWords();
  const textOf = useStepText(stepMs);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="chart-table" aria-label={label} tabIndex={0}>
      <table className="table">
        <caption className="unseen">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{say('time')}</th>
            {series.map((one) => (
              <th key={one.label} scope="col" className="number">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, row) => (
            <tr key={time} aria-current={time === current ? 'time' : undefined}>
              <th scope="row">
                {textOf(time)}
                {time === current && ` (${say('inProgress')})`}
              </th>
              {series.map((one) => (
                <td key={one.label} className="number">
                  {figure(one.values[row], format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Copies the table with tabs between its columns, as spreadsheets take it. */
export function CopyTable({ times, series, format = plain }: ChartProps): ReactElement {
  const say = useKitWords();
  const { timeZone } = useSession();
  const { isCopied, copy } = useCopy();
  const text = () => {
    const head = [say('time'), ...series.map(({ label }) => label)];
    const rows = times.map((time, row) => [
      dateTimeText(time, timeZone),
      // A number for a spreadsheet has no separators, and an unknown one is empty.
      ...series.map(({ values }) => {
        const value = values[row] ?? null;
        return value === null ? '' : format(value).replaceAll(',', '');
      }),
    ]);
    return [head, ...rows].map((cells) => cells.join('\t')).join('\n');
  };
  return (
    <button type="button" className="link" onClick={() => copy(text())}>
      {isCopied ? say('copied') : say('copyTable')}
    </button>
  );
}
