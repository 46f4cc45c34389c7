import type { Pool } from 'pg';
import { type Verified, verifyEntries } from '../../../foundation/audit/verify-entries.ts';

const walks = new WeakMap<Pool, Promise<Verified>>();

/**
 * Verifies the hash chain, one run at a time: it reads the whole log, and every reader of the log may request
 * it. A request during a run shares its result.
 */
export function verifyOnce(pool: Pool): Promise<Verified> {
  const underWay = walks.get(pool);
  if (underWay) return underWay;
  const walk = verifyEntries(pool).finally(() => walks.delete(pool));
  walks.set(pool, walk);
  return walk;
}
