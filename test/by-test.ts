import type { Pool } from 'pg';
import type { Change } from '../src/audit/change-queries.ts';

/**
 * A change that a test makes, each statement by itself. Connections of tests are not the program's, so
 * that the audit log names them by their user of the database.
 */
export function byTest(pool: Pool): Change {
  return pool as unknown as Change;
}
