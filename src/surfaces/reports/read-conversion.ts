import type { Pool } from 'pg';
import { countsOn, readRegionCodes } from '../../line/calls/conversion-weights.ts';
import type { Route, Routes } from '../../vendors/providers/route.ts';
import {
  type ConversionCount,
  followsConversion,
  weighStops,
} from '../../vendors/providers/weigh-stops.ts';

/** What the weights of a route are now, and by which counts, by provider. */
export interface Conversion {
  counts: ReadonlyMap<string, ConversionCount>;
  weights: ReadonlyMap<string, number>;
}

/** The weights that an account's calls have on a route; undefined if they do not follow conversion. */
export async function readConversion(
  pool: Pool,
  account: number,
  routes: Routes,
  route: Route,
): Promise<Conversion | undefined> {
  if (!followsConversion(route.providers)) return undefined;
  const counts = countsOn(routes, route, await readRegionCodes(pool, account, null));
  const weighed = weighStops(route.providers, counts);
  return { counts, weights: new Map(weighed.map(({ code, weight = 0 }) => [code, weight])) };
}
