import type { Pool } from 'pg';
import { createPool, endPool } from '../../foundation/db/connect.ts';
import { withSchema } from '../../foundation/db/session-settings.ts';
import type { Config } from '../../foundation/settings/config.ts';

type DdlSettings = Pick<Config, 'databaseDdlUrl' | 'databaseSchema'>;

/** Where tables are changed, if that is another server than the one that holds them. */
export function ddlTarget({ databaseDdlUrl, databaseSchema }: DdlSettings): string | undefined {
  return databaseDdlUrl && withSchema(databaseDdlUrl, databaseSchema);
}

/** Changes tables: on Citus by way of the coordinator, elsewhere in the given pool. */
export async function withDdlPool<T>(
  pool: Pool,
  config: DdlSettings,
  change: (ddlPool: Pool) => Promise<T>,
): Promise<T> {
  const target = ddlTarget(config);
  if (!target) return change(pool);
  const named = { max: 2, applicationName: 'countersign migrate' };
  const ddlPool = createPool(target, { ...named, isAnyNode: true });
  try {
    return await change(ddlPool);
  } finally {
    await endPool(ddlPool);
  }
}
