import type { Command } from 'commander';
import type { Product } from '../contract/products.ts';
import type { RouteStop } from '../providers/route.ts';
import { listRoutes, removeRoute, type StoredRoute, setRoute } from '../providers/route-queries.ts';
import type { OnInstallation } from './command-action.ts';
import { explainRoute } from './explain-route.ts';
import { readId, readProduct } from './read-option.ts';
import { readRegion, readStops } from './read-provider-option.ts';
import { pairs, table } from './show.ts';

interface RouteOptions {
  product: Product;
  account?: number;
  region?: string;
}

export function registerRouteCommands(route: Command, onInstallation: OnInstallation): void {
  const verb = (name: string, description: string) =>
    route
      .command(name)
      .description(description)
      .requiredOption('--product <product>', 'face_verify, sms_code or sms_notice', readProduct)
      .option('--account <id>', 'for this account alone', readId)
      .option('--region <region>', 'for numbers of this region, such as CN', readRegion);

  verb('set', 'say who carries out live calls of a product')
    .requiredOption('--providers <list>', 'best first: a,b; or with shares: a:70,b:30', readStops)
    .action(
      onInstallation(
        async ({ pool, change }, options: RouteOptions & { providers: RouteStop[] }) => {
          await change('route.set', (by) => setRoute(by, keyOf(options), options.providers));
          return showRoutes(await listRoutes(pool));
        },
      ),
    );

  verb('remove', 'take a route away').action(
    onInstallation(async ({ pool, change }, options: RouteOptions) => {
      await change('route.remove', (by) => removeRoute(by, keyOf(options)));
      return showRoutes(await listRoutes(pool));
    }),
  );

  route
    .command('show')
    .description('all routes; the most specific one wins')
    .option('--account <id>', 'those that calls of this account can take', readId)
    .action(
      onInstallation(async ({ pool }, { account }: { account?: number }) =>
        showRoutes(await listRoutes(pool, account ?? null)),
      ),
    );

  route
    .command('explain')
    .description('who would take a live call, and why')
    .requiredOption('--product <product>', 'face_verify, sms_code or sms_notice', readProduct)
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

function keyOf({ product, account, region }: RouteOptions) {
  return { product, accountId: account ?? null, region: region ?? null };
}

function showRoutes(routes: readonly StoredRoute[]) {
  const rows = routes.map(({ product, accountId, region, providers }) => [
    product,
    accountId ?? 'everyone',
    region ?? 'all',
    providers.map(({ code, weight }) => (weight === undefined ? code : `${code}:${weight}`)),
  ]);
  return { json: { routes }, text: table(['product', 'account', 'region', 'providers'], rows) };
}
