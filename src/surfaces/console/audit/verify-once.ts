import type { Pool } from 'pg';
import {
  type VerifiedAgainst,
  verifyAgainstKept,
} from '../../../foundation/audit/verify-entries.ts';
import type { Vault } from '../../../foundation/vault.ts';

const walks = new WeakMap<Pool, Promise<VerifiedAgainst>>();

/**
 * Verifies the hash chain, one run at a time: it reads the whole log, and every reader of the log may request
 * it. A request during a run shares its result.
 */
export function verifyOnce(ports: {
  pool: Pool;
  vault: Vault;
  dataDir: string;
}): Promise<VerifiedAgainst> {
  const { pool } = ports;
  const underWay = walks.get(pool);
  if (underWay) return underWay;
  const walk = verifyAgainstKept(ports).finally(() => walks.delete(pool));
  walks.set(pool, walk);
  return walk;
}
