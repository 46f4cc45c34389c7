import type { Pool } from 'pg';

/** Whether the database is already bound to a data key. */
export async function hasKeyCheck(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from platform where key_check is not null');
  return rowCount === 1;
}

/**
 * Binds the database to the data key of its first start. A server with another key would seal data that the
 * other servers cannot open, and look up numbers by hashes that do not exist.
 */
export async function assertSameKey(pool: Pool, check: Buffer): Promise<void> {
  if (!(await hasKeyCheck(pool))) {
    await pool.query('update platform set key_check = $1 where key_check is null', [check]);
  }
  const { rows } = await pool.query<{ isSame: boolean }>(
    'select key_check = $1 as "isSame" from platform',
    [check],
  );
  if (!rows[0]?.isSame) {
    throw new Error(
      'The data key is not the one that this database was started with. ' +
        'Give DATA_KEY the first one, or put data.key back into DATA_DIR from where you keep it.',
    );
  }
}
