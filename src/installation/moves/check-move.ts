import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { assertDurable } from '../../foundation/db/connect.ts';
import {
  readCitusFacts,
  readSourceFacts,
  readTargetFacts,
  type TargetFacts,
  trySource,
  tryTarget,
} from './check-queries.ts';
import { listMovedTables } from './source-queries.ts';

/** One for all changes, and those by which PostgreSQL copies two tables at a time. */
const slotsNeeded = 3;
/** One for all changes, and one that copies tables. */
const workersNeeded = 2;

/** Both databases of a move, each by a role that administers it. */
export interface Sides {
  source: Pool;
  target: Pool;
  schema: string;
  /** The URL by which the new database reaches the old one. */
  sourceUrl: string;
}

/** Refuses a move that could not be finished, before anything is done. Returns the role of the cell's servers. */
export async function checkMove(sides: Sides): Promise<string> {
  const { source, target, schema, sourceUrl } = sides;
  if (schema === 'public') refuse('cell_move_public');
  if ((await readCitusFacts(source, schema)).isDistributed)
    refuse('cell_move_from_citus', { schema });
  if ((await readCitusFacts(target, schema)).isWorker) refuse('cell_move_to_worker');
  await assertDurable(target);
  const facts = await readSourceFacts(source, schema);
  const { role, admin, walLevel, freeSlots, freeSenders, elsewhere, systemId } = facts;
  if (role === admin) refuse('cell_move_own_role', { role });
  if (elsewhere.length > 0) refuse('cell_move_shared_role', { role, where: elsewhere.join(', ') });
  if (walLevel !== 'logical') refuse('cell_move_wal_level', { level: walLevel });
  if (freeSlots < slotsNeeded) refuse('cell_move_slots', { free: freeSlots, needed: slotsNeeded });
  if (freeSenders < slotsNeeded) {
    refuse('cell_move_senders', { free: freeSenders, needed: slotsNeeded });
  }
  const tables = await listMovedTables(source);
  const sourceFault = await trySource(source, { schema, role, tables });
  if (sourceFault) refuse('cell_move_source_rights', { admin, why: sourceFault });
  const there = await readTargetFacts(target, role);
  if (there.systemId === systemId) refuse('cell_move_same_cluster');
  requireReady(there, role);
  const targetFault = await tryTarget(target, { schema, role, sourceUrl });
  if (targetFault) refuse('cell_move_target_rights', { why: targetFault });
  return role;
}

function requireReady(
  { encoding, hasRole, mayCreate, freeWorkers, freeOrigins }: TargetFacts,
  role: string,
): void {
  if (encoding !== 'UTF8') refuse('cell_move_encoding', { encoding });
  if (!hasRole) refuse('cell_move_role_missing', { role });
  if (mayCreate) refuse('cell_move_role_creates', { role });
  if (freeWorkers < workersNeeded) {
    refuse('cell_move_workers', { free: freeWorkers, needed: workersNeeded });
  }
  if (freeOrigins < slotsNeeded) {
    refuse('cell_move_origins', { free: freeOrigins, needed: slotsNeeded });
  }
}
