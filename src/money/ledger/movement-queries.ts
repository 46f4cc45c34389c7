import type { Pool } from 'pg';
import type { Owner, Product } from '../../foundation/contract/products.ts';
import type { Money } from '../../foundation/money.ts';

const movementKinds = ['calls', 'top_up', 'adjust', 'refund'] as const;
type MovementKind = (typeof movementKinds)[number];

/** A movement of money: one manual movement, or all calls of one product on one day. */
export interface Movement {
  /** When it was booked; for calls, the end of the day. */
  at: Date;
  id: string;
  day: string;
  kind: MovementKind;
  /** The change of the balance. */
  amount: Money;
  product: Product | null;
  calls: bigint | null;
  reference: string | null;
  reason: string | null;
  /** The balance after the movement, including holds; null in a list of one kind. */
  balance: Money | null;
}

/** The cursor of a page, with the balance before the movements on it. */
export interface MovementMark {
  at: string;
  id: string;
  balance: Money | null;
}

interface Asked {
  timeZone: string;
  kind?: MovementKind | undefined;
  before?: MovementMark | undefined;
  limit: number;
}

type Row = Omit<Movement, 'balance'> & { mark: string; standing: Money };

/**
 * One page of an account's movements, newest first; the calls of a day come at its end. Closed days are read
 * from their closings, and only later days are summed from the transfers.
 */
export async function listMovements(
  pool: Pool,
  { accountId, mode }: Owner,
  { timeZone, kind, before, limit }: Asked,
): Promise<{ movements: Movement[]; next: MovementMark | null }> {
  const { rows } = await pool.query<Row>(
    `with mark as (
       select coalesce($4::timestamptz, 'infinity') as at, coalesce($5::text, '') as id
     ), closed as (
       select closed_until from ledger_closed
     ), by_part as (
       select p.day, p.product, p.calls, p.charged
       from (
         select day, product, calls, charged
         from closing_products
         where account_id = $1 and mode = $2
           and ($4::timestamptz is null or day <= ($4::timestamptz at time zone $3)::date)
         order by day desc, product desc
         -- Those of the day of the mark come again, and there are as many as there are products.
         limit $7 + 10
       ) p
       union all
       select m.day, m.product, m.calls, m.charged
       from closed c
       cross join lateral ledger_charged_products($1, $2, c.closed_until, 'infinity', $3) m
       where $4::timestamptz is null or $4::timestamptz > c.closed_until
     ), by_calls as (
       -- Today is closed up to a while ago, and its calls since then are added to it.
       select day, product, sum(calls)::bigint as calls, sum(charged)::bigint as charged
       from by_part
       group by day, product
     ), by_hand as (
       select e.*
       from manual_entries e, mark
       where e.account_id = $1 and e.mode = $2 and e.made_at <= mark.at
         and ($6::text is null or e.kind = $6)
       order by e.made_at desc
       -- Entries of one instant are as good as none.
       limit $7 + 100
     ), all_of_them as (
       select ((day + 1)::timestamp at time zone $3) as at, product as id, day, 'calls' as kind,
         -charged as amount, product, calls, null::text as reference, null::text as reason
       from by_calls
       where $6::text is null or $6 = 'calls'
       union all
       select made_at, transfer_id::text || kind, (made_at at time zone $3)::date, kind, amount, null,
         null, reference, reason
       from by_hand
     )
     select a.*, a.at::text as mark,
       (select available + held from wallets where account_id = $1 and mode = $2) as standing
     from all_of_them a, mark
     where (a.at, a.id) < (mark.at, mark.id)
     order by a.at desc, a.id desc
     limit $7 + 1`,
    [accountId, mode, timeZone, before?.at ?? null, before?.id ?? null, kind ?? null, limit],
  );
  const shown = rows.slice(0, limit);
  let balance: Money | null = kind ? null : (before?.balance ?? rows[0]?.standing ?? null);
  const movements = shown.map(({ mark: _, standing: __, ...row }) => {
    const movement = { ...row, balance };
    if (balance !== null) balance -= row.amount;
    return movement;
  });
  const last = shown.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { movements, next: isMore ? { at: last.mark, id: last.id, balance } : null };
}
