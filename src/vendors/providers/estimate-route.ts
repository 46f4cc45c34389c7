import type { Route, RouteStop } from './route.ts';

/** Calls that take the same route. */
interface Stream {
  calls: number;
  route: Pick<Route, 'providers'> | undefined;
}

/** A provider's measured rates, as shares of the calls that it was asked for. */
export interface Measured {
  done: number;
  unavailable: number;
}

export interface RouteEstimate {
  /** How many calls each provider would have ended, by code. The rest found no provider. */
  taken: Map<string, number>;
  /** How many calls would have succeeded. */
  done: number;
  calls: number;
}

/**
 * Estimates a what-if: sends calls along routes by measured rates. Each provider ends the calls that it is
 * asked for, except the share for which it is unavailable, which goes to the next provider. A provider without
 * data of its own gets the average of all providers.
 */
export function estimateRoute(
  streams: readonly Stream[],
  measuredOf: (code: string) => Measured,
  isAsked: (code: string) => boolean,
): RouteEstimate {
  const estimate: RouteEstimate = { taken: new Map(), done: 0, calls: 0 };
  for (const { calls, route } of streams) {
    estimate.calls += calls;
    const stops = (route?.providers ?? []).filter(({ code }) => isAsked(code));
    for (const { order, share } of ordersOf(stops)) {
      let left = calls * share;
      for (const code of order) {
        const { done, unavailable } = measuredOf(code);
        const ended = left * (1 - unavailable);
        estimate.taken.set(code, (estimate.taken.get(code) ?? 0) + ended);
        estimate.done += left * done;
        left -= ended;
      }
    }
  }
  return estimate;
}

/** Every order in which the providers can be asked, with its share of the calls; see `orderOf`. */
function ordersOf(stops: readonly RouteStop[]): { order: string[]; share: number }[] {
  const codes = stops.map(({ code }) => code);
  const total = stops.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  if (codes.length < 2 || total === 0) return [{ order: codes, share: 1 }];
  return stops
    .filter(({ weight = 0 }) => weight > 0)
    .map(({ code, weight = 0 }) => ({
      order: [code, ...codes.filter((other) => other !== code)],
      share: weight / total,
    }));
}
