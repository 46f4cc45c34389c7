import type { Queryable } from './queryable.ts';

/** The move of a cell, as its old database stores it. */
export interface MoveState {
  moveId: string;
  /** The new database, without its password. */
  target: string;
  /** The role of the cell's servers. */
  role: string;
  /** The step that was begun last. */
  step: string;
}

/** Undefined while the cell does not move. Its copy has the same row. */
export async function readMove(db: Queryable): Promise<MoveState | undefined> {
  const { rows } = await db.query<MoveState>(
    `select move_id as "moveId", target, role, step from cell_move`,
  );
  return rows[0];
}
