import { type ReactElement, useMemo } from 'react';
import type { Overview } from '../../../src/console/overview/overview-contract.ts';
import { useCallWords } from '../calls/call-words.ts';
import { Chart, type ChartSeries } from '../parts/chart.tsx';
import { useOverviewWords } from './overview-words.ts';

/** Each product in its colour, and the past in grey. What has not happened yet is not drawn. */
export function OverviewChart({
  overview,
  isSpend = false,
}: {
  overview: Overview;
  isSpend?: boolean;
}): ReactElement {
  const say = useOverviewWords();
  const sayCall = useCallWords();
  const { times, series, past } = overview;
  const drawn = useMemo(() => {
    const now = Date.now();
    const known = (values: readonly number[]) =>
      values.map((value, place) => (Date.parse(times[place] ?? '') <= now ? value : null));
    const ofProducts = series.map(
      ({ product, calls, spend }): ChartSeries => ({
        label: sayCall(`product_${product}`),
        colour: product,
        values: known(isSpend ? spend.map(Number) : calls),
      }),
    );
    if (isSpend || past.every((calls) => calls === 0)) return ofProducts;
    const before: ChartSeries = {
      label: say('pastLine'),
      colour: 'rest',
      values: past,
      isPast: true,
    };
    return [...ofProducts, before];
  }, [times, series, past, isSpend, say, sayCall]);
  return (
    <section className="card overview-chart">
      <header className="card-head">
        <h2>{say(isSpend ? 'spendOverTime' : 'callsOverTime')}</h2>
      </header>
      <Chart label={say(isSpend ? 'spendChart' : 'callsChart')} times={times} series={drawn} />
    </section>
  );
}
