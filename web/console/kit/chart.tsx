import './chart.css';
import 'uplot/dist/uPlot.min.css';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import uPlot from 'uplot';
import { seriesShades, tokens } from '../../../src/foundation/page/skin/tokens.ts';
import { useSession } from '../client/session.ts';
import { type Language, useLanguage } from '../client/words.ts';
import type { ThemeName } from '../theme/antd-theme.ts';
import { useTheme } from '../theme/use-theme.ts';
import { announce } from './announce.ts';
import { axisTop, ticksTo } from './axis-top.ts';
import type { ChartBand, ChartProps, ChartSeries } from './chart-props.ts';
import { stackSeries } from './chart-stack.ts';
import { currentStep, figure, plain, useStepText } from './chart-steps.ts';
import { ChartTable, CopyTable } from './chart-table.tsx';
import { useKitWords } from './kit-words.ts';
import { tickText } from './tick-text.ts';
import { useIsPhone } from './use-is-phone.ts';

/** A chart of lines or bars over time; arrow keys move through its steps, and a table has the same figures. */
export function Chart(props: ChartProps): ReactElement {
  const say = useKitWords();
  const textOf = useStepText(props.stepMs);
  const [isTable, setTable] = useState(false);
  const current = currentStep(props.times, props.stepMs);
  return (
    <figure className="chart">
      <div className="chart-legend">
        {props.series.map(({ label, colour, isPast }) => (
          <span key={label}>
            <i className={isPast ? 'chart-key chart-past' : 'chart-key'} data-colour={colour} />
            {label}
          </span>
        ))}
        {current !== undefined && (
          <span>
            <i className="chart-now" />
            {say('inProgressAt', { step: textOf(current, 'clock') })}
          </span>
        )}
        <span className="chart-acts">
          {isTable && <CopyTable {...props} />}
          <button type="button" className="link" onClick={() => setTable(!isTable)}>
            {isTable ? say('showChart') : say('showTable')}
          </button>
        </span>
      </div>
      {isTable ? (
        <ChartTable {...props} current={current} />
      ) : (
        <Plot {...props} current={current} />
      )}
    </figure>
  );
}

function Plot({
  label,
  times,
  stepMs,
  series,
  bands = noBands,
  height = 260,
  isSums = false,
  format = plain,
  current,
}: ChartProps & { current: string | undefined }) {
  const say = useKitWords();
  const hint = useId();
  const textOf = useStepText(stepMs);
  const isPhone = useIsPhone();
  const tall = isPhone ? 160 : height;
  const { holder, at, moveTo } = usePlot({
    ...{ times, stepMs, series, bands, isSums, current, tall, isPhone },
  });
  const move = (to: number) => {
    const next = Math.min(times.length - 1, Math.max(0, to));
    const time = times[next];
    if (time === undefined) return;
    moveTo(next);
    const figures = series.map((one) => `${one.label} ${figure(one.values[next], format)}`);
    const standing = time === current ? ` (${say('inProgress')})` : '';
    announce(`${textOf(time)}${standing}: ${figures.join(', ')}`);
  };
  const latest = current === undefined ? times.length - 1 : times.indexOf(current);
  const targets: Partial<Record<string, number>> = {
    ArrowRight: (at ?? -1) + 1,
    ArrowLeft: at === undefined ? latest : at - 1,
    Home: 0,
    End: times.length - 1,
  };
  return (
    <div
      className="chart-plot"
      role="application"
      aria-label={label}
      aria-describedby={hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move through it
      tabIndex={0}
      onKeyDown={(event) => {
        const to = targets[event.key];
        if (to === undefined) return;
        // Home and End would scroll the page.
        event.preventDefault();
        move(to);
      }}
      onBlur={() => moveTo(undefined)}
    >
      <span id={hint} className="unseen">
        {say('chartKeys')}
      </span>
      <div ref={holder} style={{ height: tall }} />
      {at !== undefined && times[at] !== undefined && (
        <Tip
          {...{ series, bands, format, at, stepMs }}
          time={times[at]}
          isCurrent={times[at] === current}
          isLeft={at > times.length / 2}
        />
      )}
    </div>
  );
}

/** Draws the figures, and keeps the cursor where it is while they change. */
function usePlot({
  times,
  stepMs,
  series,
  bands,
  isSums,
  current,
  tall,
  isPhone,
}: Required<Pick<ChartProps, 'times' | 'stepMs' | 'series' | 'bands' | 'isSums'>> & {
  current: string | undefined;
  tall: number;
  isPhone: boolean;
}) {
  const theme = useTheme();
  const language = useLanguage();
  // Its days are the platform's, so its hours are too.
  const { timeZone } = useSession();
  const holder = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [at, setAt] = useState<number>();
  const kept = useRef(at);
  kept.current = at;
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const seconds = times.map((time) => Date.parse(time) / 1_000);
    const drawnSeries = isSums ? stackSeries(series) : series;
    const shown = {
      series: drawnSeries,
      bands,
      isSums,
      theme,
      language,
      timeZone,
      isPhone,
      stepMs,
      current,
    };
    const options = optionsOf(shown);
    const before = kept.current;
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
      [seconds, ...drawnSeries.map(({ values }) => [...values])],
      element,
    );
    plot.current = drawn;
    putCursor(drawn, seconds[before ?? -1]);
    const watcher = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: tall }),
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      drawn.destroy();
    };
  }, [times, stepMs, series, bands, isSums, current, theme, language, timeZone, isPhone, tall]);
  const moveTo = (index: number | undefined) => {
    const time = times[index ?? -1];
    if (plot.current) putCursor(plot.current, time === undefined ? time : Date.parse(time) / 1_000);
    setAt(index);
  };
  return { holder, at, moveTo };
}

