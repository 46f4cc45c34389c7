import { type Command, Option } from 'commander';
import type { Pool } from 'pg';
import { type CalledProduct, calledProducts } from '../../foundation/contract/products.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import { type RouteStop, stopText } from '../../vendors/providers/route.ts';
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
import { readCalledProduct, readCount, readId, readMark } from './read-option.ts';
import { readRegion, readStops, readStopsOrNone } from './read-provider-option.ts';
import { joinTexts, pairs, table, withNext } from './show.ts';

interface RouteOptions {
  product: CalledProduct;
  account?: number;
  region?: string;
}

interface SetOptions extends RouteOptions {
  providers: RouteStop[];
  was?: RouteStop[];
}

interface ShowOptions {
  account?: number | undefined;
  product?: CalledProduct;
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
      .requiredOption(
        '--product <product>',
        `Product: ${calledProducts.join(', ')}`,
        readCalledProduct,
      )
      .option('--account <id>', 'Only for this account', readId)
      .option('--region <region>', 'Only for numbers of this region, such as CN', readRegion);

  verb('set', 'Set the providers that serve live calls of a product')
    .requiredOption(
      '--providers <list>',
      'Providers in order of preference: a,b; with weights: a:70,b:30; or with weights that follow conversion: a:10-70,b:10-30',
      readStops,
    )
    .option(
      '--was <list>',
      'Set it only if the providers are still these; none: only if there is no route',
      readStopsOrNone,
    )
    .action(
      onInstallation(async ({ pool, change }, options: SetOptions) => {
        const { providers } = options;
        const was = options.was?.length === 0 ? null : options.was;
        await change('route.set', (by) => setRoute(by, keyOf(options), providers, was));
        return showRoutes(pool, besides(options));
      }),
    );

  verb('remove', 'Remove a route').action(
    onInstallation(async ({ pool, change }, options: RouteOptions) => {
      await change('route.remove', (by) => removeRoute(by, keyOf(options)));
      return showRoutes(pool, besides(options));
    }),
  );

  route
    .command('show')
    .description('List routes; more specific routes take precedence')
    .addOption(
      new Option('--account <id>', 'Routes that calls of this account can take')
        .argParser(readId)
        .conflicts(['search', 'limit', 'after']),
    )
    .option('--search <text>', 'Account name or ID, or a region')
    .option('--limit <count>', 'Maximum number of rows', readCount, pageSize)
    .option(
      '--after <mark>',
      'Continue after this mark, as the last page shows it',
      readMark(routeMarkPattern, readRouteMark),
    )
    .action(onInstallation(({ pool }, options: ShowOptions) => showRoutes(pool, options)));

  registerExplain(route, onInstallation);
}

function registerExplain(route: Command, onInstallation: OnInstallation): void {
  route
    .command('explain')
    .description('Show which provider would serve a live call, and why')
    .requiredOption(
      '--product <product>',
      `Product: ${calledProducts.join(', ')}`,
      readCalledProduct,
    )
    .requiredOption('--account <id>', 'Account', readId)
    .option('--mobile <mobile>', 'Recipient of an SMS; default: any number of DEFAULT_REGION')
    .action(
      onInstallation(
        async (context, options: { product: CalledProduct; account: number; mobile?: string }) => {
          const { stops, ...explained } = await explainRoute(context, options);
          const { route, outcome } = explained;
          const facts = { ...explained, route: route?.en ?? null, outcome: outcome.en };
          const providers = stops.map((stop) => ({ ...stop, because: stop.because.en }));
          const rows = providers.map((stop) => [stop.code, stop.isAsked, stop.because]);
          return {
            json: { ...facts, providers },
            text: joinTexts(
              pairs(facts),
              table(['provider', 'asked', 'why'], rows, 'No providers on the route.'),
            ),
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
    accountId ?? 'all',
    region ?? 'all',
    providers.map(stopText),
  ]);
  const mark = next && routeMarkOf(next);
  const listed = table(['product', 'account', 'region', 'providers'], rows, 'No routes.');
  return { json: { routes, next: mark }, text: withNext(listed, '--after', mark) };
}
