import type { Pool } from 'pg';
import type { Change } from '../audit/change-queries.ts';
import type { Product } from '../contract/products.ts';
import type { Queryable } from '../db/queryable.ts';
import { orRefuse, Refused } from '../db/refused.ts';
import { listProviders } from './provider-queries.ts';
import type { Route, RouteStop } from './route.ts';

export interface StoredRoute extends Route {
  /** Null for every account without one of its own. */
  accountId: number | null;
}

export interface RouteKey {
  product: Product;
  accountId: number | null;
  region: string | null;
}

/** All routes, or those that an account's calls can take, the most specific first. */
export async function listRoutes(
  pool: Pool,
  accountId: number | null = null,
): Promise<StoredRoute[]> {
  const { rows } = await pool.query<StoredRoute>(
    `select product, account_id as "accountId", region, providers
     from routes
     where $1::integer is null or account_id is null or account_id = $1
     order by product, account_id nulls last, region nulls last`,
    [accountId],
  );
  return rows;
}

/**
 * Sets who serves a product. The sandbox delivers nothing: it can stand only on the route of an account,
 * which the operator names.
 */
export async function setRoute(
  change: Change,
  { product, accountId, region }: RouteKey,
  stops: readonly RouteStop[],
): Promise<void> {
  await checkStops(change, product, accountId, stops);
  await orRefuse(
    change.query(
      `insert into routes (product, account_id, region, providers)
       values ($1, $2, $3, $4)
       on conflict (product, account_id, region) do update set providers = excluded.providers`,
      [product, accountId, region, JSON.stringify(stops)],
    ),
    {
      '23503': `There is no account ${accountId}.`,
      '23514': 'A region is two capital letters, such as CN.',
    },
  );
}

export async function removeRoute(change: Change, { product, accountId, region }: RouteKey) {
  const { rowCount } = await change.query(
    `delete from routes
     where product = $1 and account_id is not distinct from $2 and region is not distinct from $3`,
    [product, accountId, region],
  );
  if (rowCount === 0) throw new Refused(`There is no such route of ${product}.`);
}

async function checkStops(
  pool: Queryable,
  product: Product,
  accountId: number | null,
  stops: readonly RouteStop[],
): Promise<void> {
  const kind = product === 'face_verify' ? 'face' : 'sms';
  const known = await listProviders(pool);
  const fit = known.filter((provider) => provider.kind === kind);
  const codes = fit.map(({ providerCode }) => providerCode);
  if (stops.length === 0) throw new Refused('A route has at least one provider.');
  const twice = stops.find(({ code }, at) => stops.findIndex((stop) => stop.code === code) < at);
  if (twice) throw new Refused(`${twice.code} stands on the route twice.`);
  for (const { code, weight } of stops) {
    if (weight !== undefined && !(Number.isInteger(weight) && weight >= 0 && weight <= 1_000)) {
      throw new Refused(`The weight of ${code} is a whole number from 0 to 1000.`);
    }
    if (code === 'sandbox' && accountId === null) {
      throw new Refused(
        'The sandbox sends nothing and checks nobody: it serves live calls only on the route of an ' +
          'account that you name.',
      );
    }
    if (code !== 'sandbox' && !codes.includes(code)) {
      const others = codes.length > 0 ? `there is ${codes.join(', ')}` : 'there is none yet';
      const other = known.find(({ providerCode }) => providerCode === code);
      throw new Refused(
        other
          ? `${code} is of the kind ${other.kind}, and ${product} needs the kind ${kind}; ${others}.`
          : `There is no ${kind} provider ${code}; ${others}.`,
      );
    }
  }
}
