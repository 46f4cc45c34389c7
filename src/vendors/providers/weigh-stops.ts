import type { RouteStop } from './route.ts';

/** How many numbers a provider sent the first code to, and how many of those entered it. */
export interface ConversionCount {
  numbers: number;
  approved: number;
}

/** The bounds between which the true share lies with 95 % certainty (Wilson). */
export function certainBounds({ numbers, approved }: ConversionCount): {
  low: number;
  high: number;
} {
  if (numbers === 0) return { low: 0, high: 1 };
  const z = 1.96;
  const share = approved / numbers;
  const scale = 1 + z ** 2 / numbers;
  const middle = share + z ** 2 / (2 * numbers);
  const spread = z * Math.sqrt((share * (1 - share)) / numbers + z ** 2 / (4 * numbers ** 2));
  // A rounding error below 0 would look like evidence.
  return { low: Math.max(0, (middle - spread) / scale), high: (middle + spread) / scale };
}

/** Whether the weights of a route follow conversion: a provider on it has a weight to fall to. */
export function followsConversion(stops: readonly RouteStop[]): boolean {
  return stops.some(({ minWeight }) => minWeight !== undefined);
}

export const noNumbers: ConversionCount = { numbers: 0, approved: 0 };

/**
 * The weights that follow from conversion. A provider keeps its weight as long as it may be as good as the best
 * one, has its minimum when it is certainly less than half as good, and a weight in proportion between.
 * Few numbers have wide bounds, so that nothing changes before there is evidence.
 */
export function weighStops(
  stops: readonly RouteStop[],
  counts: ReadonlyMap<string, ConversionCount>,
): RouteStop[] {
  const boundsOf = (code: string) => certainBounds(counts.get(code) ?? noNumbers);
  const best = Math.max(
    ...stops.map(({ code, weight = 0 }) => (weight > 0 ? boundsOf(code).low : 0)),
  );
  return stops.map((stop) => {
    const { code, weight = 0, minWeight } = stop;
    if (minWeight === undefined || best === 0) return stop;
    const asGood = boundsOf(code).high / best;
    const kept = Math.min(1, Math.max(0, 2 * asGood - 1));
    return { ...stop, weight: minWeight + (weight - minWeight) * kept };
  });
}
