import type { Pool } from 'pg';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { createPool, endPool } from '../../foundation/db/connect.ts';
import { assertMigrated } from '../../foundation/db/migrate.ts';
import { requireSchema } from '../../foundation/db/require-schema.ts';
import { withRole, withSchema } from '../../foundation/db/session-settings.ts';
import type { Config } from '../../foundation/settings/config.ts';
import type { Sides } from './check-move.ts';
import { abortMove, forgetOldCell } from './end-move.ts';
import { type MoveResult, moveCell } from './move-cell.ts';
import { readSchema, tryMoveLock } from './source-queries.ts';

/** What can be done about the move of a cell, while no other command does. */
export interface OpenMove extends AsyncDisposable {
  run(to: string, how: { isUnattended: boolean; say(line: string): void }): Promise<MoveResult>;
  abort(to: string): Promise<void>;
  forget(): Promise<{ role: string }>;
}

/** Connects to both databases as administrators, and keeps other commands from moving the cell. */
export async function openMove(
  { databaseUrl, databaseSchema }: Config,
  { cell, target: targetUrl }: { cell: number; target: string | undefined },
): Promise<OpenMove> {
  if (databaseUrl === undefined) refuse('cell_move_embedded');
  await using opening = new AsyncDisposableStack();
  let opened = opening;
  const open = (url: string): Pool => {
    // Any node of Citus may answer: the check names one that cannot be moved from or to.
    const pool = createPool(url, {
      ...{ max: 4, applicationName: 'countersign move', isAnyNode: true },
    });
    opened.defer(() => endPool(pool));
    return pool;
  };
  const source = open(withSchema(databaseUrl, databaseSchema));
  await requireSchema(source, { schema: databaseSchema, mayCreate: false });
  await assertMigrated(source);
  await requireCell(source, cell);
  const lock = await source.connect();
  opened.defer(() => lock.release(true));
  if (!(await tryMoveLock(lock))) refuse('cell_move_busy');
  const schema = await readSchema(source);
  // A forgotten cell needs the old database alone.
  const toUrl = withSchema(targetUrl ?? databaseUrl, schema);
  const sides: Sides = { source, target: open(toUrl), schema, sourceUrl: databaseUrl };
  opened = opening.move();
  return {
    run: (to, how) =>
      moveCell({ ...sides, ...how, to, openOwn: (role) => open(withRole(toUrl, role)) }),
    abort: (to) => abortMove(sides, to),
    forget: () => forgetOldCell(source, schema),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function requireCell(source: Pool, cell: number): Promise<void> {
  const found = await readCell(source);
  if (found === cell) return;
  const what = found === undefined ? 'an installation without a number' : `cell ${found}`;
  refuse('cell_move_other_cell', { found: what, cell });
}
