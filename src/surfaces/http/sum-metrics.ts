import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

/** The metrics of one process, as they travel between processes. */
export type ProcessMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Adds up the metrics of several processes, each by its own rule: what all read in the database counts once. */
export function sumMetrics(all: readonly ProcessMetrics[]): Promise<string> {
  return summed(all).metrics();
}

/** What remains of a process that has ended: its counts. Without them, totals would fall and count twice. */
export async function keepCounts(all: readonly ProcessMetrics[]): Promise<ProcessMetrics> {
  const metrics = await summed(all).getMetricsAsJSON();
  return (metrics as unknown as ProcessMetrics).filter(({ type }) => {
    // The library's JSON names types; its typings declare an enum of numbers.
    return ['counter', 'histogram'].includes(String(type));
  });
}

function summed(all: readonly ProcessMetrics[]) {
  return AggregatorRegistry.aggregate(all as unknown as object[]);
}
