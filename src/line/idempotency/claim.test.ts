import { describe, expect, test } from 'vitest';
import type { Operation } from '../../foundation/contract/operations/operations.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import { createVault } from '../../foundation/vault.ts';
import { type Claim, claimOnce, readClaim } from './claim.ts';

const vault = createVault(Buffer.alloc(32));
const owner: Owner = { accountId: 1, mode: 'live' };

function claim(
  asker: Owner = owner,
  operation: Operation = 'sms_code',
  key = 'k',
  fields: Record<string, unknown> = { a: 1 },
): Claim {
  return readClaim(vault, asker, operation, key, fields) as Claim;
}

describe('a claim', () => {
  test('does not exist without a key', () => {
    expect(readClaim(vault, owner, 'sms_code', undefined, {})).toBeNull();
  });

  test.each(['x', ' ', '~', 'x'.repeat(255)])('accepts the key %j', (key) => {
    expect(claim(owner, 'sms_code', key).name).toContain(key);
  });

  test.each(['', 'x'.repeat(256), '\t', '\x7f', 'é', 'a\n'])('rejects the key %j', (key) => {
    expect(() => claim(owner, 'sms_code', key)).toThrow(
      expect.objectContaining({ reason: 'invalid_idempotency_key' }),
    );
  });

  // @mutant src/line/idempotency/claim.ts
  // - `${accountId} ${mode} ${operation} ${key}`
  // + `${mode} ${operation} ${key}`
  test('differs for another account, mode, operation or key', () => {
    const names = [
      claim(),
      claim({ accountId: 2, mode: 'live' }),
      claim({ accountId: 1, mode: 'test' }),
      claim(owner, 'sms_notice'),
      claim(owner, 'sms_code', 'l'),
    ].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(claim(owner, 'sms_code', 'k', { b: 2 }).name).toBe(names[0]);
  });

  // @mutant src/line/idempotency/claim.ts
  // - vault.fingerprintHex('body', body)
  // + hash('sha256', body)
  test('stores hashes of its key and body, and nothing that reveals them', () => {
    expect(claim().keyHash()).toMatch(/^[0-9a-f]{32}$/);
    expect(claim().keyHash()).toEqual(claim(owner, 'sms_notice').keyHash());
    expect(claim().keyHash()).not.toEqual(claim(owner, 'sms_code', 'l').keyHash());
    expect(claim().bodyHash()).toEqual(claim(owner, 'sms_code', 'l').bodyHash());
    expect(claim().bodyHash()).not.toEqual(claim(owner, 'sms_code', 'k', { a: 2 }).bodyHash());
    const other = createVault(Buffer.alloc(32, 1));
    const elsewhere = readClaim(other, owner, 'sms_code', 'k', { a: 1 }) as Claim;
    expect(elsewhere.bodyHash()).not.toEqual(claim().bodyHash());
  });

  // @mutant src/line/idempotency/claim.ts
  // - .sort()
  test.each([
    [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
    [{ a: { c: 1, d: 2 } }, { a: { d: 2, c: 1 } }, true],
    [{ a: [1, 2] }, { a: [2, 1] }, false],
    [{ a: '1' }, { a: 1 }, false],
    [{ a: null }, {}, false],
    [{ a: [] }, { a: {} }, false],
  ])('of %j and %j has one body: %s', (one, other, isSame) => {
    const isOne =
      claim(owner, 'sms_code', 'k', one).body === claim(owner, 'sms_code', 'k', other).body;
    expect(isOne).toBe(isSame);
  });
});

describe('a claim of the platform itself', () => {
  const own = (what: string, asker: Owner = owner) => claimOnce(vault, asker, 'sms_notice', what);

  test('is one per thing, account and mode', () => {
    expect(own('a').name).toBe(own('a').name);
    expect(own('a').keyHash()).toEqual(own('a').keyHash());
    expect(own('a').bodyHash()).toEqual(own('a').bodyHash());
    const others = [own('b'), own('a', { accountId: 2, mode: 'live' })];
    for (const other of others) expect(other.name).not.toBe(own('a').name);
    expect(own('b').keyHash()).not.toEqual(own('a').keyHash());
  });

  test('has a key that no caller can send', () => {
    const key = own('a').name.replace('1 live sms_notice ', '');
    expect(() => claim(owner, 'sms_notice', key)).toThrow(
      expect.objectContaining({ reason: 'invalid_idempotency_key' }),
    );
  });
});
