import { mkdir } from 'node:fs/promises';
import type { Pool } from 'pg';
import { assertOwnSessions } from '../../foundation/db/assert-own-sessions.ts';
import { assertDurable, createPool, endPool } from '../../foundation/db/connect.ts';
import type { Log } from '../../foundation/db/log.ts';
import { assertMigrated, migrate, planUpgrade } from '../../foundation/db/migrate.ts';
import { requireSchema } from '../../foundation/db/require-schema.ts';
import { Unreachable } from '../../foundation/db/unreachable.ts';
import { type Config, givenBooks } from '../../foundation/settings/config.ts';
import type { Vault } from '../../foundation/vault.ts';
import { bindBooks, followBooks } from '../../money/ledger/bind-books.ts';
import { readArrival, requireArrived } from '../cells/arrival-queries.ts';
import { bindCell } from '../cells/bind-cell.ts';
import { openVault } from '../data-keys/bind-keys.ts';
import { isBound } from '../data-keys/key-queries.ts';
import type { ServerSettings } from '../embedded-postgres/embedded.ts';
import { type DatabaseRole, openDatabase } from '../embedded-postgres/open-database.ts';
import { loadDataKeys, readDataKeys } from './data-key.ts';
import { withDdlPool } from './ddl-pool.ts';
import { folderFault } from './folder-fault.ts';

/** An opened installation: its database is running and migrated, and its key matches. */
export interface Platform {
  config: Config;
  databaseTarget: string;
  vault: Vault;
  /** Reads the data keys again from where they are stored. */
  readKeys(): Promise<readonly Buffer[]>;
  /** Whether the database is the embedded one, under DATA_DIR. */
  embedded: boolean;
  /** Whether the cell was still being moved here when it was opened: then it was only read. */
  isArriving: boolean;
  /** A pool of a few connections, for commands; the server creates its own pools. */
  pool: Pool;
  close(): Promise<void>;
}

export async function openPlatform(
  config: Config,
  {
    role,
    log,
    settings = {},
    mayArrive = false,
  }: { role: DatabaseRole; log: Log; settings?: ServerSettings; mayArrive?: boolean },
): Promise<Platform> {
  const database = await openDatabase(config, { role, log, settings }).catch((error: unknown) => {
    throw folderFault(error, config.dataDir);
  });
  const pool = createPool(database.connectionTarget, {
    max: 2,
    applicationName: `countersign ${role}`,
  });
  try {
    await assertDurable(pool);
    if (!database.embedded) await assertOwnSessions(pool);
    await requireSchema(pool, { schema: config.databaseSchema, mayCreate: role === 'serve' });
    const isArriving = mayArrive && (await readArrival(pool)) === 'arriving';
    if (isArriving) await assertSameVersion(pool);
    else await requireArrived(pool);
    const mayWrite = role === 'serve' && !isArriving;
    if (mayWrite) {
      await withDdlPool(pool, config, (ddlPool) => migrate(ddlPool, { log, holder: pool }));
    } else {
      await assertMigrated(pool);
    }
    // With an external database and DATA_KEY the folder does not exist yet, and the first start stores its
    // links there.
    if (role === 'serve') await mkdir(config.dataDir, { recursive: true });
    if (mayWrite) await bindBooks(pool, config);
    const books = mayWrite ? {} : await followBooks(pool, role === 'serve' ? config : givenBooks());
    await bindCell(pool, { cell: config.cell, mayBind: mayWrite });
    const vault = await loadDataKeys(config, {
      mayCreate: mayWrite,
      isBound: () => isBound(pool),
      bind: (keys) => openVault(pool, keys),
    });
    return {
      config: { ...config, ...books },
      databaseTarget: database.connectionTarget,
      embedded: database.embedded,
      isArriving,
      vault,
      readKeys: async () => (await readDataKeys(config)) ?? [],
      pool,
      async close() {
        await endPool(pool);
        await database.close();
      },
    };
  } catch (error) {
    await endPool(pool);
    await database.close();
    throw folderFault(error, config.dataDir);
  }
}

/** A server upgrades a cell that is here; one that is on its way has the version of the old server. */
async function assertSameVersion(pool: Pool): Promise<void> {
  const { migrations, replacesFunctions } = await planUpgrade(pool);
  if (migrations.length === 0 && !replacesFunctions) return;
  throw new Unreachable(
    'The cell that is being moved here is of an older Countersign. ' +
      'Start the version that serves it now, and upgrade after the move.',
  );
}

/** A database of any version, or of none. */
export interface AnyDatabase {
  pool: Pool;
  close(): Promise<void>;
}

/** Opens the database for a new installation, and creates it if it does not exist. */
export function openForRestore(config: Config, log: Log): Promise<AnyDatabase> {
  return openAny(config, { log, mayCreate: true, applicationName: 'countersign restore' });
}

/** Opens the database of an installation, whichever version it has. */
export function openForPlan(config: Config, log: Log): Promise<AnyDatabase> {
  return openAny(config, { log, mayCreate: false, applicationName: 'countersign plan' });
}

async function openAny(
  config: Config,
  options: { log: Log; mayCreate: boolean; applicationName: string },
): Promise<AnyDatabase> {
  const { log, mayCreate, applicationName } = options;
  const database = await openDatabase(config, { role: 'visit', log, mayCreate });
  const pool = createPool(database.connectionTarget, { max: 2, applicationName });
  const close = async () => {
    await pool.end();
    await database.close();
  };
  try {
    await assertDurable(pool);
    if (!database.embedded) await assertOwnSessions(pool);
    await requireSchema(pool, { schema: config.databaseSchema, mayCreate });
    await requireArrived(pool);
    return { pool, close };
  } catch (error) {
    await close();
    throw error;
  }
}
