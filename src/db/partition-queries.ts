import type { Pool } from 'pg';

const monthsAhead = 3;

/** Makes the partitions of the coming months before anyone needs them. */
export async function ensurePartitions(pool: Pool): Promise<void> {
  await pool.query('select ensure_partitions(now(), $1)', [monthsAhead]);
}
