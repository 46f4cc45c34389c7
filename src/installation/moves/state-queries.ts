import type { Queryable } from '../../foundation/db/queryable.ts';
import type { MoveState } from '../../foundation/db/read-move.ts';

/** Begins a move. False if another one was begun meanwhile. */
export async function storeState(source: Queryable, state: MoveState): Promise<boolean> {
  const { moveId, target, role, step } = state;
  const { rowCount } = await source.query(
    `insert into cell_move (move_id, target, role, step) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [moveId, target, role, step],
  );
  return rowCount === 1;
}

/** Notes the step that begins. False if this move is being aborted or was: no step follows that one. */
export async function storeStep(source: Queryable, moveId: string, step: string): Promise<boolean> {
  const { rowCount } = await source.query(
    `update cell_move set step = $2, changed_at = clock_timestamp()
     where move_id = $1 and (step <> 'abort' or $2 = 'abort')`,
    [moveId, step],
  );
  return rowCount === 1;
}

export async function removeState(source: Queryable, moveId: string): Promise<void> {
  await source.query('delete from cell_move where move_id = $1', [moveId]);
}

/** Marks the end of all changes. False if this move was aborted meanwhile. */
export async function storeMark(source: Queryable, moveId: string, mark: string): Promise<boolean> {
  const { rowCount } = await source.query(
    'update cell_move set last_mark = $2 where move_id = $1',
    [moveId, mark],
  );
  return rowCount === 1;
}

/** Whether the copy has the mark, and so everything that was committed before it. */
export async function hasMark(target: Queryable, mark: string): Promise<boolean> {
  const { rowCount } = await target.query('select from cell_move where last_mark = $1', [mark]);
  return rowCount === 1;
}