/** Outside of the plot there is no cursor. */
function putCursor(drawn: uPlot, seconds: number | undefined): void {
  const left = seconds === undefined ? -10 : drawn.valToPos(seconds, 'x');
  drawn.setCursor({ left, top: seconds === undefined ? -10 : 20 });
}

function Tip({
  series,
  bands,
  format,
  at,
  stepMs,
  time,
  isCurrent,
  isLeft,
}: Required<Pick<ChartProps, 'series' | 'bands' | 'format' | 'stepMs'>> & {
  at: number;
  time: string;
  isCurrent: boolean;
  isLeft: boolean;
}) {
  const say = useKitWords();
  const textOf = useStepText(stepMs);
  const band = bands.find(({ from, to }) => from <= time && time <= to);
  return (
    <div className="chart-tip" data-left={isLeft || undefined}>
      <p>
        <strong>{textOf(time)}</strong>
        {isCurrent && <span>{say('inProgress')}</span>}
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

const noBands: readonly ChartBand[] = [];

/** A bar is as wide as its step, without the line between it and the next. */
const barOf = (fill: string): Partial<uPlot.Series> => ({
  ...{ fill, width: 0 },
  paths: uPlot.paths.bars?.({ size: [0.86, Number.POSITIVE_INFINITY], align: 1 }),
});

function optionsOf({
  series,
  bands,
  isSums,
  theme,
  language,
  timeZone,
  isPhone,
  stepMs,
  current,
}: {
  series: readonly ChartSeries[];
  bands: readonly ChartBand[];
  isSums: boolean;
  theme: ThemeName;
  language: Language;
  timeZone: string;
  isPhone: boolean;
  stepMs: number;
  current: string | undefined;
}): Omit<uPlot.Options, 'width' | 'height'> {
  const font = '12px Inter, sans-serif';
  const axis = { stroke: tokens.soft[theme], font, ticks: { show: false } };
  const isWhole = series.every(({ values }) => values.every((one) => Number.isInteger(one ?? 0)));
  const top = axisTop(
    Math.max(0, ...series.flatMap(({ values }) => values.map((one) => one ?? 0))),
  );
  return {
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone),
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      // The last step ends where the axis does.
      x: { range: (_plot, min, max) => [min, max + stepMs / 1_000] },
      y: { range: [0, top] },
    },
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
        space: isPhone ? 50 : 48,
        grid: { stroke: tokens.line[theme], width: 1 },
        incrs: ticksTo(top, isWhole),
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
        ...(isSums && !isPast ? barOf(seriesShades[colour][theme]) : {}),
      })),
    ],
    hooks: {
      drawClear: [
        (drawn) => {
          for (const { from, to } of bands) {
            shadeSpan(drawn, Date.parse(from), Date.parse(to), tokens['warn-tint'][theme]);
          }
          if (current === undefined) return;
          const begun = Date.parse(current);
          markSpan(drawn, begun, begun + stepMs, tokens.control[theme]);
        },
      ],
    },
  };
}

function shadeSpan(drawn: uPlot, from: number, to: number, fill: string): void {
  const { ctx, bbox } = drawn;
  const { left, width } = placeOf(drawn, from, to);
  ctx.fillStyle = fill;
  ctx.fillRect(left, bbox.top, width, bbox.height);
}

/** Below the axis, where it is not taken for a bar. */
function markSpan(drawn: uPlot, from: number, to: number, fill: string): void {
  const { ctx, bbox } = drawn;
  const { left, width } = placeOf(drawn, from, to);
  const [wide, high] = [Math.max(width, 8 * uPlot.pxRatio), 3 * uPlot.pxRatio];
  ctx.fillStyle = fill;
  ctx.fillRect(left + (width - wide) / 2, bbox.top + bbox.height + uPlot.pxRatio, wide, high);
}

function placeOf({ valToPos }: uPlot, from: number, to: number): { left: number; width: number } {
  const left = valToPos(from / 1_000, 'x', true);
  return { left, width: valToPos(to / 1_000, 'x', true) - left };
}
