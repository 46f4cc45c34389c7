import { type ReactElement, useMemo } from 'react';
import type { Overview } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useSession } from '../../client/session.ts';
import { Chart } from '../../kit/chart.tsx';
import type { ChartSeries } from '../../kit/chart-props.ts';
import { numberText } from '../../kit/number-text.ts';
import { inShownOrder, useProductName } from '../../kit/use-product-name.ts';
import type { SpanName } from './overview-spans.ts';
import { useOverviewWords } from './overview-words.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const inFull = (value: number) => numberText(value.toFixed(4));

/** How long each step is. */
function stepOf([first = '', second = '']: readonly string[]): number {
  return Date.parse(second) - Date.parse(first) || hourMs;
}

/** Steps in the future are not drawn; the one that is under way is marked below the axis. */
export function OverviewChart({
  overview,
  span,
  isSpend = false,
}: {
  overview: Overview;
  span: SpanName;
  isSpend?: boolean;
}): ReactElement {
  const say = useOverviewWords();
  const nameOf = useProductName();
  const { currency } = useSession();
  const { times, series, past, pastSpend } = overview;
  const stepMs = stepOf(times);
  const reached = times.findLastIndex((time) => Date.parse(time) <= Date.now());
  const drawn = useMemo(() => {
    const known = (values: readonly number[]) =>
      values.map((value, index) => (index <= reached ? value : null));
    // What was never called in this period would only crowd the legend.
    const called = series.filter(({ calls }) => calls.some((count) => count > 0));
    const ofProducts = inShownOrder(called).map(
      ({ product, calls, spend }): ChartSeries => ({
        label: nameOf(product),
        colour: product,
        values: known(isSpend ? spend.map(Number) : calls),
      }),
    );
    if (past.every((calls) => !calls)) return ofProducts;
    const before: ChartSeries = {
      label: say(`past_${span}`),
      colour: 'rest',
      values: isSpend ? pastSpend.map((money) => (money === null ? null : Number(money))) : past,
      isPast: true,
    };
    return [...ofProducts, before];
  }, [reached, series, past, pastSpend, span, isSpend, say, nameOf]);
  const title =
    stepMs < hourMs
      ? say(isSpend ? 'spendMinutes' : 'callsMinutes', { count: stepMs / minuteMs })
      : stepMs === hourMs
        ? say(isSpend ? 'spendHourly' : 'callsHourly')
        : say(isSpend ? 'spendPer' : 'callsPer', { count: Math.round(stepMs / hourMs) });
  return (
    <section className="card overview-chart">
      <header className="card-head">
        <h2>{title}</h2>
        {isSpend && <span className="overview-unit">{currency}</span>}
      </header>
      <Chart
        label={say(isSpend ? 'spendChart' : 'callsChart')}
        times={times}
        series={drawn}
        stepMs={stepMs}
        isSums
        {...(isSpend ? { format: inFull } : {})}
      />
    </section>
  );
}
