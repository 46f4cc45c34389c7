import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import {
  createKey,
  longestOverlapMinutes,
  type NewKey,
  pageKeys,
  revokeKey,
  rotateKey,
} from './key-queries.ts';

let database: TestDatabase;
let accountId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ accountId } = await createAccount(byTest(database.pool), { name: 'Rowan' }));
});
afterAll(() => database.drop());

const make = (wanted: Partial<NewKey> = {}) =>
  createKey(byTest(database.pool), { accountId, mode: 'live', ...wanted });
const rotate = (keyId: number, overlapMinutes = 60, of = accountId) =>
  rotateKey(byTest(database.pool), { accountId: of, keyId, overlapMinutes });
const read = async (wanted: number) =>
  (await pageKeys(database.pool, { kind: 'account', accountId }, { limit: 99 })).keys.find(
    ({ keyId }) => keyId === wanted,
  );

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('a successor key', () => {
  test('has the same permissions and no more', async () => {
    const settings = {
      ...{ name: 'checkout', scopes: ['sms_code' as const], addresses: ['203.0.113.0/24'] },
      ...{ spendCapDay: 70_000n, perSecond: 7 },
    };
    const { keyId, apiKey } = await make(settings);
    const made = await rotate(keyId);
    expect(made.apiKey).not.toBe(apiKey);
    expect(await read(made.keyId)).toMatchObject({
      ...settings,
      ...{ mode: 'live', expiresAt: null, revokedAt: null, replacedBy: null },
    });
  });

  // @mutant src/line/callers/sql/replace-key.sql
  // - expires_at = least(k.expires_at, v_ends_at)
  // + expires_at = v_ends_at
  test('lets the old key live for the overlap, and never beyond its own expiry', async () => {
    const expiresAt = inHours(1);
    const ending = await make({ expiresAt });
    const { oldEndsAt, keyId } = await rotate(ending.keyId, 24 * 60);
    expect(oldEndsAt).toEqual(expiresAt);
    expect(await read(ending.keyId)).toMatchObject({ expiresAt, replacedBy: keyId });
    const lasting = await make({ expiresAt: inHours(48) });
    const rotated = await rotate(lasting.keyId, 24 * 60);
    expect(Math.round((rotated.oldEndsAt.getTime() - Date.now()) / 3_600_000)).toBe(24);
  });

  // @mutant src/line/callers/key-queries.ts
  // - if (old.replacedBy !== null) {
  // + if (old.replacedBy !== null && false) {
  test('is unique: a key that has a successor, or has expired, gets no other', async () => {
    const { keyId } = await make();
    const { keyId: next } = await rotate(keyId);
    await expect(rotate(keyId)).rejects.toThrow(`was replaced by key ${next}. Rotate that one.`);
    const revoked = await make();
    await revokeKey(byTest(database.pool), { keyId: revoked.keyId });
    await expect(rotate(revoked.keyId)).rejects.toThrow(
      'has expired or was revoked. Create a new one.',
    );
    const expired = await make({ expiresAt: inHours(-1) });
    await expect(rotate(expired.keyId)).rejects.toThrow(
      'has expired or was revoked. Create a new one.',
    );
  });

  test('is created by the key’s own account, with an overlap of at most two weeks', async () => {
    const { keyId } = await make();
    const other = await createAccount(byTest(database.pool), { name: 'Birch' });
    await expect(rotate(keyId, 1, other.accountId)).rejects.toThrow('has no key');
    for (const minutes of [-1, longestOverlapMinutes + 1]) {
      await expect(rotate(keyId, minutes)).rejects.toThrow('Overlap must be 0 to 14 days.');
    }
    expect(await read(keyId)).toMatchObject({ replacedBy: null });
  });
});

test('keys are paged newest first, each once, by account and mode if given', async () => {
  const other = await createAccount(byTest(database.pool), { name: 'Cedar' });
  const modes = ['live', 'test', 'live', 'live', 'live'] as const;
  const made: number[] = [];
  for (const mode of modes) made.push((await make({ accountId: other.accountId, mode })).keyId);
  const own = { kind: 'account', accountId: other.accountId } as const;
  const found: number[] = [];
  let before: number | undefined;
  do {
    const page = await pageKeys(database.pool, own, { mode: 'live', before, limit: 2 });
    found.push(...page.keys.map(({ keyId }) => keyId));
    before = page.next ?? undefined;
  } while (before !== undefined && found.length < 9);
  expect(found).toEqual(made.filter((_, at) => modes[at] === 'live').toReversed());
  const platform = { kind: 'platform' } as const;
  const asked = { accountId: other.accountId, limit: 9 };
  const { keys, next } = await pageKeys(database.pool, platform, asked);
  expect(keys.map(({ keyId }) => keyId)).toEqual(made.toReversed());
  expect([next, keys[0]?.accountName]).toEqual([null, 'Cedar']);
  const foreign = await pageKeys(database.pool, own, { accountId, limit: 9 });
  expect(foreign.keys).toEqual([]);
});

test('revoking a key again keeps the first revocation time', async () => {
  const { keyId } = await make();
  const first = await revokeKey(byTest(database.pool), { keyId, accountId });
  const again = await revokeKey(byTest(database.pool), { keyId });
  expect(again.revokedAt).toEqual(first.revokedAt);
  const theirs = revokeKey(byTest(database.pool), { keyId, accountId: accountId + 1 });
  await expect(theirs).rejects.toThrow('has no key');
});

test('a key is shown by its name and last four characters, and a single address as a network', async () => {
  const { keyId, apiKey } = await make({ name: 'shop', addresses: ['10.1.2.3/16'] });
  expect(await read(keyId)).toMatchObject({
    ...{ name: 'shop', lastFour: apiKey.slice(-4), addresses: ['10.1.0.0/16'] },
  });
  await expect(make({ name: 'a\nb' })).rejects.toThrow('Key name must have 1 to 200');
});
