import { type ReactElement, useMemo } from 'react';
import type { Overview } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useSession } from '../../client/session.ts';
import { Chart, type ChartSeries } from '../../kit/chart.tsx';
import { numberText } from '../../kit/number-text.ts';
import { inShownOrder, useProductName } from '../../kit/use-product-name.ts';
import type { SpanName } from './overview-spans.ts';
import { useOverviewWords } from './overview-words.ts';

const hourMs = 3_600_000;

const inFull = (value: number) => numberText(value.toFixed(4));

/** The hours that each point covers. */
function hoursOf([first = '', second = '']: readonly string[]): number {
  return Math.max(1, Math.round((Date.parse(second) - Date.parse(first)) / hourMs) || 1);
}

/** Points in the future are not drawn. */
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
  const { times, series, past } = overview;
  const hours = hoursOf(times);
  const drawn = useMemo(() => {
    const now = Date.now();
    const known = (values: readonly number[]) =>
      values.map((value, index) => (Date.parse(times[index] ?? '') <= now ? value : null));
    const ofProducts = inShownOrder(series).map(
      ({ product, calls, spend }): ChartSeries => ({
        label: nameOf(product),
        colour: product,
        values: known(isSpend ? spend.map(Number) : calls),
      }),
    );
    if (isSpend || past.every((calls) => calls === 0)) return ofProducts;
    const before: ChartSeries = {
      label: say(`past_${span}`),
      colour: 'rest',
      values: past,
      isPast: true,
    };
    return [...ofProducts, before];
  }, [times, series, past, span, isSpend, say, nameOf]);
  return (
    <section className="card overview-chart">
      <header className="card-head">
        <h2>
          {hours === 1
            ? say(isSpend ? 'spendHourly' : 'callsHourly')
            : say(isSpend ? 'spendPer' : 'callsPer', { count: hours })}
        </h2>
        {isSpend && <span className="overview-unit">{currency}</span>}
      </header>
      <Chart
        label={say(isSpend ? 'spendChart' : 'callsChart')}
        times={times}
        series={drawn}
        {...(isSpend ? { format: inFull } : {})}
      />
    </section>
  );
}
