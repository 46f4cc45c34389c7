import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Pool } from 'pg';
import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import type { Config } from '../../foundation/settings/config.ts';
import {
  describeReference,
  followReference,
  type Reference,
} from '../../foundation/settings/reference.ts';
import { readKeys } from '../../foundation/settings/setting-formats.ts';
import type { Vault } from '../../foundation/vault.ts';
import { type Cells, readCells } from '../cells/read-cells.ts';
import { openPlatform } from '../data-dir/open-platform.ts';

/** An installation among several, opened by the list of cells. */
export interface OpenCell {
  cell: number;
  pool: Pool;
  vault: Vault;
  change<Result>(action: Act, work: (change: Change) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The cells of a list, each with a way to open it. */
export async function listCells(
  config: Config,
  file: string,
): Promise<{ cell: number; open(): Promise<OpenCell> }[]> {
  const { cells } = await readCells(file);
  return Object.entries(cells)
    .map(([number, row]) => ({
      cell: Number(number),
      open: () => openCell(config, file, Number(number), row),
    }))
    .sort((a, b) => a.cell - b.cell);
}

async function openCell(
  config: Config,
  file: string,
  cell: number,
  { database, schema, dataKey }: Cells['cells'][string],
): Promise<OpenCell> {
  if (!database) return refuse('cell_database_unknown', { file, cell });
  const folder = dirname(resolve(file));
  const databaseUrl = await followReference(database, { folder, what: `database of cell ${cell}` });
  const keys = dataKey ? { dataKey: await readCellKeys(dataKey, folder, cell) } : {};
  const { pool, vault, close } = await openPlatform(
    { ...config, databaseUrl, databaseSchema: schema, cell, ...keys },
    { role: 'visit', log: quietLog },
  );
  const actor = { kind: 'command_line', name: userInfo().username } as const;
  return {
    cell,
    pool,
    vault,
    close,
    change: (action, work) => inChange(pool, actor, action, work),
  };
}

async function readCellKeys(reference: Reference, folder: string, cell: number): Promise<Buffer[]> {
  const what = `data key of cell ${cell}`;
  const keys = readKeys(await followReference(reference, { folder, what }));
  const why = 'it is no key of 32 bytes in base64';
  return (
    keys ?? refuse('reference_unreadable', { what, reference: describeReference(reference), why })
  );
}
