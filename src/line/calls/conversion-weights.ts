import type { Pool } from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { regionOfPrefix } from '../../products/messages/region-of-prefix.ts';
import {
  countFirstCodes,
  type FirstCodes,
} from '../../products/verifications/first-codes-queries.ts';
import { pickRoute, type Route, type Routes } from '../../vendors/providers/route.ts';
import {
  type ConversionCount,
  followsConversion,
  noNumbers,
  weighStops,
} from '../../vendors/providers/weigh-stops.ts';
import type { Principal } from '../callers/principal.ts';

/** Weighs the providers of routes by the conversion of the account's own verifications. */
export interface ConversionWeights {
  /** The route with its current weights. Never waits: figures are read in the background. */
  weigh(caller: Pick<Principal, 'accountId' | 'routes'>, route: Route): Route;
  /** Reads the figures of an account. */
  read(accountId: number): Promise<void>;
}

type RegionCodes = Omit<FirstCodes, 'prefix'> & { region: string | null };

/** What is known of an account, and the routes that were weighed with it. */
interface Known {
  codes: readonly RegionCodes[];
  weighed: WeakMap<Route, Route>;
  nextMs: number;
  untilMs: number;
}

interface Options {
  /** The time between two readings of an account. */
  everyMs?: number;
  /** Figures that could not be read again for so long are not used. */
  lifeMs?: number;
  nowMs?(): number;
}

/** A reading takes at most this share of the time of one connection. */
const shareOfTime = 0.02;

export function createConversionWeights(
  { pool, clock, log }: { pool: Pool; clock: Clock; log: Log },
  { everyMs = 60_000, lifeMs = 1_800_000, nowMs = () => performance.now() }: Options = {},
): ConversionWeights {
  const known = new Map<number, Known>();
  const waiting = new Set<number>();
  let reading: Promise<void> = Promise.resolve();

  /** When an account may be read again whose reading began then, whether it succeeded or not. */
  function pausedSince(startedMs: number): number {
    const endedMs = nowMs();
    return endedMs + Math.max(everyMs, (endedMs - startedMs) / shareOfTime);
  }

  async function readNow(accountId: number): Promise<void> {
    const startedMs = nowMs();
    const codes = await readRegionCodes(pool, accountId, clock.databaseNow());
    const nextMs = pausedSince(startedMs);
    known.set(accountId, { codes, weighed: new WeakMap(), nextMs, untilMs: nextMs + lifeMs });
  }

  /** One account after the other, so that readings never use more than one connection. */
  function request(accountId: number): void {
    if (waiting.has(accountId)) return;
    waiting.add(accountId);
    reading = reading.then(async () => {
      const startedMs = nowMs();
      await readNow(accountId).catch((error: unknown) => {
        // An account without figures pauses too: else each of its calls would start another reading.
        const before = known.get(accountId) ?? { codes: [], weighed: new WeakMap(), untilMs: 0 };
        known.set(accountId, { ...before, nextMs: pausedSince(startedMs) });
        log.warn({ fault: faultOf(error) }, 'conversion could not be read');
      });
      waiting.delete(accountId);
      for (const [id, { nextMs, untilMs }] of known) {
        if (Math.max(nextMs, untilMs) < nowMs()) known.delete(id);
      }
    });
  }

  return {
    weigh({ accountId, routes }, route) {
      if (!followsConversion(route.providers)) return route;
      const found = known.get(accountId);
      if (!found || found.nextMs < nowMs()) request(accountId);
      if (!found || found.untilMs < nowMs()) return route;
      let weighed = found.weighed.get(route);
      if (!weighed) {
        const counts = countsOn(routes, route, found.codes);
        weighed = { ...route, providers: weighStops(route.providers, counts) };
        found.weighed.set(route, weighed);
      }
      return weighed;
    },
    read: readNow,
  };
}

/** The first codes of an account by region; see `countFirstCodes`. */
export async function readRegionCodes(
  pool: Pool,
  accountId: number,
  now: Date | null,
): Promise<RegionCodes[]> {
  const codes = new Map<string, RegionCodes>();
  for (const { prefix, ...counted } of await countFirstCodes(pool, accountId, now)) {
    const region = regionOfPrefix(prefix);
    const key = `${counted.product} ${counted.providerCode} ${region}`;
    const before = codes.get(key) ?? noNumbers;
    codes.set(key, { ...counted, region, ...sumOf(before, counted) });
  }
  return [...codes.values()];
}

function sumOf(one: ConversionCount, other: ConversionCount): ConversionCount {
  return { numbers: one.numbers + other.numbers, approved: one.approved + other.approved };
}

/** The counts by provider of the calls that take this route of the account. */
export function countsOn(
  routes: Routes,
  route: Route,
  codes: readonly RegionCodes[],
): Map<string, ConversionCount> {
  const counts = new Map<string, ConversionCount>();
  for (const { product, region, providerCode, ...counted } of codes) {
    if (pickRoute(routes, product, region) !== route) continue;
    counts.set(providerCode, sumOf(counts.get(providerCode) ?? noNumbers, counted));
  }
  return counts;
}
