import type { Pool } from 'pg';
import { type Money, parseMoney } from '../../foundation/money.ts';
import { regionOfPrefix } from '../../products/messages/region-of-prefix.ts';
import {
  estimateRoute,
  type Measured,
  type RouteEstimate,
} from '../../vendors/providers/estimate-route.ts';
import { listProviders } from '../../vendors/providers/provider-queries.ts';
import { pickRoute, type RouteStop } from '../../vendors/providers/route.ts';
import {
  listRoutes,
  type RouteKey,
  type StoredRoute,
} from '../../vendors/providers/route-queries.ts';
import { type ProviderHealth, readHealth } from './health-queries.ts';
import { maxPastCalls, type PastCalls, readPastCalls } from './what-if-queries.ts';

/** Actual results of the calls that would take a route, and their estimated results with the drafted one. */
interface WhatIfReport {
  calls: number;
  /** There were more calls than were read. */
  isSample: boolean;
  /** The share of calls that each provider ended. */
  providers: { code: string; was: number; wouldBe: number }[];
  success: { was: number | null; wouldBe: number | null };
  /** Null if the cost of one of the providers is unknown. */
  cost: { was: Money | null; wouldBe: Money | null };
  margin: { was: number | null; wouldBe: number | null };
}

const measuredMinutes = 24 * 60;

/**
 * Estimates which provider would have taken the live calls of a period with a drafted route. It counts only
 * calls that would take this route, and uses the recently measured rate at which each provider is
 * unavailable.
 */
export async function whatIf(
  pool: Pool,
  key: RouteKey,
  stops: readonly RouteStop[],
  span: Period,
): Promise<WhatIfReport> {
  const days = whatIfOver(pool, key, stops, [span]);
  let step = await days.next();
  while (!step.done) step = await days.next();
  return step.value;
}

interface Period {
  starts: Date;
  ends: Date;
}

/** The same over several periods. It yields how many of them were read, so that long work can be followed and left. */
export async function* whatIfOver(
  pool: Pool,
  key: RouteKey,
  stops: readonly RouteStop[],
  spans: readonly Period[],
): AsyncGenerator<number, WhatIfReport> {
  const draft: StoredRoute = { ...key, providers: stops };
  const routes = withDraft(await listRoutes(pool), draft);
  const taking: PastCalls[] = [];
  let isSample = false;
  for (const [at, span] of spans.entries()) {
    const past = await readPastCalls(pool, key.product, span);
    taking.push(...past.filter((calls) => pickFor(routes, key, calls) === draft));
    isSample ||= past.reduce((sum, { calls }) => sum + calls, 0) >= maxPastCalls;
    yield at + 1;
  }
  const health = await readHealth(pool, measuredMinutes);
  const providers = await listProviders(pool);
  const isAsked = (code: string) =>
    code === 'sandbox' || providers.some((p) => p.providerCode === code && p.isOn);
  const estimate = estimateRoute(
    taking.map(({ calls }) => ({ calls, route: draft })),
    (code) => measuredOf(health, code),
    isAsked,
  );
  const listed = new Map(
    providers.map(({ providerCode, costs }) => [providerCode, parseMoney(costs.each ?? '')]),
  );
  return { ...compare(taking, estimate, listed), isSample };
}

/** Replaces the existing route by the draft, in order of precedence: most specific first. */
function withDraft(routes: readonly StoredRoute[], draft: StoredRoute): StoredRoute[] {
  const others = routes.filter(
    ({ product, accountId, region }) =>
      product !== draft.product || accountId !== draft.accountId || region !== draft.region,
  );
  const rank = ({ accountId, region }: StoredRoute) =>
    (accountId === null ? 2 : 0) + (region === null ? 1 : 0);
  return [...others, draft].sort((one, other) => rank(one) - rank(other));
}

function pickFor(
  routes: readonly StoredRoute[],
  { product }: RouteKey,
  { accountId, prefix }: PastCalls,
) {
  const own = routes.filter((route) => route.accountId === null || route.accountId === accountId);
  return pickRoute(own, product, prefix === null ? null : regionOfPrefix(prefix));
}

/** A provider without measurements gets the average of all providers. */
function measuredOf(health: readonly ProviderHealth[], code: string): Measured {
  const known = health.filter(({ providerCode }) => providerCode === code);
  const rows = known.length > 0 ? known : health;
  const asked = rows.reduce((sum, row) => sum + row.asked, 0);
  if (asked === 0) return { done: 1, unavailable: 0 };
  const share = (of: 'done' | 'unavailable') => rows.reduce((sum, row) => sum + row[of], 0) / asked;
  return { done: share('done'), unavailable: share('unavailable') };
}

function compare(
  past: readonly PastCalls[],
  estimate: RouteEstimate,
  listed: ReadonlyMap<string, Money | undefined>,
): Omit<WhatIfReport, 'isSample'> {
  const { calls } = estimate;
  const sum = (of: (row: PastCalls) => number) => past.reduce((all, row) => all + of(row), 0);
  const done = sum((row) => row.done);
  const price = past.reduce((all, row) => all + row.price, 0n);
  const partsPerCall = calls === 0 ? 1 : sum((row) => row.parts) / calls;
  const cost = costOf(takenBefore(past), past, listed, partsPerCall);
  const wouldCost = costOf(estimate.taken, past, listed, partsPerCall);
  const wouldPrice = done === 0 ? 0 : (Number(price) / done) * estimate.done;
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  const codes = new Set([
    ...estimate.taken.keys(),
    ...past.flatMap(({ providerCode }) => providerCode ?? []),
  ]);
  return {
    calls,
    providers: [...codes].map((code) => ({
      code,
      was:
        share(
          sum((row) => (row.providerCode === code ? row.calls : 0)),
          calls,
        ) ?? 0,
      wouldBe: share(estimate.taken.get(code) ?? 0, calls) ?? 0,
    })),
    success: { was: share(done, calls), wouldBe: share(estimate.done, calls) },
    cost: { was: cost, wouldBe: wouldCost },
    margin: {
      was: cost === null ? null : share(Number(price - cost), Number(price)),
      wouldBe: wouldCost === null ? null : share(wouldPrice - Number(wouldCost), wouldPrice),
    },
  };
}

function takenBefore(past: readonly PastCalls[]): Map<string, number> {
  const taken = new Map<string, number>();
  for (const { providerCode, calls } of past) {
    if (providerCode !== null) taken.set(providerCode, (taken.get(providerCode) ?? 0) + calls);
  }
  return taken;
}

/** Uses the cost of the past calls where it is known, otherwise the provider's price list. */
function costOf(
  taken: ReadonlyMap<string, number>,
  past: readonly PastCalls[],
  listed: ReadonlyMap<string, Money | undefined>,
  partsPerCall: number,
): Money | null {
  let cost = 0;
  for (const [code, calls] of taken) {
    const seen = past.filter(({ providerCode }) => providerCode === code);
    const seenCost = seen.reduce((sum, row) => sum + row.cost, 0n);
    const uncosted = seen.reduce((sum, row) => sum + row.uncosted, 0);
    const seenCalls = seen.reduce((sum, row) => sum + row.calls, 0) - uncosted;
    const each = listed.get(code);
    if (seenCost > 0n) cost += (Number(seenCost) / seenCalls) * calls;
    else if (each !== undefined) cost += Number(each) * partsPerCall * calls;
    else if (calls > 0) return null;
  }
  return BigInt(Math.round(cost));
}
