import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { SealedColumn, Sealer } from '../../foundation/vault.ts';
import { readKey, storeKey } from './key-queries.ts';

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

async function makeKey(db: Queryable, vault: Sealer) {
  const { publicKey: pub, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const publicKey = await exportJWK(pub);
  const sealed = vault.seal(JSON.stringify(await exportJWK(privateKey)), context);
  const keyId = await calculateJwkThumbprint(publicKey);
  await storeKey(db, { keyId, publicKey, sealedPrivateKey: sealed });
  const stored = await readKey(db);
  if (!stored) throw new Error('The signing key of the cell was removed.');
  return stored;
}
