import type { Pool } from 'pg';
import type { Money } from '../../foundation/money.ts';
import { marginOf } from '../../line/search/margin.ts';

export const marginKeys = ['account', 'provider', 'day', 'product'] as const;
export type MarginKey = (typeof marginKeys)[number];

/** Revenue and cost of a group of calls. */
export interface Margin {
  /** Null for the total. */
  key: string | null;
  /** Successful calls. */
  calls: number;
  /** What was charged for them, minus refunds. */
  price: Money;
  /** Of the calls with a known cost; null if there are none. */
  cost: Money | null;
  margin: Money | null;
  /** Calls with an unknown cost, and what was charged for them, minus refunds. */
  uncosted: number;
  uncostedPrice: Money;
}

const expressionOf: Readonly<Record<MarginKey, string>> = {
  account: 'c.account_id::text',
  provider: `coalesce(c.provider_code, 'none')`,
  day: 'c.day::text',
  product: 'c.product',
};

/**
 * Sums the live calls accepted in a period; the last row is the total. Ids select the partitions and carry
 * the clock of the server that made them, so a day is added on either side.
 */
export async function sumMargins(
  pool: Pool,
  asked: { starts: Date; ends: Date; by: MarginKey; accountId?: number | undefined },
): Promise<Margin[]> {
  const { starts, ends, by, accountId } = asked;
  const { rows } = await pool.query<Margin & { cost: Money }>(
    `with span as (
       -- Found once: asked for every row it would cost more than everything else.
       select uuid_floor($1::timestamptz - interval '1 day') as least_id,
         uuid_floor($2::timestamptz + interval '1 day') as end_id
     ), sums as (
       select ${expressionOf[by]} as key, count(*) filter (where c.state = 'done') as calls,
         coalesce(sum(c.amount) filter (where c.state = 'done'), 0)
           - coalesce(sum(r.amount), 0) as price,
         coalesce(sum(k.cost), 0) as cost,
         count(*) filter (where c.state = 'done' and k.cost is null) as uncosted,
         coalesce(sum(c.amount) filter (where c.state = 'done' and k.cost is null), 0)
           - coalesce(sum(r.amount) filter (where k.cost is null), 0) as uncosted_price
       from calls c
       left join call_costs k on k.account_id = c.account_id and k.call_id = c.call_id
         and k.call_id >= (select least_id from span)
         and k.call_id < (select end_id from span)
       left join manual_entries r on r.kind = 'refund' and r.account_id = c.account_id
         and r.mode = c.mode and r.reference = 'refund ' || c.call_id
       where c.mode = 'live' and c.held_at >= $1 and c.held_at < $2
         and ($3::integer is null or c.account_id = $3)
         and c.call_id >= (select least_id from span)
         and c.call_id < (select end_id from span)
       group by grouping sets ((1), ())
     )
     select key, calls::integer, price::bigint, cost::bigint, uncosted::integer,
       uncosted_price::bigint as "uncostedPrice"
     from sums
     where key is null or calls > 0 or cost > 0
     order by key is null, case when key ~ '^[0-9]+$' then length(key) end, key`,
    [starts, ends, accountId ?? null],
  );
  return rows.map((row) => ({
    ...row,
    ...marginOf({ ...row, done: row.calls, spend: row.price, uncostedSpend: row.uncostedPrice }),
  }));
}
