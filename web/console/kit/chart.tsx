import './chart.css';
import 'uplot/dist/uPlot.min.css';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { type SeriesName, seriesShades, tokens } from '../../../src/foundation/page/skin/tokens.ts';
import { useSession } from '../client/session.ts';
import { type Language, useLanguage } from '../client/words.ts';
import type { ThemeName } from '../theme/antd-theme.ts';
import { useTheme } from '../theme/use-theme.ts';
import { announce } from './announce.ts';
import { axisTop } from './axis-top.ts';
import { useKitWords } from './kit-words.ts';
import { noNumber, numberText } from './number-text.ts';
import { tickText } from './tick-text.ts';
import { timeText } from './time-text.ts';
import { useIsPhone } from './use-is-phone.ts';

export interface ChartSeries {
  label: string;
  colour: SeriesName;
  values: readonly (number | null)[];
  /** An earlier period, drawn dashed. */
  isPast?: boolean;
}

export interface ChartBand {
  from: string;
  to: string;
  label: string;
}

interface ChartProps {
  /** The accessible name. */
  label: string;
  times: readonly string[];
  series: readonly ChartSeries[];
  bands?: readonly ChartBand[];
  height?: number;
  format?: (value: number) => string;
}

/** A line chart; arrow keys move the cursor, and a table has the same figures. */
export function Chart(props: ChartProps): ReactElement {
  const say = useKitWords();
  const [isTable, setTable] = useState(false);
  return (
    <figure className="chart">
      <div className="chart-legend">
        {props.series.map(({ label, colour, isPast }) => (
          <span key={label}>
            <i className={isPast ? 'chart-key chart-past' : 'chart-key'} data-colour={colour} />
            {label}
          </span>
        ))}
        <button type="button" className="link" onClick={() => setTable(!isTable)}>
          {isTable ? say('showChart') : say('showTable')}
        </button>
      </div>
      {isTable ? <ChartTable {...props} /> : <Plot {...props} />}
    </figure>
  );
}

function Plot({ label, times, series, bands = [], height = 260, format = plain }: ChartProps) {
  const theme = useTheme();
  const language = useLanguage();
  // Its days are the platform's, so its hours are too.
  const { timeZone } = useSession();
  const isPhone = useIsPhone();
  const holder = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [at, setAt] = useState<number>();
  const tall = isPhone ? 160 : height;
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const seconds = times.map((time) => Date.parse(time) / 1_000);
    const options = optionsOf({ series, bands, theme, language, timeZone, isPhone });
    const drawn = new uPlot(
      {
        ...options,
        width: element.clientWidth,
        height: tall,
        hooks: {
          ...options.hooks,
          setCursor: [({ cursor }) => setAt(cursor.idx ?? undefined)],
        },
      },
      [seconds, ...series.map(({ values }) => [...values])],
      element,
    );
    plot.current = drawn;
    const watcher = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: tall }),
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      drawn.destroy();
    };
  }, [times, series, bands, theme, language, timeZone, isPhone, tall]);
  const move = (step: number) => {
    const next = Math.min(times.length - 1, Math.max(0, (at ?? -1) + step));
    const time = times[next];
    const { current } = plot;
    if (!current || time === undefined) return;
    current.setCursor({ left: current.valToPos(Date.parse(time) / 1_000, 'x'), top: 20 });
    setAt(next);
    const figures = series.map((one) => `${one.label} ${figure(one.values[next], format)}`);
    announce(`${timeText(time, 'short', language, timeZone)}: ${figures.join(', ')}`);
  };
  return (
    <div
      className="chart-plot"
      role="application"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move through it
      tabIndex={0}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') move(1);
        if (key === 'ArrowLeft') move(-1);
      }}
      onBlur={() => setAt(undefined)}
    >
      <div ref={holder} style={{ height: tall }} />
      {at !== undefined && times[at] !== undefined && (
        <Tip
          {...{ series, bands, format, language, timeZone, at }}
          time={times[at]}
          isLeft={at > times.length / 2}
        />
      )}
    </div>
  );
}

function Tip({
  series,
  bands,
  format,
  language,
  timeZone,
  at,
  time,
  isLeft,
}: Required<Pick<ChartProps, 'series' | 'bands' | 'format'>> & {
  language: Language;
  timeZone: string;
  at: number;
  time: string;
  isLeft: boolean;
}) {
  const band = bands.find(({ from, to }) => from <= time && time <= to);
  return (
    <div className="chart-tip" data-left={isLeft || undefined}>
      <p>
        <strong>{timeText(time, 'short', language, timeZone)}</strong>
      </p>
      {series.map(({ label, colour, values }) => (
        <p key={label}>
          <i className="chart-square" data-colour={colour} />
          <span>{label}</span>
          <b className="number">{figure(values[at], format)}</b>
        </p>
      ))}
      {band && <p className="chart-band">{band.label}</p>}
    </div>
  );
}

function ChartTable({ label, times, series, format = plain }: ChartProps): ReactElement {
  const say = useKitWords();
  const language = useLanguage();
  const { timeZone } = useSession();
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
            <tr key={time}>
              <td>{timeText(time, 'short', language, timeZone)}</td>
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

const plain = (value: number) => numberText(value);

function figure(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? noNumber : format(value);
}

const wholeSteps = Array.from({ length: 10 }, (_, power) =>
  [1, 2, 5].map((one) => one * 10 ** power),
).flat();

function optionsOf({
  series,
  bands,
  theme,
  language,
  timeZone,
  isPhone,
}: {
  series: readonly ChartSeries[];
  bands: readonly ChartBand[];
  theme: ThemeName;
  language: Language;
  timeZone: string;
  isPhone: boolean;
}): Omit<uPlot.Options, 'width' | 'height'> {
  const font = '12px Inter, sans-serif';
  const axis = { stroke: tokens.soft[theme], font, ticks: { show: false } };
  const isWhole = series.every(({ values }) => values.every((one) => Number.isInteger(one ?? 0)));
  return {
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone),
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range: (_plot, _min, max) => [0, axisTop(max)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        space: isPhone ? 110 : 140,
        values: (_plot, ticks) =>
          ticks.map((seconds) => tickText(seconds, ticks, language, timeZone)),
      },
      {
        ...axis,
        size: 56,
        space: isPhone ? 50 : 60,
        grid: { stroke: tokens.line[theme], width: 1 },
        // Counts have no fractional ticks.
        ...(isWhole ? { incrs: wholeSteps } : {}),
        values: (_plot, ticks) => ticks.map(plain),
      },
    ],
    series: [
      {},
      ...series.map(({ label, colour, isPast }) => ({
        label,
        stroke: seriesShades[colour][theme],
        width: isPast ? 1.25 : 1.75,
        points: { show: false },
        ...(isPast ? { dash: [3, 3] } : {}),
      })),
    ],
    hooks: {
      drawClear: [
        (drawn) => {
          drawn.ctx.fillStyle = tokens['warn-tint'][theme];
          for (const { from, to } of bands) {
            const left = drawn.valToPos(Date.parse(from) / 1_000, 'x', true);
            const right = drawn.valToPos(Date.parse(to) / 1_000, 'x', true);
            drawn.ctx.fillRect(left, drawn.bbox.top, right - left, drawn.bbox.height);
          }
        },
      ],
    },
  };
}
