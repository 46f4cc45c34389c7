import type { Queryable } from '../db/queryable.ts';

/** The number of this installation, which its keys carry; undefined for the only one. */
export async function readCell(db: Queryable): Promise<number | undefined> {
  const { rows } = await db.query<{ number: number }>('select number from cell');
  return rows[0]?.number;
}
