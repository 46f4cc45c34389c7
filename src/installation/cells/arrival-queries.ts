import type { Queryable } from '../../foundation/db/queryable.ts';
import { readMove } from '../../foundation/db/read-move.ts';
import { Unreachable } from '../../foundation/db/unreachable.ts';

/** What the database says about a cell that may be moved here. */
export type Arrival = 'none' | 'arriving' | 'gone';

/**
 * The mark is there from the first moment of the schema until the cell is complete and its old server stopped. Schema and
 * mark are read by one snapshot: by `to_regclass`, a schema that is dropped at this moment can still be there while its
 * mark is not, as if the cell had arrived.
 */
export async function readArrival(db: Queryable): Promise<Arrival> {
  const { rows } = await db.query<{ hasMark: boolean }>(
    `select c.oid is not null as "hasMark"
     from pg_namespace n
     left join pg_class c on c.relnamespace = n.oid and c.relname = 'arriving_cell'
     where n.nspname = current_schema`,
  );
  const [schema] = rows;
  if (!schema) return 'gone';
  return schema.hasMark ? 'arriving' : 'none';
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
