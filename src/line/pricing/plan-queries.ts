import type { Pool } from 'pg';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import type { Product } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import { isOwnProduct } from '../../foundation/db/product-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import type { Money } from '../../foundation/money.ts';
import { checkPrice, dropAccountPrice, setAccountPrice, setDefaultPrice } from './queries.ts';

/** A price that takes effect at a given time. */
export interface PlannedPrice {
  planId: number;
  /** Null for the default price. */
  accountId: number | null;
  product: Product;
  /** Null ends the account's own price. */
  unitPrice: Money | null;
  effectAt: Date;
  setBy: string;
}

const columns = `plan_id as "planId", account_id as "accountId", product, unit_price as "unitPrice",
  effect_at as "effectAt", set_by as "setBy"`;

export type NewPlannedPrice = Pick<
  PlannedPrice,
  'accountId' | 'product' | 'unitPrice' | 'effectAt'
>;

/** Plans a price; the current price stays until the plan takes effect. */
export async function planPrice(change: Change, price: NewPlannedPrice): Promise<PlannedPrice> {
  const { accountId, product, unitPrice, effectAt } = price;
  if (unitPrice !== null) checkPrice(unitPrice);
  else if (accountId === null) refuse('default_price_required');
  const { rows } = await withRefusals(
    change.query<PlannedPrice>(
      `insert into planned_prices (account_id, product, unit_price, effect_at)
       values ($1, $2, $3, $4)
       returning ${columns}`,
      [accountId, product, unitPrice, effectAt],
    ),
    {
      '23503': ['account_not_found', { account: String(accountId) }],
      '23505': ['planned_price_taken'],
    },
  );
  const { rows: compared } = await change.query<{ isPast: boolean }>(
    'select $1::timestamptz <= now() as "isPast"',
    [effectAt],
  );
  if (compared[0]?.isPast) refuse('planned_price_past');
  return rows[0] as PlannedPrice;
}

export async function withdrawPlan(
  change: Change,
  scope: Scope,
  planId: number,
): Promise<PlannedPrice> {
  const { rows } = await change.query<PlannedPrice>(
    `delete from planned_prices
     where plan_id = $1 and ($2::integer is null or account_id = $2)
     returning ${columns}`,
    [planId, accountOf(scope)],
  );
  if (!rows[0]) refuse('planned_price_not_found', { plan: planId });
  return rows[0];
}

/** The name of the price's account; null for the default price. */
interface OfAccount {
  accountName: string | null;
}

const accountName = `(select name from accounts a where a.account_id = p.account_id) as "accountName"`;

/** The cursor of a page of plans. */
export type PlanMark = Pick<PlannedPrice, 'effectAt' | 'planId'>;

/**
 * The plans of an account together with those for the default price, or all plans of the platform; earliest
 * first.
 */
export async function listPlans(
  pool: Pool,
  scope: Scope,
  { after, limit }: { after?: PlanMark | undefined; limit?: number } = {},
): Promise<{ plans: (PlannedPrice & OfAccount)[]; next: PlanMark | null }> {
  const { rows } = await pool.query<PlannedPrice & OfAccount>(
    `select ${columns}, ${accountName}
     from planned_prices p
     where ($1::integer is null or account_id = $1 or account_id is null)
       and ${isOwnProduct('product')}
       and ($2::timestamptz is null or (effect_at, plan_id) > ($2, $3))
     order by effect_at, plan_id
     limit $4`,
    [accountOf(scope), after?.effectAt ?? null, after?.planId ?? 0, limit ? limit + 1 : null],
  );
  const plans = rows.slice(0, limit);
  return { plans, next: rows.length > plans.length ? (plans.at(-1) ?? null) : null };
}

/** The plans for the default prices. */
export async function listDefaultPlans(db: Queryable): Promise<PlannedPrice[]> {
  const { rows } = await db.query<PlannedPrice>(
    `select ${columns} from planned_prices p
     where account_id is null and ${isOwnProduct('product')}
     order by effect_at, plan_id`,
  );
  return rows;
}

/** A current or past price. */
export interface PastPrice extends OfAccount {
  priceId: number;
  accountId: number | null;
  product: Product;
  unitPrice: Money | null;
  perPart: boolean | null;
  effectAt: Date;
  setBy: string | null;
}

/** One page of the price history, newest first. */
export async function listPriceHistory(
  pool: Pool,
  scope: Scope,
  asked: { product?: Product | undefined; before?: number | undefined; limit: number },
): Promise<{ prices: PastPrice[]; next: number | null }> {
  const { product, before, limit } = asked;
  const { rows } = await pool.query<PastPrice>(
    `select price_id as "priceId", account_id as "accountId", product, unit_price as "unitPrice",
       per_part as "perPart", effect_at as "effectAt", set_by as "setBy", ${accountName}
     from price_history p
     where ($1::integer is null or account_id = $1 or account_id is null)
       and ${isOwnProduct('product')} and ($2::text is null or product = $2)
       and ($3::integer is null or price_id < $3)
     order by price_id desc
     limit $4`,
    [accountOf(scope), product ?? null, before ?? null, limit + 1],
  );
  const prices = rows.slice(0, limit);
  return { prices, next: rows.length > limit ? (prices.at(-1)?.priceId ?? null) : null };
}

const actor = { kind: 'platform', name: 'planned prices' } as const;

/**
 * Carries out the due plans in order, each with its own audit log entry. A plan is deleted in the transaction
 * that carries it out, and only then is the next one read. So each plan runs once even with several
 * processes, and never after a later one.
 */
export async function applyDuePlans(pool: Pool, now: Date | null = null): Promise<number> {
  let done = 0;
  while (await isPlanDue(pool, now)) {
    if (await inChange(pool, actor, 'price.set', (change) => applyNextPlan(change, now))) done++;
  }
  return done;
}

async function isPlanDue(pool: Pool, now: Date | null): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from planned_prices where effect_at <= db_time_or_now($1) limit 1`,
    [now],
  );
  return rowCount === 1;
}

async function applyNextPlan(change: Change, now: Date | null): Promise<boolean> {
  const { rows } = await change.query<PlannedPrice>(
    `select ${columns}
     from planned_prices
     where effect_at <= db_time_or_now($1)
     order by effect_at, plan_id
     limit 1
     for update`,
    [now],
  );
  const [plan] = rows;
  if (!plan) return false;
  const { planId, accountId, product, unitPrice } = plan;
  await change.query('delete from planned_prices where plan_id = $1', [planId]);
  if (accountId === null) await setDefaultPrice(change, product, unitPrice ?? 0n);
  else if (unitPrice !== null) await setAccountPrice(change, accountId, product, unitPrice);
  // If the account's price was already removed, there is nothing left to do.
  else await dropAccountPrice(change, accountId, product);
  return true;
}
