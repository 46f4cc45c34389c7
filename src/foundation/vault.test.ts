import { createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault, keyCheckOf } from './vault.ts';

const vault = createVault(randomBytes(32));

describe('the vault', () => {
  // @mutant src/foundation/vault.ts
  // - createCipheriv('aes-256-gcm', sealKey, iv);
  // -       cipher.setAAD(Buffer.from(context));
  // + createCipheriv('aes-256-gcm', sealKey, iv);
  test('opens what it sealed, whatever the text', () => {
    for (const text of ['', 'a', '张三 11010519491231002X', 'x'.repeat(5000)]) {
      expect(vault.open(vault.seal(text, 'call-1'), 'call-1')).toBe(text);
    }
  });

  // @mutant src/foundation/vault.ts
  // - used += ivBytes;
  // + used = ivBytes;
  test('never seals the same text to the same bytes', () => {
    const seals = new Set(Array.from({ length: 600 }, () => vault.seal('x', 'c').toString('hex')));
    expect(seals.size).toBe(600);
  });

  test('rejects another context, another key and a changed byte', () => {
    const sealed = vault.seal('secret', 'call-1');
    expect(() => vault.open(sealed, 'call-2')).toThrow();
    expect(() => createVault(randomBytes(32)).open(sealed, 'call-1')).toThrow();
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open(changed, 'call-1')).toThrow();
    }
  });

  test('fingerprints a text the same under one key, and differently under another', () => {
    expect(vault.fingerprint('+8613800000000')).toEqual(vault.fingerprint('+8613800000000'));
    const other = createVault(randomBytes(32)).fingerprint('+8613800000000');
    expect(vault.fingerprint('+8613800000000').equals(other)).toBe(false);
  });
});

describe('with a known key', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, n) => n));
  const known = createVault(key);

  /** These sealed values must open forever: databases contain them. */
  test('opens what earlier versions sealed, and finds what they stored', () => {
    const sealed = Buffer.from(
      'AVfVwgsI9Y5VX6C3k8uHWwy4YR9lbUt0RwPdxV1QXtzaM/q7wxYqiEgA',
      'base64',
    );
    expect(known.open(sealed, 'call-1')).toBe('张三 246810');
    expect(known.fingerprint('+8613800000000').toString('hex')).toBe(
      'e214c909d0a344a113a537675d1dd46b',
    );
    expect(keyCheckOf(known).toString('hex')).toBe('615d4af4f0b2dde2823a7a82283a59b5');
  });

  // @mutant src/foundation/vault.ts
  // - derive(key, 'countersign fingerprint')
  // + derive(key, 'countersign seal')
  test('has one key to encrypt and another for fingerprints', () => {
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32));
    const sealed = known.seal('x', 'c');
    const open = (by: Buffer) => {
      const decipher = createDecipheriv('aes-256-gcm', by, sealed.subarray(1, 13));
      decipher.setAAD(Buffer.from('c')).setAuthTag(sealed.subarray(13, 29));
      return decipher.update(sealed.subarray(29), undefined, 'utf8') + decipher.final('utf8');
    };
    expect(open(derive('countersign seal'))).toBe('x');
    expect(() => open(derive('countersign fingerprint'))).toThrow();
    const findKey = derive('countersign fingerprint').toString('hex');
    const whole = createHash('sha256').update(`${findKey}x`).digest();
    expect(known.fingerprint('x')).toEqual(whole.subarray(0, 16));
  });
});
