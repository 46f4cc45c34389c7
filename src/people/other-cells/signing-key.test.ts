import { randomBytes } from 'node:crypto';
import { createLocalJWKSet } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createVault } from '../../foundation/vault.ts';
import { signToken, verifyToken } from './cell-token.ts';
import { openSigningKey } from './signing-key.ts';

let database: TestDatabase;
const vault = createVault(randomBytes(32));
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('servers that start at once make one key, and its private part is sealed', async () => {
  const opened = await Promise.all(
    Array.from({ length: 8 }, () => openSigningKey(database.pool, vault)),
  );
  expect(new Set(opened.map(({ keyId }) => keyId)).size).toBe(1);
  const { rows } = await database.pool.query(
    'select public_key as "publicKey", sealed_private_key as sealed from cell_signing_key',
  );
  expect(rows).toHaveLength(1);
  expect(Object.keys(rows[0].publicKey).sort()).toEqual(['crv', 'kty', 'x']);
  const now = new Date();
  const keys = createLocalJWKSet({ keys: [{ ...rows[0].publicKey, kid: opened[0]?.keyId }] });
  for (const key of opened) {
    const person = { cell: 1, personId: 7, createdAt: 0, oidcSubject: undefined };
    const token = await signToken(key, person, 2, { use: 'read' }, now);
    expect(await verifyToken(token, 'read', 2, () => keys, now)).toMatchObject(person);
  }
  await expect(openSigningKey(database.pool, createVault(randomBytes(32)))).rejects.toThrow();
});
