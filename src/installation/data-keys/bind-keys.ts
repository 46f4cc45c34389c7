import type { Pool } from 'pg';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { KeyRing, keyIdOf } from '../../foundation/key-ring.ts';
import {
  createVault,
  type FingerprintKey,
  firstFingerprintKey,
  firstKeyCheck,
  makeFingerprintKey,
  type Vault,
} from '../../foundation/vault.ts';
import {
  bindFirstKey,
  listDataKeys,
  lockBinding,
  readBinding,
  type StoredKey,
} from './key-queries.ts';
import { fingerprintKeyContext } from './sealed-columns.ts';

/**
 * Opens the vault of a database with the keys that are here, and binds the database to them at its first start.
 * A server with other keys would seal data that the other servers cannot open, so it is refused.
 */
export async function openVault(pool: Pool, keys: readonly Buffer[]): Promise<Vault> {
  if ((await listDataKeys(pool)).length === 0) await bindDatabase(pool, keys);
  const ring = new KeyRing(keys);
  followKeys(ring, await listDataKeys(pool));
  const { fingerprintKey } = await readBinding(pool);
  if (!fingerprintKey) throw new Error('the database has no fingerprint key');
  return createVault(ring, readFingerprintKey(ring.open(fingerprintKey, fingerprintKeyContext)));
}

/** Seals with the key that the database names. Throws if a key is missing that values are sealed with. */
export function followKeys(ring: KeyRing, stored: readonly StoredKey[]): void {
  const missing = stored
    .filter(({ sealingSince, retiredAt }) => sealingSince && !retiredAt)
    .filter(({ keyId }) => !ring.ids.includes(keyId));
  if (missing.length > 0) throw new WrongKey(missing.map(({ keyId }) => keyId));
  const sealing = stored.filter(({ sealingSince }) => sealingSince);
  const last = sealing.at(-1);
  if (last) ring.sealWith(last.keyId, sealing.length === 1);
}

/** A new database takes the first key; one from before key rings keeps the key that it has. */
async function bindDatabase(pool: Pool, keys: readonly Buffer[]): Promise<void> {
  await inChange(pool, { kind: 'platform', name: 'start' }, 'data_key.bind', async (change) => {
    await lockBinding(change);
    if ((await listDataKeys(change)).length > 0) return;
    const { keyCheck } = await readBinding(change);
    const own = keyCheck ? keys.find((key) => firstKeyCheck(key).equals(keyCheck)) : keys[0];
    if (!own) throw new WrongKey([]);
    const keyId = keyIdOf(own);
    const fingerprints = keyCheck ? firstFingerprintKey(own) : makeFingerprintKey();
    await bindFirstKey(change, {
      keyId,
      keyCheck: keyCheck ?? Buffer.from(keyId, 'hex'),
      fingerprintKey: new KeyRing([own]).seal(
        `${fingerprints.scheme} ${fingerprints.secret.toString('hex')}`,
        fingerprintKeyContext,
      ),
    });
  });
}

function readFingerprintKey(text: string): FingerprintKey {
  const [scheme, secret = ''] = text.split(' ');
  if (scheme !== 'sha256' && scheme !== 'hmac') throw new Error('unknown fingerprint scheme');
  return { scheme, secret: Buffer.from(secret, 'hex') };
}

/** The keys here are not those that the database needs. */
export class WrongKey extends Error {
  override name = 'WrongKey';
  /** The keys that it needs, for the log. */
  readonly code: string;

  constructor(keyIds: readonly string[]) {
    const named = keyIds.length > 0 ? ` It needs ${keyIds.join(' and ')}.` : '';
    super(
      `The data key is not the one that this database was started with or rotated to.${named} ` +
        'Add it to DATA_KEY or to data.key in DATA_DIR from where you keep it.',
    );
    this.code = keyIds.join(' ');
  }
}
