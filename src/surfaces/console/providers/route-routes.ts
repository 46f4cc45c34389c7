import { readRouteMark, routeMarkOf } from '../../../vendors/providers/route-mark.ts';
import {
  findRoute,
  type RouteKey as Key,
  type ListedRoute,
  listRoutes,
  pageRoutes,
  removeRoute,
  setRoute,
} from '../../../vendors/providers/route-queries.ts';
import {
  listRouteVersions,
  restoreRoute,
  stopsOf,
} from '../../../vendors/providers/route-versions.ts';
import { noNumbers } from '../../../vendors/providers/weigh-stops.ts';
import { readConversion } from '../../reports/read-conversion.ts';
import { whatIf } from '../../reports/what-if.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { wireVersions } from '../kit/version-contract.ts';
import {
  NewRoute,
  RestoredRoute,
  RouteFacts,
  RouteKey,
  RoutePage,
  RouteQuery,
  type RouteRow,
  RoutesQuery,
  RouteVersions,
  WhatIf,
  WhatIfQuery,
} from './providers-contract.ts';
import { readStop } from './read-stop.ts';

const pageSize = 50;

function rowOf({ product, accountId, region, providers, accountName }: ListedRoute): RouteRow {
  return { product, accountId, region, accountName, stops: [...providers] };
}

async function factsOf({ pool }: Pick<ConsoleContext, 'pool'>, key: Key): Promise<RouteFacts> {
  const { stored, everybodys, accounts } = await findRoute(pool, key);
  return {
    ...{ stored: stored && rowOf(stored), everybodys: everybodys && rowOf(everybodys), accounts },
    conversion: await conversionOf(pool, key),
  };
}

/** Each account has figures of its own, so a default route has none. */
async function conversionOf(
  pool: ConsoleContext['pool'],
  { product, accountId, region }: Key,
): Promise<RouteFacts['conversion']> {
  if (accountId === null) return [];
  const routes = await listRoutes(pool, accountId);
  const route = routes.find(
    (one) => one.product === product && one.accountId === accountId && one.region === region,
  );
  const conversion = route && (await readConversion(pool, accountId, routes, route));
  return [...(conversion?.weights ?? [])].map(([code, weight]) => {
    const { numbers, approved } = conversion?.counts.get(code) ?? noNumbers;
    return { code, weight, numbers, approved };
  });
}

/** The previous day in a time zone. */
function yesterdayIn(timeZone: string, now: Date) {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay();
  const yesterday = today.subtract({ days: 1 });
  return {
    day: yesterday.toPlainDate().toString(),
    starts: new Date(yesterday.epochMilliseconds),
    ends: new Date(today.epochMilliseconds),
  };
}

/** Routes: which provider is tried first, and which next. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/providers/routes',
    right: 'providers.read',
    summary: 'List routes, default first; the most specific one wins',
    query: RoutesQuery,
    reply: RoutePage,
    async handle({ pool, scope }, { query: { after, limit = pageSize, ...wanted } }) {
      requirePlatform(scope);
      const mark = after === undefined ? undefined : readRouteMark(after);
      const { routes, next } = await pageRoutes(pool, { ...wanted, after: mark, limit });
      return { routes: routes.map(rowOf), next: next && routeMarkOf(next) };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/providers/route',
    right: 'providers.read',
    summary: 'Show a route and the default one',
    query: RouteQuery,
    reply: RouteFacts,
    async handle(context, { query: { product, account: accountId = null, region = null } }) {
      requirePlatform(context.scope);
      return factsOf(context, { product, accountId, region });
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/providers/set-route',
    right: 'routes.change',
    summary: 'Set the providers for live calls of a product, best first',
    body: NewRoute,
    reply: RouteFacts,
    async handle(context, { body: { stops, was, ...key } }) {
      requirePlatform(context.scope);
      await context.change('route.set', (by) => setRoute(by, key, stops, was));
      return factsOf(context, key);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/providers/route-versions',
    right: 'providers.read',
    summary: 'List the changes of a route, newest first',
    query: RouteQuery,
    reply: RouteVersions,
    async handle({ pool, scope }, { query: { product, account = null, region = null } }) {
      requirePlatform(scope);
      const key = { product, accountId: account, region };
      const { stored } = await findRoute(pool, key);
      const versions = await listRouteVersions(pool, key, stored?.providers ?? null);
      return wireVersions(versions, (columns) => {
        const stops = stopsOf(columns);
        return stops && [...stops];
      });
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/providers/restore-route',
    right: 'routes.change',
    summary: 'Restore a version of a route, if the route is still as named',
    body: RestoredRoute,
    reply: RouteFacts,
    async handle(context, { body: { version: entryId, was, ...key } }) {
      requirePlatform(context.scope);
      await context.change('route.restore', (by) => restoreRoute(by, key, { entryId, was }));
      return factsOf(context, key);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/providers/remove-route',
    right: 'routes.change',
    summary: 'Remove a route; the next less specific one then applies',
    body: RouteKey,
    reply: RouteFacts,
    async handle(context, { body }) {
      requirePlatform(context.scope);
      await context.change('route.remove', (by) => removeRoute(by, body));
      return factsOf(context, body);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/providers/what-if',
    right: 'providers.read',
    summary: "Which providers would have taken yesterday's calls under a draft route",
    query: WhatIfQuery,
    reply: WhatIf,
    async handle({ pool, scope, config, clock }, { query }) {
      requirePlatform(scope);
      const { product, account: accountId = null, region = null, stops } = query;
      const { day, ...span } = yesterdayIn(config.timeZone, clock.now());
      const report = await whatIf(pool, { product, accountId, region }, stops.map(readStop), span);
      const cost = {
        was: nullableMoney(report.cost.was),
        wouldBe: nullableMoney(report.cost.wouldBe),
      };
      return { day, ...report, cost };
    },
  }),
];
