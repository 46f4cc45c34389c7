import type { Pool } from 'pg';
import type { Vault } from '../../foundation/vault.ts';
import { inPatience } from './erasure-queries.ts';
import { referenceOf, type SubjectKind } from './subject.ts';

// A refused call may be of either kind.
const ofRefused = 'select person_hash from refused_calls where person_hash is not null';
const hashesOf: Record<SubjectKind, string> = {
  mobile: `select number_hash as hash from calls where number_hash is not null union ${ofRefused}`,
  id_number: `select card_hash as hash from checks where card_hash is not null union ${ofRefused}`,
};

const atOnce = 5_000;

/**
 * Finds the people behind references among the data, which may be of a restored backup: their hashes by
 * reference. Every number is hashed once more, at about 20 µs each.
 */
export function findReferences(
  pool: Pool,
  vault: Vault,
  kind: SubjectKind,
  references: ReadonlySet<string>,
): Promise<Map<string, Buffer>> {
  return inPatience(pool, async (client) => {
    const found = new Map<string, Buffer>();
    await client.query(`declare hashes no scroll cursor for ${hashesOf[kind]}`);
    for (;;) {
      const { rows } = await client.query<{ hash: Buffer }>(`fetch ${atOnce} from hashes`);
      for (const { hash } of rows) {
        const reference = referenceOf(vault, { kind, hash }).toString('hex');
        if (references.has(reference)) found.set(reference, hash);
      }
      if (rows.length < atOnce) return found;
    }
  });
}
