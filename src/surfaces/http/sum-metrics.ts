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

/** What ended processes have counted. Several may end while the counts of one are added up. */
export function createEndedCounts() {
  let sum: Promise<ProcessMetrics> = Promise.resolve([]);
  return {
    add(counted: ProcessMetrics): void {
      sum = sum.then((before) => keepCounts([before, counted]));
    },
    /** Adds what the running ones count, each of which is in one of the two. */
    async sumWith(latest: ReadonlyMap<unknown, ProcessMetrics>): Promise<string> {
      for (;;) {
        const added = sum;
        const before = await added;
        if (added === sum) return sumMetrics([before, ...latest.values()]);
      }
    },
  };
}
