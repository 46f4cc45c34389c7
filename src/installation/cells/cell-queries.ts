import type { Queryable } from '../../foundation/db/queryable.ts';

/** How many accounts, and as many keys and so on, a cell can number before it comes to the numbers of the next. */
const span = 1_000_000;

/**
 * Stores the number of this installation unless it has one. From then on it gives numbers from its own span, so that
 * those of two cells differ.
 */
export async function storeCell(db: Queryable, cell: number): Promise<void> {
  await db.query(
    `with stored as (
       insert into cell (number) values ($1) on conflict do nothing returning number
     )
     update counters c
     set next = greatest(s.number * $2, l.last) + c.slot
     from stored s
     cross join (select kind, max(next) as last from counters group by kind) l
     where l.kind = c.kind`,
    [cell, span],
  );
}
