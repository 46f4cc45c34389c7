import type { Pool } from 'pg';
import {
  type CalledProduct,
  calledProducts,
  type Product,
} from '../../foundation/contract/products.ts';
import type { Breakers } from '../../vendors/providers/breakers.ts';
import type { ProviderState } from '../../vendors/providers/provider-state.ts';
import { listRoutes, type StoredRoute } from '../../vendors/providers/route-queries.ts';
import { liveUses } from './doctor-queries.ts';
import { readStates } from './read-states.ts';

/** The better ones first. */
const ranked: readonly ProviderState[] = ['active', 'failing', 'untold', 'off'];

/**
 * How live calls of each product stand, for one account or for any: the best state of the providers that they can be
 * sent to; null without a route. The sandbox serves the accounts that are allowed it.
 */
export async function readProductStates(
  { pool, breakers }: { pool: Pool; breakers?: Pick<Breakers, 'stateOf'> },
  accountId: number | null,
): Promise<Map<CalledProduct, ProviderState | null>> {
  const routes = await listRoutes(pool, accountId);
  const states = await readStates(pool, breakers);
  return new Map(
    calledProducts.map((product) => {
      const own = routes.filter((route) => route.product === product);
      const found = (accountId === null ? own : decisive(own)).flatMap((route) =>
        route.providers.map(({ code }) =>
          code === 'sandbox' && route.accountId !== null ? 'active' : states.get(code)?.state,
        ),
      );
      const best = ranked.find((state) => found.includes(state)) ?? 'off';
      return [product, own.length === 0 ? null : best];
    }),
  );
}

/** Accounts with a live key for a product that no provider serves, or only the sandbox. */
export interface Unserved {
  product: Product;
  isSandbox: boolean;
  accounts: number;
  /** A key may do everything by default: a product without any route is one that is not sold. */
  isFault: boolean;
}

/** Of one account, or of all: there may be many, each with a route of its own. */
export async function listUnserved(
  pool: Pool,
  accountId: number | null = null,
): Promise<Unserved[]> {
  const { rows } = await pool.query<Unserved>(
    `select w.product, w.is_sandbox as "isSandbox", count(*)::integer as accounts,
       not exists (select from routes)
         or exists (select from routes r where r.product = w.product) as "isFault"
     from (
       select u.product, u.account_id,
         coalesce(bool_or(s.stop ->> 'code' = 'sandbox'), false) as is_sandbox,
         coalesce(bool_or(p.is_on), false) as is_served
       from (${liveUses}) u
       -- The route that a number of no particular region takes.
       left join lateral (
         select r.providers
         from routes r
         where r.product = u.product and (r.account_id is null or r.account_id = u.account_id)
         order by r.account_id nulls last, r.region nulls first
         limit 1
       ) r on true
       left join lateral jsonb_array_elements(r.providers) s (stop) on true
       left join providers p on p.provider_code = s.stop ->> 'code'
       where $1::integer is null or u.account_id = $1
       group by u.product, u.account_id
     ) w
     where not w.is_served
     group by w.product, w.is_sandbox
     order by 1, 2`,
    [accountId],
  );
  return rows;
}

/** The route that a number of no particular region takes, of those by precedence; else those of single regions. */
function decisive(routes: readonly StoredRoute[]): readonly StoredRoute[] {
  const ofAll = routes.find(({ region }) => region === null);
  return ofAll ? [ofAll] : routes;
}
