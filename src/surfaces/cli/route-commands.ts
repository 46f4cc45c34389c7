import { type Command, Option } from 'commander';
import type { Pool } from 'pg';
import { type Product, products } from '../../foundation/contract/products.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { RouteStop } from '../../vendors/providers/route.ts';
import {
  readRouteMark,
  routeMarkOf,
  routeMarkPattern,
} from '../../vendors/providers/route-mark.ts';
import {
  listRoutes,
  pageRoutes,
  type RouteKey,
  removeRoute,
  setRoute,
} from '../../vendors/providers/route-queries.ts';
import { explainRoute } from '../reports/explain-route.ts';
import type { OnInstallation } from './command-action.ts';
import { readCount, readId, readMark, readProduct } from './read-option.ts';
import { readRegion, readStops } from './read-provider-option.ts';
import { pairs, table, withNext } from './show.ts';

interface RouteOptions {
  product: Product;
  account?: number;
  region?: string;
}

interface ShowOptions {
  account?: number | undefined;
  product?: Product;
  search?: string;
  limit: number;
  after?: RouteKey;
}

const pageSize = 100;

export function registerRouteCommands(route: Command, onInstallation: OnInstallation): void {
  const verb = (name: string, description: string) =>
    route
      .command(name)
      .description(description)
      .requiredOption('--product <product>', products.join(', '), readProduct)
      .option('--account <id>', 'for this account alone', readId)
      .option('--region <region>', 'for numbers of this region, such as CN', readRegion);

  verb('set', 'say who carries out live calls of a product')
    .requiredOption('--providers <list>', 'best first: a,b; or with shares: a:70,b:30', readStops)
    .action(
      onInstallation(
        async ({ pool, change }, options: RouteOptions & { providers: RouteStop[] }) => {
          await change('route.set', (by) => setRoute(by, keyOf(options), options.providers));
          return showRoutes(pool, besides(options));
        },
      ),
    );

  verb('remove', 'take a route away').action(
    onInstallation(async ({ pool, change }, options: RouteOptions) => {
      await change('route.remove', (by) => removeRoute(by, keyOf(options)));
      return showRoutes(pool, besides(options));
    }),
  );

  route
    .command('show')
    .description("the routes, everyone's first; the most specific one wins")
    .addOption(
      new Option('--account <id>', 'all that calls of this account can take')
        .argParser(readId)
        .conflicts(['search', 'limit', 'after']),
    )
    .option('--search <text>', "those of an account's name or number, or of a region")
    .option('--limit <count>', 'how many at most', readCount, pageSize)
    .option(
      '--after <mark>',
      'those that come after it, as the last page said',
      readMark(routeMarkPattern, readRouteMark),
    )
    .action(onInstallation(({ pool }, options: ShowOptions) => showRoutes(pool, options)));

  route
    .command('explain')
    .description('who would take a live call, and why')
    .requiredOption('--product <product>', products.join(', '), readProduct)
    .requiredOption('--account <id>', 'the account', readId)
    .option('--mobile <mobile>', 'the recipient of a message')
    .action(
      onInstallation(
        async (context, options: { product: Product; account: number; mobile?: string }) => {
          const { stops, ...facts } = await explainRoute(context, options);
          const rows = stops.map((stop) => [stop.code, stop.isAsked, stop.because]);
          return {
            json: { ...facts, providers: stops },
            text: `${pairs(facts)}\n\n${table(['provider', 'asked', 'why'], rows)}`,
          };
        },
      ),
    );
}

/** Which routes to show after a change: those of the account, or the product's first page. */
function besides({ product, account }: RouteOptions): ShowOptions {
  return { product, account, limit: pageSize };
}

function keyOf({ product, account, region }: RouteOptions) {
  return { product, accountId: account ?? null, region: region ?? null };
}

/** All routes that an account's calls can take, or a page of all routes. */
async function showRoutes(pool: Pool, { account, ...page }: ShowOptions) {
  if (account !== undefined) await requireAccount(pool, account);
  const { routes, next } =
    account === undefined
      ? await pageRoutes(pool, page)
      : { routes: await listRoutes(pool, account), next: null };
  const rows = routes.map(({ product, accountId, region, providers }) => [
    product,
    accountId ?? 'everyone',
    region ?? 'all',
    providers.map(({ code, weight }) => (weight === undefined ? code : `${code}:${weight}`)),
  ]);
  const mark = next && routeMarkOf(next);
  const listed = table(['product', 'account', 'region', 'providers'], rows);
  return { json: { routes, next: mark }, text: withNext(listed, '--after', mark) };
}
