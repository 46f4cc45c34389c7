import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuseOutdated, type Versioned } from '../../foundation/audit/version-queries.ts';
import { type CalledProduct, productTable } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isOwnProduct } from '../../foundation/db/product-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import { codesOrNone, listProviders } from './provider-queries.ts';
import type { Route, RouteStop } from './route.ts';

export interface StoredRoute extends Route {
  /** Null for the default route, used by accounts without one of their own. */
  accountId: number | null;
}

export interface RouteKey {
  product: CalledProduct;
  accountId: number | null;
  region: string | null;
}

/** All routes, or only those that one account's calls can take; the most specific first. */
export async function listRoutes(
  pool: Queryable,
  accountId: number | null = null,
): Promise<StoredRoute[]> {
  const { rows } = await pool.query<StoredRoute>(
    `select product, account_id as "accountId", region, providers
     from routes
     where ($1::integer is null or account_id is null or account_id = $1)
       and ${isOwnProduct('product')}
     order by product, account_id nulls last, region nulls last`,
    [accountId],
  );
  return rows;
}

/** A route as a list shows it, with the name of its account. */
export interface ListedRoute extends StoredRoute {
  accountName: string | null;
}

const listed = `r.product, r.account_id as "accountId", r.region, r.providers,
  a.name as "accountName"`;

/** One page of routes, filtered by product or searched by account name, account number or region. */
export async function pageRoutes(
  pool: Pool,
  asked: {
    product?: CalledProduct | undefined;
    search?: string | undefined;
    after?: RouteKey | undefined;
    limit: number;
  },
): Promise<{ routes: ListedRoute[]; next: RouteKey | null }> {
  const { product, search, after, limit } = asked;
  const { rows } = await pool.query<ListedRoute>(
    `select ${listed}
     from routes r
     left join accounts a on a.account_id = r.account_id
     where ($1::text is null or r.product = $1) and ${isOwnProduct('r.product')}
       and ($2::text is null or strpos(lower(a.name), lower($2)) > 0
         or r.account_id::text = $2 or r.region = upper($2))
       and ($3::text is null
         or (r.product, coalesce(r.account_id, 0), coalesce(r.region, '')) > ($3, $4, $5))
     order by r.product, coalesce(r.account_id, 0), coalesce(r.region, '')
     limit $6`,
    [
      ...[product ?? null, search ?? null],
      ...[after?.product ?? null, after?.accountId ?? 0, after?.region ?? '', limit + 1],
    ],
  );
  const routes = rows.slice(0, limit);
  return { routes, next: rows.length > limit ? (routes.at(-1) ?? null) : null };
}

/** The routes that name one of these providers, the default ones first. */
export async function findRoutesOf(
  pool: Queryable,
  providerCodes: readonly string[],
): Promise<ListedRoute[]> {
  if (providerCodes.length === 0) return [];
  const { rows } = await pool.query<ListedRoute>(
    `select ${listed}
     from routes r
     left join accounts a on a.account_id = r.account_id
     where exists (
       select from jsonb_array_elements(r.providers) e where e ->> 'code' = any ($1)
     ) and ${isOwnProduct('r.product')}
     order by r.account_id nulls first, r.region nulls first, r.product`,
    [providerCodes],
  );
  return rows;
}

/** One route, the default route, and the number of accounts that use the default. */
export async function findRoute(
  pool: Pool,
  { product, accountId, region }: RouteKey,
): Promise<{ stored: ListedRoute | null; everybodys: ListedRoute | null; accounts: number }> {
  const { rows } = await pool.query<ListedRoute>(
    `select ${listed}
     from routes r
     left join accounts a on a.account_id = r.account_id
     where r.product = $1
       and ((r.account_id is not distinct from $2 and r.region is not distinct from $3)
         or (r.account_id is null and r.region is null))`,
    [product, accountId, region],
  );
  const { rows: counted } = await pool.query<{ accounts: number }>(
    `select (select count(*) from accounts)::integer
       - (select count(*) from routes
          where product = $1 and account_id is not null and region is null)::integer as accounts`,
    [product],
  );
  const of = (account: number | null, where: string | null) =>
    rows.find((row) => row.accountId === account && row.region === where) ?? null;
  return {
    stored: of(accountId, region),
    everybodys: of(null, null),
    accounts: counted[0]?.accounts ?? 0,
  };
}

/** What the route must still be, so that a change applies; null for no route, undefined for anything. */
export type RouteWas = readonly RouteStop[] | null | undefined;

