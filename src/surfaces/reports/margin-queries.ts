import type { Mode } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
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

/** `$5` is the time zone of days. */
const expressionOf: Readonly<Record<MarginKey, string>> = {
  account: 's.account_id::text',
  provider: `coalesce(nullif(f.provider_code, ''), 'none')`,
  day: '(s.held_at at time zone $5)::date::text',
  product: 'f.product',
};

export interface MarginAsked {
  mode?: Mode;
  starts: Date;
  ends: Date;
  timeZone: string;
  accountId?: number | undefined;
}

type SumsRow = Margin & { cost: Money; mask: number } & Record<`key${number}`, string | null>;

/** Sums the calls accepted in a period by one key; the last row is the total. */
export async function sumMargins(
  pool: Queryable,
  { by, ...asked }: MarginAsked & { by: MarginKey },
): Promise<Margin[]> {
  const { groups, total } = await sumMarginsBy(pool, [by], asked);
  return [...(groups[0] ?? []), total];
}

/**
 * Sums the calls accepted in a period by several keys in one scan: a group for each key, and the total. It reads the
 * copies that the lists and counters of the console are made of, so that a call has one charge, one cost and one
 * provider everywhere. Ids select the partitions and carry the clock of the server that made them, so a day
 * is added on either side.
 */
export async function sumMarginsBy(
  pool: Queryable,
  keys: readonly MarginKey[],
  { mode = 'live', starts, ends, timeZone, accountId }: MarginAsked,
): Promise<{ groups: Margin[][]; total: Margin }> {
  const named = keys.map((key, index) => `${expressionOf[key]} as key${index}`).join(', ');
  const places = keys.map((_, index) => `${index + 1}`);
  const { rows } = await pool.query<SumsRow>(
    `with sums as (
       select ${named}, grouping(${keys.map((key) => expressionOf[key]).join(', ')}) as mask,
         count(*) filter (where f.state = 'done') as calls, sum(s.charged) as price,
         coalesce(sum(s.cost), 0) as cost,
         count(*) filter (where f.state = 'done' and s.cost is null) as uncosted,
         coalesce(sum(s.charged) filter (where s.cost is null), 0) as uncosted_price
       from call_search s
       join call_facets f using (facet_id)
       where f.mode = $3 and s.held_at >= $1 and s.held_at < $2
         and ($4::integer is null or s.account_id = $4)
         -- In a subquery, because asked for every row it would cost more than everything else.
         and s.call_id >= (select uuid_floor($1::timestamptz - interval '1 day'))
         and s.call_id < (select uuid_floor($2::timestamptz + interval '1 day'))
       group by grouping sets (${places.map((place) => `(${place})`).join(', ')}, ())
     )
     select ${keys.map((_, index) => `key${index}`).join(', ')}, mask, calls::integer,
       coalesce(price, 0)::bigint as price, cost::bigint, uncosted::integer,
       uncosted_price::bigint as "uncostedPrice"
     from sums`,
    [starts, ends, mode, accountId ?? null, ...(keys.includes('day') ? [timeZone] : [])],
  );
  const isOf = (index: number, mask: number) => !(mask & (1 << (keys.length - 1 - index)));
  const groups = keys.map((_, index) =>
    rows
      .filter(({ mask, calls, cost }) => isOf(index, mask) && (calls > 0 || cost > 0n))
      .map((row) => marginFrom(row, row[`key${index}`] ?? null))
      .sort(byKey),
  );
  const all = rows.find(({ mask }) => keys.every((_, index) => !isOf(index, mask)));
  return { groups, total: marginFrom(all as SumsRow, null) };
}

function marginFrom(row: SumsRow, key: string | null): Margin {
  const { calls, price, uncosted, uncostedPrice } = row;
  const sums = { ...row, done: calls, spend: price, uncostedSpend: uncostedPrice };
  return { key, calls, price, uncosted, uncostedPrice, ...marginOf(sums) };
}

/** Numbers by their value, so that account 9 is before 10. */
function byKey({ key: one }: Margin, { key: other }: Margin): number {
  return (one ?? '').localeCompare(other ?? '', 'en', { numeric: true });
}
