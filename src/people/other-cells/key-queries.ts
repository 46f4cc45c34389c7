import type { JWK } from 'jose';
import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';

/** The key pair by which this cell signs for the others. */
export interface StoredKey {
  keyId: string;
  publicKey: JWK;
  sealedPrivateKey: Buffer;
}

export async function readKey(db: Queryable): Promise<StoredKey | undefined> {
  const { rows } = await db.query<StoredKey>(
    `select key_id as "keyId", public_key as "publicKey", sealed_private_key as "sealedPrivateKey"
     from cell_signing_key`,
  );
  return rows[0];
}

/** Stores a new pair unless there is one: of two servers that start at once, both use the first. */
export async function storeKey(
  db: Queryable,
  { keyId, publicKey, sealedPrivateKey }: StoredKey,
): Promise<void> {
  await db.query(
    `insert into cell_signing_key (key_id, public_key, sealed_private_key) values ($1, $2, $3)
     on conflict do nothing`,
    [keyId, JSON.stringify(publicKey), sealedPrivateKey],
  );
}

/** Replaces the pair, and returns the ID of the one that was there. */
export async function replaceKey(
  change: Change,
  { keyId, publicKey, sealedPrivateKey }: StoredKey,
): Promise<string | undefined> {
  const { rows } = await change.query<{ keyId: string }>(
    'select key_id as "keyId" from cell_signing_key for update',
  );
  await change.query(
    `insert into cell_signing_key (key_id, public_key, sealed_private_key, made_at)
     values ($1, $2, $3, now())
     on conflict (one) do update
     set key_id = excluded.key_id, public_key = excluded.public_key,
       sealed_private_key = excluded.sealed_private_key, made_at = excluded.made_at`,
    [keyId, JSON.stringify(publicKey), sealedPrivateKey],
  );
  return rows[0]?.keyId;
}
