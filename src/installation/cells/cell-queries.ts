import type { Queryable } from '../../foundation/db/queryable.ts';

/** Stores the number of this installation unless it has one. */
export async function storeCell(db: Queryable, cell: number): Promise<void> {
  await db.query('insert into cell (number) values ($1) on conflict do nothing', [cell]);
}
