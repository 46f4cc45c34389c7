import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { readHashed } from './entry-queries.ts';

export interface Verified {
  ok: boolean;
  entries: number;
  /** The hash of the newest entry. An operator who keeps a copy elsewhere can later detect removed entries. */
  head: string | null;
  /** The first entry that breaks the chain, and why. */
  fault: string | null;
}

const pageSize = 1_000;

/**
 * Follows the hash chain from the first entry to the last. It detects changed, missing and inserted entries;
 * entries removed from the end show only against a known head.
 */
export async function verifyEntries(pool: Pool, knownHead?: string): Promise<Verified> {
  let previous: Buffer = Buffer.alloc(0);
  let last = 0;
  let isKnownSeen = knownHead === undefined;
  const found = (fault: string | null): Verified => ({
    ok: fault === null,
    entries: last,
    head: last === 0 ? null : previous.toString('hex'),
    fault,
  });
  for (;;) {
    const page = await readHashed(pool, last, pageSize);
    for (const { entryId, text, hash } of page) {
      if (entryId !== last + 1) return found(`entry ${last + 1} is missing`);
      const expected = createHash('sha256').update(previous).update(text).digest();
      if (!expected.equals(hash)) {
        return found(`entry ${entryId} is not what was written, or the one before it is not`);
      }
      previous = hash;
      last = entryId;
      isKnownSeen ||= hash.toString('hex') === knownHead;
    }
    if (page.length < pageSize) break;
  }
  return found(isKnownSeen ? null : `no entry has the hash ${knownHead}: the end was cut off`);
}
