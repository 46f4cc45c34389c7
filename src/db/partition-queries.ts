import type { Pool } from 'pg';
import { sqlState } from './faults.ts';

const monthsAhead = 3;
const lockNotAvailable = '55P03';

/**
 * Makes the partitions of the coming months before anyone needs them. It gives way to whoever is using
 * the tables just now: there are months left to try again.
 */
export async function ensurePartitions(pool: Pool): Promise<void> {
  try {
    await pool.query('select ensure_partitions(now(), $1)', [monthsAhead]);
  } catch (error) {
    if (sqlState(error) !== lockNotAvailable) throw error;
  }
}
