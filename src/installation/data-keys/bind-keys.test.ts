import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { KeyRing, keyIdOf } from '../../foundation/key-ring.ts';
import { createVault, firstFingerprintKey, firstKeyCheck } from '../../foundation/vault.ts';
import { openVault } from './bind-keys.ts';
import { isBound, listDataKeys } from './key-queries.ts';

let database: TestDatabase;
const [key, other] = [randomBytes(32), randomBytes(32)];

beforeEach(async () => {
  database = await createTestDatabase({ max: 4 });
});
afterEach(() => database.drop());

test('a database is bound to the data key of its first start, and accepts no other', async () => {
  const { pool } = database;
  expect(await isBound(pool)).toBe(false);
  const vault = await openVault(pool, [key]);
  expect(await isBound(pool)).toBe(true);
  const again = await openVault(pool, [other, key]);
  expect(again.ring.sealingId).toBe(keyIdOf(key));
  expect(again.open(vault.seal('x', 'c'), 'c')).toBe('x');
  expect(again.fingerprint('number', '+1')).toEqual(vault.fingerprint('number', '+1'));
  await expect(openVault(pool, [other])).rejects.toThrow(
    `The data key is not the one that this database was started with or rotated to. It needs ${keyIdOf(key)}.`,
  );
});

test('of two keys at simultaneous first starts, the first one wins', async () => {
  const { pool } = database;
  const client = await pool.connect();
  await client.query('begin; select from platform for update');
  const starts = [key, other].map((one) => openVault(pool, [one]).catch((error: Error) => error));
  // Both have seen that there is no key yet, and wait for their turn to bind the database.
  await expect.poll(() => countBlocked(pool)).toBe(2);
  await client.query('commit');
  client.release();
  const ended = await Promise.all(starts);
  expect(ended.filter((one) => one instanceof Error)).toHaveLength(1);
  expect(await listDataKeys(pool)).toHaveLength(1);
});

// @mutant src/installation/data-keys/bind-keys.ts
// - keyCheck ? firstFingerprintKey(own) : makeFingerprintKey()
// + makeFingerprintKey()
test('a database from before key rings keeps its key, its values and its fingerprints', async () => {
  const { pool } = database;
  await pool.query('update platform set key_check = $1', [firstKeyCheck(key)]);
  const old = createVault(new KeyRing([key]), firstFingerprintKey(key));
  await expect(openVault(pool, [other])).rejects.toThrow('The data key is not the one');
  const vault = await openVault(pool, [other, key]);
  expect(vault.open(old.seal('x', 'c'), 'c')).toBe('x');
  expect(vault.fingerprint('card', '1')).toEqual(old.fingerprint('card', '1'));
  // Servers of the version before read what this one seals, and still take the database for theirs.
  expect(vault.seal('x', 'c')[0]).toBe(1);
  const { rows } = await pool.query('select key_check as "check" from platform');
  expect(rows[0].check).toEqual(firstKeyCheck(key));
});
