import type { Route, RouteStop } from './route.ts';

/** Calls that take one route. */
export interface Stream {
  calls: number;
  route: Pick<Route, 'providers'> | undefined;
}

/** What was measured of a provider, as shares of what it was asked for. */
export interface Measured {
  done: number;
  unavailable: number;
}

export interface Replayed {
  /** How many of the calls each would have carried out or ended, by its code; the rest found nobody. */
  taken: Map<string, number>;
  /** How many would have been done. */
  done: number;
  calls: number;
}

/**
 * Sends calls along their routes once more, by what was measured: each provider ends those that it is asked
 * for, save the share that it could not take; these go on to the next one. A provider that is off, or of
 * which nothing is known, takes what it is asked for as well as all others did together.
 */
export function replayRoute(
  streams: readonly Stream[],
  measuredOf: (code: string) => Measured,
  isAsked: (code: string) => boolean,
): Replayed {
  const replayed: Replayed = { taken: new Map(), done: 0, calls: 0 };
  for (const { calls, route } of streams) {
    replayed.calls += calls;
    const stops = (route?.providers ?? []).filter(({ code }) => isAsked(code));
    for (const { order, share } of ordersOf(stops)) {
      let left = calls * share;
      for (const code of order) {
        const { done, unavailable } = measuredOf(code);
        const ended = left * (1 - unavailable);
        replayed.taken.set(code, (replayed.taken.get(code) ?? 0) + ended);
        replayed.done += left * done;
        left -= ended;
      }
    }
  }
  return replayed;
}

/** Every order in which the stops may be asked, with its share of the calls; see `orderOf`. */
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
