import type { Pool } from 'pg';
import { type Verified, verifyEntries } from '../../../foundation/audit/verify-entries.ts';

const walks = new WeakMap<Pool, Promise<Verified>>();

/**
 * Follows the chain, and never twice at a time: everybody who may read the log may ask for it, it reads all
 * of it, and whoever asks meanwhile gets the answer of the walk that is under way.
 */
export function verifyOnce(pool: Pool): Promise<Verified> {
  const underWay = walks.get(pool);
  if (underWay) return underWay;
  const walk = verifyEntries(pool).finally(() => walks.delete(pool));
  walks.set(pool, walk);
  return walk;
}
