import { readAccountNames } from '../../accounts/queries.ts';
import { whatIf } from '../../calls/what-if.ts';
import { listRoutes, removeRoute, setRoute } from '../../providers/route-queries.ts';
import { type ConsoleContext, consoleRoute } from '../console-route.ts';
import { moneyOrNull } from '../or-null.ts';
import { requirePlatform } from '../require-scope.ts';
import {
  NewRoute,
  RouteKey,
  RouteList,
  type Stop,
  WhatIf,
  WhatIfQuery,
} from './providers-contract.ts';

async function routesOf({ pool }: Pick<ConsoleContext, 'pool'>): Promise<RouteList> {
  const routes = await listRoutes(pool);
  const { names, total } = await readAccountNames(
    pool,
    routes.flatMap(({ accountId }) => accountId ?? []),
  );
  return {
    routes: routes.map(({ product, accountId, region, providers }) => ({
      ...{ product, accountId, region, stops: [...providers] },
      accountName: accountId === null ? null : (names.get(accountId) ?? null),
    })),
    accounts: total,
  };
}

function readStop(text: string): Stop {
  const [code = '', weight] = text.split(':');
  return weight === undefined ? { code } : { code, weight: Number(weight) };
}

/** The day before the one that it is now in a time zone. */
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

/** Who is asked first, and who next. */
export const routeRoutes = [
  consoleRoute({
    method: 'GET',
    path: '/providers/routes',
    right: 'providers.read',
    summary: 'All routes; the most specific one wins',
    reply: RouteList,
    async handle(context) {
      requirePlatform(context.scope);
      return routesOf(context);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/providers/set-route',
    right: 'routes.change',
    summary: 'Say who carries out live calls of a product, best first',
    body: NewRoute,
    reply: RouteList,
    async handle(context, { body: { stops, ...key } }) {
      requirePlatform(context.scope);
      await context.change('route.set', (by) => setRoute(by, key, stops));
      return routesOf(context);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/providers/remove-route',
    right: 'routes.change',
    summary: 'Take a route away, so that the next one less specific counts',
    body: RouteKey,
    reply: RouteList,
    async handle(context, { body }) {
      requirePlatform(context.scope);
      await context.change('route.remove', (by) => removeRoute(by, body));
      return routesOf(context);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/providers/what-if',
    right: 'providers.read',
    summary: "Who would have taken yesterday's calls under a route that need not be stored",
    query: WhatIfQuery,
    reply: WhatIf,
    async handle({ pool, scope, config, clock }, { query }) {
      requirePlatform(scope);
      const { product, account: accountId = null, region = null, stops } = query;
      const { day, ...span } = yesterdayIn(config.timeZone, clock.now());
      const report = await whatIf(pool, { product, accountId, region }, stops.map(readStop), span);
      const cost = { was: moneyOrNull(report.cost.was), wouldBe: moneyOrNull(report.cost.wouldBe) };
      return { day, ...report, cost };
    },
  }),
];
