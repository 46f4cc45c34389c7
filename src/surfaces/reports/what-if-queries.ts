import type { Pool } from 'pg';
import type { CalledProduct } from '../../foundation/contract/products.ts';
import type { Money } from '../../foundation/money.ts';

/** Live calls of a day that every route treats alike, and their outcomes. */
export interface PastCalls {
  accountId: number;
  /** A sample recipient without the last digits; null for face checks. */
  prefix: string | null;
  providerCode: string | null;
  calls: number;
  done: number;
  parts: number;
  price: Money;
  /** The known costs, and how many successful calls have none. */
  cost: Money;
  uncosted: number;
}

/**
 * The most calls read per day, newest first. This sample is large enough for the shares to hold for all
 * calls.
 */
export const maxPastCalls = 200_000;

/**
 * The live calls of a product on a day, grouped by account, provider and number prefix. The prefix is long
 * enough to tell countries apart. Ids select the partitions and carry the clock of the server that made them,
 * so a day is added on either side.
 */
export async function readPastCalls(
  pool: Pool,
  product: CalledProduct,
  { starts, ends }: { starts: Date; ends: Date },
): Promise<PastCalls[]> {
  const { rows } = await pool.query<PastCalls>(
    `with span as (
       select uuid_floor($2::timestamptz - interval '1 day') as least_id,
         uuid_floor($3::timestamptz + interval '1 day') as end_id
     ), past as (
       select c.account_id, c.call_id, c.prefix, c.provider_code, c.state, c.parts, c.amount
       from calls c
       where c.mode = 'live' and c.product = $1 and c.held_at >= $2 and c.held_at < $3
         and c.call_id >= (select least_id from span) and c.call_id < (select end_id from span)
       order by c.call_id desc
       limit ${maxPastCalls}
     )
     select p.account_id as "accountId", min(p.prefix) as prefix, p.provider_code as "providerCode",
       count(*)::integer as calls, count(*) filter (where p.state = 'done')::integer as done,
       sum(p.parts)::integer as parts,
       coalesce(sum(p.amount) filter (where p.state = 'done'), 0)::bigint as price,
       coalesce(sum(k.cost), 0)::bigint as cost,
       count(*) filter (where p.state = 'done' and k.cost is null)::integer as uncosted
     from past p
     left join call_costs k on k.account_id = p.account_id and k.call_id = p.call_id
       and k.call_id >= (select least_id from span) and k.call_id < (select end_id from span)
     group by p.account_id, left(p.prefix, 5), p.provider_code
     order by p.account_id, 2, p.provider_code`,
    [product, starts, ends],
  );
  return rows;
}
