import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { SealedColumn, Sealer } from '../../foundation/vault.ts';
import { readKey, replaceKey, type StoredKey, storeKey } from './key-queries.ts';

export const algorithm = 'EdDSA';
const context = 'signing key of the cell';

export const sealedSigningKey: SealedColumn = {
  table: 'cell_signing_key',
  column: 'sealed_private_key',
  key: { one: 'boolean' },
  isQuiet: true,
  contextOf: () => context,
};

/** The key of this cell: it signs with the private part, and others verify with the public one. */
export interface SigningKey {
  keyId: string;
  publicKey: JWK;
  privateKey: CryptoKey;
}

/** Reads the key pair of this cell, and makes it when it is needed for the first time. */
export async function openSigningKey(db: Queryable, vault: Sealer): Promise<SigningKey> {
  const stored = (await readKey(db)) ?? (await makeKey(db, vault));
  const secret = JSON.parse(vault.open(stored.sealedPrivateKey, context)) as JWK;
  const privateKey = (await importJWK(secret, algorithm)) as CryptoKey;
  return { keyId: stored.keyId, publicKey: stored.publicKey, privateKey };
}

/** The ID and the public part of the key: what the other cells fetch. */
export async function readPublicKey(db: Queryable, vault: Sealer): Promise<JWK> {
  const { keyId, publicKey } = (await readKey(db)) ?? (await makeKey(db, vault));
  return { ...publicKey, kid: keyId, use: 'sig', alg: algorithm };
}

/** Replaces the key. What the old one signs from now on, the other cells refuse once they have fetched the new one. */
export async function rotateSigningKey(
  change: Change,
  vault: Sealer,
): Promise<{ before: string | undefined; after: string }> {
  const pair = await makePair(vault);
  const before = await replaceKey(change, pair);
  await noteChange(change, {
    ...{ accountId: null, action: 'cell.rotate_key', subject: 'cell_signing_key', key: {} },
    before: before === undefined ? null : { key_id: before },
    after: { key_id: pair.keyId },
  });
  return { before, after: pair.keyId };
}

async function makePair(vault: Sealer): Promise<StoredKey> {
  const { publicKey: pub, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const publicKey = await exportJWK(pub);
  const sealedPrivateKey = vault.seal(JSON.stringify(await exportJWK(privateKey)), context);
  return { keyId: await calculateJwkThumbprint(publicKey), publicKey, sealedPrivateKey };
}

async function makeKey(db: Queryable, vault: Sealer): Promise<StoredKey> {
  await storeKey(db, await makePair(vault));
  const stored = await readKey(db);
  if (!stored) throw new Error('The signing key of the cell was removed.');
  return stored;
}
