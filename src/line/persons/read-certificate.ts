import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Vault } from '../../foundation/vault.ts';
import { readOperator } from '../../people/accounts/operator-queries.ts';
import { type Certificate, issueCertificate } from './certificate.ts';
import { countOpenWork, findErasure } from './erasure-queries.ts';

/** The certificate of an erasure as it stands now. */
export async function readCertificate(
  { pool, vault }: { pool: Pool; vault: Vault },
  erasureId: string,
): Promise<Certificate> {
  const waiting = await countOpenWork(pool, erasureId);
  // Read after the counts: a finished erasure waits for nothing.
  const erasure = await findErasure(pool, erasureId);
  if (!erasure) refuse('erasure_not_found', { erasure: erasureId });
  const operator = await readOperator(pool);
  const isDone = erasure.finishedAt !== null;
  return issueCertificate(vault, erasure, {
    waiting: isDone ? { calls: 0, confirmations: 0 } : waiting,
    operator,
    now: new Date(),
  });
}
