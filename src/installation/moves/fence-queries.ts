import { setTimeout as sleep } from 'node:timers/promises';
import { escapeIdentifier, type Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { inTransaction } from '../../foundation/db/in-transaction.ts';
import type { MoveState } from '../../foundation/db/read-move.ts';
import { storeStep } from './state-queries.ts';

/** How long sessions that were told to end may take. */
const endingMs = 5_000;
const pollMs = 10;

/**
 * Keeps the servers of the old cell out. In one transaction the move is noted as fenced and the role may no longer log
 * in; its sessions are ended after that. A session that had logged in a moment before, and shows itself late, finds
 * that its role may not use the schema any more. So no server writes to the old copy, not even one that wakes later.
 */
export async function fence(source: Pool, { moveId, role }: MoveState, schema: string) {
  const [name, space] = [escapeIdentifier(role), escapeIdentifier(schema)];
  for (const bar of [`alter role ${name} nologin`, `alter schema ${space} owner to current_user`]) {
    await inTransaction(source, 'begin', async (client) => {
      if (!(await storeStep(client, moveId, 'hand-over'))) refuse('cell_move_aborted');
      await client.query(bar);
    });
    await endSessions(source, role);
  }
}

/** Lets the servers of the old cell in again. Nothing may have been written to the new one. */
export async function liftFence(
  source: Pool,
  { moveId, role }: MoveState,
  { schema, step }: { schema: string; step: string },
): Promise<void> {
  const [name, space] = [escapeIdentifier(role), escapeIdentifier(schema)];
  await inTransaction(source, 'begin', async (client) => {
    if (!(await storeStep(client, moveId, step))) refuse('cell_move_aborted');
    await client.query(`alter schema ${space} owner to ${name}; alter role ${name} login`);
  });
}

async function endSessions(source: Pool, role: string): Promise<void> {
  const deadline = Date.now() + endingMs;
  for (;;) {
    const { rowCount } = await source.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
      [role],
    );
    if (rowCount === 0) return;
    if (Date.now() > deadline) refuse('cell_move_sessions', { role });
    await sleep(pollMs);
  }
}