/**
 * Sets the providers of a product. The sandbox delivers nothing, so it is allowed only on the route of a named
 * account.
 */
export async function setRoute(
  change: Change,
  key: RouteKey,
  stops: readonly RouteStop[],
  was?: RouteWas,
): Promise<void> {
  const { product, accountId, region } = key;
  await checkStops(change, product, accountId, stops);
  await requireRouteWas(change, key, was);
  const { rowCount } = await withRefusals(
    change.query(
      `insert into routes (product, account_id, region, providers)
       values ($1, $2, $3, $4)
       on conflict (product, account_id, region)
         ${was === null ? 'do nothing' : 'do update set providers = excluded.providers'}`,
      [product, accountId, region, JSON.stringify(stops)],
    ),
    {
      '23503': ['account_not_found', { account: String(accountId) }],
      '23514': ['route_region_invalid'],
    },
  );
  if (rowCount === 0) await refuseOutdatedRoute(change, key);
}

export async function removeRoute(change: Change, key: RouteKey, was?: RouteWas) {
  const { product, accountId, region } = key;
  await requireRouteWas(change, key, was);
  const { rowCount } = await change.query(
    `delete from routes
     where product = $1 and account_id is not distinct from $2 and region is not distinct from $3`,
    [product, accountId, region],
  );
  if (rowCount === 0) refuse('route_not_found', { product });
}

/** The route as it is, locked for this change; null without one. */
export async function lockRoute(
  change: Change,
  { product, accountId, region }: RouteKey,
): Promise<RouteStop[] | null> {
  const { rows } = await change.query<{ providers: RouteStop[] }>(
    `select providers from routes
     where product = $1 and account_id is not distinct from $2 and region is not distinct from $3
     for update`,
    [product, accountId, region],
  );
  return rows[0]?.providers ?? null;
}

async function requireRouteWas(change: Change, key: RouteKey, was: RouteWas): Promise<void> {
  if (was === undefined) return;
  const isSame = isDeepStrictEqual(await lockRoute(change, key), was);
  if (!isSame) await refuseOutdatedRoute(change, key);
}

async function refuseOutdatedRoute(change: Change, key: RouteKey): Promise<never> {
  const stops = await lockRoute(change, key);
  return refuseOutdated(change, versionedRoute(key), stops && { providers: stops });
}

/** A route as the audit log names it. */
export function versionedRoute({ product, accountId, region }: RouteKey): Versioned {
  return { subject: 'routes', key: { product, account_id: accountId, region } };
}

async function checkStops(
  pool: Queryable,
  product: CalledProduct,
  accountId: number | null,
  stops: readonly RouteStop[],
): Promise<void> {
  const { kind } = productTable[product];
  const known = await listProviders(pool);
  const fit = known.filter((provider) => provider.kind === kind);
  const codes = fit.map(({ providerCode }) => providerCode);
  if (stops.length === 0) refuse('route_empty');
  const twice = stops.find(({ code }, at) => stops.findIndex((stop) => stop.code === code) < at);
  if (twice) refuse('route_provider_repeated', { provider: twice.code });
  for (const { code, weight, minWeight } of stops) {
    if (weight !== undefined && !(Number.isInteger(weight) && weight >= 0 && weight <= 1_000)) {
      refuse('route_weight_invalid', { provider: code });
    }
    if (minWeight !== undefined) checkMinWeight(product, { code, weight: weight ?? 0, minWeight });
    if (code === 'sandbox' && accountId === null) refuse('sandbox_for_everyone');
    if (code !== 'sandbox' && !codes.includes(code)) {
      const found = { provider: code, providers: codesOrNone(codes) };
      const other = known.find(({ providerCode }) => providerCode === code);
      if (!other) refuse('provider_not_found', found);
      refuse('route_provider_of_other_kind', { ...found, kind: other.kind, product, wanted: kind });
    }
  }
}

/**
 * Addresses cost nothing, so a stranger could decide the conversion of a route for e-mail; other messages have no
 * code that is approved.
 */
function checkMinWeight(
  product: CalledProduct,
  { code, weight, minWeight }: Required<RouteStop>,
): void {
  if (product !== 'verify_start' && product !== 'verify_voice') {
    refuse('route_without_conversion', { product });
  }
  if (!(Number.isInteger(minWeight) && minWeight >= 1 && minWeight <= weight)) {
    refuse('route_min_weight_invalid', { provider: code });
  }
}
