import type { ChartSeries } from './chart-props.ts';

/**
 * Series to be drawn one over the other, as a stack: each with the sum of its own values and of those of the series
 * after it, so that the last one lies at the bottom. An earlier period is compared with the whole, and is no part of it.
 */
export function stackSeries(series: readonly ChartSeries[]): ChartSeries[] {
  return series.map((one, at) => {
    if (one.isPast) return one;
    const below = series.slice(at).filter(({ isPast }) => !isPast);
    const values = one.values.map((own, step) =>
      own === null ? null : below.reduce((sum, { values }) => sum + (values[step] ?? 0), 0),
    );
    return { ...one, values };
  });
}
