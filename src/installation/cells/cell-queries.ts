import type { Queryable } from '../../foundation/db/queryable.ts';

/** The number of this installation; undefined for the only one. */
export async function readCell(db: Queryable): Promise<number | undefined> {
  const { rows } = await db.query<{ number: number }>('select number from cell');
  return rows[0]?.number;
}

/** Stores the number unless there is one. */
export async function storeCell(db: Queryable, cell: number): Promise<void> {
  await db.query('insert into cell (number) values ($1) on conflict do nothing', [cell]);
}
