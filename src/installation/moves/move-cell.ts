import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { verifyEntries } from '../../foundation/audit/verify-entries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import { migrate } from '../../foundation/db/migrate.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { type MoveState, readMove } from '../../foundation/db/read-move.ts';
import { type Audit, audit } from '../../money/ledger/audit-ledger.ts';
import { checkMove, type Sides } from './check-move.ts';
import { makeMissing, readRest } from './compare-queries.ts';
import { handOver } from './hand-over.ts';
import { publish, readBytesBehind, unpublish } from './source-queries.ts';
import { storeState, storeStep } from './state-queries.ts';
import {
  countWaiting,
  createArrival,
  dropSubscription,
  readArrival,
  readCopyProgress,
  readSyncSlots,
  subscribe,
} from './target-queries.ts';

/** A move under way. */
interface Move extends Sides {
  state: MoveState;
  /** The new database by the role of the cell's servers. */
  own: Pool;
  /** Whether to switch although no server waits on the new database. */
  isUnattended: boolean;
  say(line: string): void;
}

/** What both sides have after a move. */
export interface MoveResult {
  old: Audit;
  new: Audit;
}

const pollMs = 200;
const sayMs = 5_000;
/** As much as is applied in a fraction of a second. */
const nearBytes = 1024 * 1024;

/**
 * The steps of a move, in order. Each can be repeated: a command that was killed is run again and goes on with the step
 * that had begun. Until the switch the old cell can serve again, after it only the new one serves.
 */
const steps: Readonly<Record<string, (move: Move) => Promise<void>>> = {
  async schema({ source, own, ...move }) {
    const { schema, state, target } = move;
    const arrival = await readArrival(target, schema, state.moveId);
    if (arrival === 'absent') await createArrival(target, { schema, ...state });
    else if (arrival !== 'waiting') refuse('cell_move_taken', { schema });
    await migrate(own, { log: quietLog });
    await makeMissing(own, await readRest(source, own));
  },
  publication: ({ source, state }) => publish(source, state.moveId),
  subscription: ({ target, state, sourceUrl }) => subscribe(target, state.moveId, sourceUrl),
  copy: untilNear,
  books: ({ target }) => requireSound(target),
  async server(move) {
    await untilAttended(move);
    await untilNear(move);
  },
  'hand-over': (move) => handOver({ ...move, begin: (step) => move.say(`Step: ${step}`) }),
  async cleaning({ source, target, state: { moveId } }) {
    await unpublish(source, moveId, await readSyncSlots(target, moveId));
    await dropSubscription(target, moveId);
  },
};

/** Moves a cell, or goes on with a move that was cut off, and proves the books of both sides. */
export async function moveCell(
  move: Sides & { openOwn(role: string): Pool; to: string } & Pick<Move, 'isUnattended' | 'say'>,
): Promise<MoveResult> {
  const state = await beginMove(move, move.to);
  const own = move.openOwn(state.role);
  const names = Object.keys(steps);
  for (const name of names.slice(await findStep({ ...move, state }, names))) {
    if (!(await storeStep(move.source, state.moveId, name))) refuse('cell_move_aborted');
    move.say(`Step: ${name}`);
    await steps[name]?.({ ...move, state, own });
  }
  move.say('Step: proof');
  const result = await proveBoth(move);
  if (!(await storeStep(move.source, state.moveId, 'moved'))) refuse('cell_move_aborted');
  return result;
}

async function beginMove(sides: Sides, to: string): Promise<MoveState> {
  const found = await readMove(sides.source);
  if (found && found.target !== to) refuse('cell_move_elsewhere', { to: found.target });
  if (found?.step === 'abort') refuse('cell_move_aborting');
  if (found?.step === 'moved') refuse('cell_move_over', { to });
  if (found) return found;
  const role = await checkMove(sides);
  const state = { moveId: randomUUID(), target: to, role, step: 'schema' };
  const arrival = await readArrival(sides.target, sides.schema, state.moveId);
  if (arrival !== 'absent') refuse('cell_move_taken', { schema: sides.schema });
  if (!(await storeState(sides.source, state))) refuse('cell_move_busy');
  return state;
}

/** The step to go on with. What a killed command did last is read from the new database, not from its notes. */
async function findStep(
  { state, target, schema }: Sides & { state: MoveState },
  names: readonly string[],
): Promise<number> {
  if (state.step !== 'hand-over') return Math.max(0, names.indexOf(state.step));
  const hasArrived = (await readArrival(target, schema, state.moveId)) === 'arrived';
  return names.indexOf(hasArrived ? 'cleaning' : 'hand-over');
}

/** Waits until every table is copied and the copy is close behind. */
async function untilNear({ source, target, state: { moveId }, say }: Move): Promise<void> {
  for (let saidAt = 0; ; await sleep(pollMs)) {
    const { tables, ready, rows, faults } = await readCopyProgress(target, moveId);
    const bytes = await readBytesBehind(source, moveId);
    if (ready === tables && bytes < nearBytes) return;
    if (Date.now() - saidAt < sayMs) continue;
    saidAt = Date.now();
    const behind = `${Math.round(bytes / 1024)} KiB behind`;
    const copying = rows > 0 ? `, ${pluralize(rows, 'row')} of the others` : '';
    say(`Copied ${ready} of ${pluralize(tables, 'table')}${copying}, ${behind}`);
    if (faults > 0) say(`The new database has logged ${pluralize(faults, 'error')}; see its log`);
  }
}

/** Every moment of the copy is a moment of the old cell, so its books must be right while it follows. */
async function requireSound(target: Pool): Promise<void> {
  const [books, chain] = [await audit(target), await verifyEntries(target)];
  if (!books.ok) refuse('cell_move_differs', { what: `ledger audit: ${books.faults[0]?.detail}` });
  if (!chain.ok) refuse('cell_move_differs', { what: 'audit verify' });
}

async function untilAttended({ target, state, isUnattended, say }: Move): Promise<void> {
  if (isUnattended) return;
  for (let isSaid = false; (await countWaiting(target, state.role)) === 0; await sleep(pollMs)) {
    if (!isSaid) say('Start a server on the new database: the move goes on when it waits there');
    isSaid = true;
  }
}

/** The old books end where the move ended them; the new ones go on from there. */
async function proveBoth({ source, target }: Sides): Promise<MoveResult> {
  const old = await audit(source);
  const { ok, head } = await verifyEntries(source);
  const moved = await audit(target);
  const chain = await verifyEntries(target, head ?? undefined);
  const isWhole = moved.transfers >= old.transfers && moved.calls >= old.calls;
  if (!ok || !chain.ok) refuse('cell_move_unproved', { what: 'audit verify' });
  if (!old.ok || !moved.ok || !isWhole) refuse('cell_move_unproved', { what: 'ledger audit' });
  return { old, new: moved };
}
