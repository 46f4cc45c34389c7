import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { type Bilingual, fillText } from '../contract/text/bilingual.ts';
import type { Vault } from '../vault.ts';
import { auditFaults } from './audit-faults.ts';
import { readHashed } from './entry-queries.ts';
import { readKeptHead } from './kept-head.ts';

export interface Verified {
  ok: boolean;
  entries: number;
  /** The hash of the newest entry. An operator who keeps a copy elsewhere can later detect removed entries. */
  head: string | null;
  /** The first entry that breaks the chain, and why. */
  fault: Bilingual | null;
}

const pageSize = 1_000;

/** A head that the log must contain. An operator names one by its hash alone. */
export interface KnownHead {
  hash: string;
  entryId: number | null;
  keptAt: string | null;
}

/** What the log was verified against, and the result. */
export interface VerifiedAgainst extends Verified {
  /** The known head; null if there is none yet, so that a cut at the end would not show. */
  against: KnownHead | null;
}

/**
 * Verifies the chain against the head that an operator names, or else the one that this installation keeps
 * outside the database.
 */
export async function verifyAgainstKept(
  { pool, vault, dataDir }: { pool: Pool; vault: Vault; dataDir: string },
  named?: string,
): Promise<VerifiedAgainst> {
  if (named !== undefined) {
    const against = { hash: named, entryId: null, keptAt: null };
    return { ...(await verifyEntries(pool, named)), against };
  }
  const kept = await readKeptHead(dataDir, vault);
  if (kept === 'unreadable') {
    const fault = auditFaults.head_foreign;
    return { ...(await verifyEntries(pool)), ok: false, fault, against: null };
  }
  return { ...(await verifyEntries(pool, kept?.hash)), against: kept ?? null };
}

/**
 * Follows the hash chain from the first entry to the last. It detects changed, missing and inserted entries;
 * entries removed from the end show only against a known head.
 */
export async function verifyEntries(pool: Pool, knownHead?: string): Promise<Verified> {
  let previous: Buffer = Buffer.alloc(0);
  let last = 0;
  let isKnownSeen = knownHead === undefined;
  const found = (fault: Bilingual | null): Verified => ({
    ok: fault === null,
    entries: last,
    head: last === 0 ? null : previous.toString('hex'),
    fault,
  });
  for (;;) {
    const page = await readHashed(pool, last, pageSize);
    for (const { entryId, text, hash } of page) {
      if (entryId !== last + 1) {
        return found(fillText(auditFaults.entry_missing, { entry: last + 1 }));
      }
      const expected = createHash('sha256').update(previous).update(text).digest();
      if (!expected.equals(hash)) {
        return found(fillText(auditFaults.entry_changed, { entry: entryId }));
      }
      previous = hash;
      last = entryId;
      isKnownSeen ||= hash.toString('hex') === knownHead;
    }
    if (page.length < pageSize) break;
  }
  return found(isKnownSeen ? null : fillText(auditFaults.head_lost, { hash: knownHead ?? '' }));
}
