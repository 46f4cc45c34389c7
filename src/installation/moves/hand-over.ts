import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { MoveState } from '../../foundation/db/read-move.ts';
import type { Sides } from './check-move.ts';
import { type Rest, readLikeness, readRest } from './compare-queries.ts';
import { fence, liftFence } from './fence-queries.ts';
import { hasMark, storeMark } from './state-queries.ts';
import { leaveHandOver, switchOver, takeHandOver } from './target-queries.ts';

/** How long the last changes may take. After that the old cell serves again. */
const lastChangesMs = 10_000;
const pollMs = 10;

interface HandOver extends Sides {
  state: MoveState;
  begin(step: 'fence' | 'last changes' | 'comparison' | 'switch'): void;
}

/**
 * Stops the old cell, lets the new one catch up and starts it. Only the holder of the right to switch switches, and only
 * one who has just given it back lets the old cell serve again: so one of both serves at most. If anything fails before
 * the switch, the old cell serves again and the copy goes on following it.
 */
export async function handOver(move: HandOver): Promise<void> {
  const { source, target, state, schema } = move;
  const right = randomUUID();
  await takeHandOver(target, state.moveId, right);
  try {
    move.begin('fence');
    await fence(source, state, schema);
    move.begin('last changes');
    await awaitLastChanges(move, right);
    move.begin('comparison');
    const rest = await requireAlike(move);
    move.begin('switch');
    await switchOver(target, { moveId: state.moveId, right, rest });
  } catch (error) {
    if (!(await leaveHandOver(target, right).catch(() => false))) throw error;
    await liftFence(source, state, { schema, step: 'copy' });
    throw error;
  }
}

/** No session of the old cell is left, so a change of our own that arrives is the last of all. */
async function awaitLastChanges({ source, target, state }: HandOver, mark: string): Promise<void> {
  if (!(await storeMark(source, state.moveId, mark))) refuse('cell_move_aborted');
  const deadline = Date.now() + lastChangesMs;
  while (!(await hasMark(target, mark))) {
    if (Date.now() > deadline) refuse('cell_move_late', { seconds: lastChangesMs / 1_000 });
    await sleep(pollMs);
  }
}

/** Both sides are the same but for what replication does not bring, which is returned. */
async function requireAlike({ source, target }: HandOver): Promise<Rest> {
  const [one, other] = await Promise.all([readLikeness(source), readLikeness(target)]);
  for (const what of ['version', 'wallets', 'head'] as const) {
    if (one[what] !== other[what]) refuse('cell_move_differs', { what });
  }
  const rest = await readRest(source, target);
  if (rest.missing.length > 0) refuse('cell_move_differs', { what: 'months' });
  return rest;
}
