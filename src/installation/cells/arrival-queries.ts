import type { Queryable } from '../../foundation/db/queryable.ts';
import { readMove } from '../../foundation/db/read-move.ts';
import { Unreachable } from '../../foundation/db/unreachable.ts';

/** What the database says about a cell that may be moved here. */
export type Arrival = 'none' | 'arriving' | 'gone';

/** The mark is there from the first moment of the schema until the cell is complete and its old server stopped. */
export async function readArrival(db: Queryable): Promise<Arrival> {
  const { rows } = await db.query<{ schema: string | null; mark: string | null }>(
    `select current_schema as schema, to_regclass(current_schema || '.arriving_cell')::text as mark`,
  );
  if (rows[0]?.schema == null) return 'gone';
  return rows[0].mark === null ? 'none' : 'arriving';
}

/** Refuses to work on a copy while the original still serves. */
export async function requireArrived(db: Queryable): Promise<void> {
  if ((await readArrival(db)) !== 'arriving') return;
  throw new Unreachable(
    'This cell is being moved here, and its data is not complete yet. ' +
      'Use its old database until the move is over.',
  );
}

/** Whether the copy is complete and close behind: the old cell says so by the step of its move, which is copied too. */
export async function isCopied(db: Queryable): Promise<boolean> {
  const move = await readMove(db);
  return move?.step === 'server' || move?.step === 'hand-over';
}
