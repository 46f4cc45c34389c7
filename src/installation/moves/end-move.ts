import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { readMove } from '../../foundation/db/read-move.ts';
import type { Sides } from './check-move.ts';
import { liftFence } from './fence-queries.ts';
import { dropOldCopy, unpublish } from './source-queries.ts';
import { removeState } from './state-queries.ts';
import {
  dropArrival,
  pauseSubscription,
  readArrival,
  readSyncSlots,
  takeHandOver,
} from './target-queries.ts';

/**
 * Ends a move before its switch: the old cell serves as before, and the copy is removed. It takes the right to switch
 * first, so that a command that still runs or wakes cannot switch any more. It can be repeated when it was killed.
 */
export async function abortMove({ source, target, schema }: Sides, to: string): Promise<void> {
  const state = await readMove(source);
  if (!state) refuse('cell_move_none');
  if (state.target !== to) refuse('cell_move_elsewhere', { to: state.target });
  if (state.step === 'moved') refuse('cell_move_over', { to });
  const { moveId } = state;
  const arrival = await readArrival(target, schema, moveId);
  // In the first step, a schema without our mark is somebody else's.
  if (arrival === 'arrived' && state.step !== 'schema') refuse('cell_move_switched', { to });
  if (arrival === 'waiting') await takeHandOver(target, moveId, randomUUID());
  await pauseSubscription(target, moveId);
  await liftFence(source, state, { schema, step: 'abort' });
  await unpublish(source, moveId, await readSyncSlots(target, moveId));
  if (arrival === 'waiting') await dropArrival(target, schema, moveId);
  await removeState(source, moveId);
}

/** Removes the old copy of a cell that has moved. */
export async function forgetOldCell(source: Pool, schema: string): Promise<{ role: string }> {
  const state = await readMove(source);
  if (!state) refuse('cell_move_none');
  if (state.step !== 'moved') refuse('cell_move_not_over');
  await dropOldCopy(source, schema);
  return { role: state.role };
}
