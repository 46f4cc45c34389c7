import { createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { KeyRing, keyIdOf } from './key-ring.ts';
import { createVault, firstFingerprintKey, firstKeyCheck, makeFingerprintKey } from './vault.ts';

const vault = createVault(randomBytes(32));

describe('the vault', () => {
  // @mutant src/foundation/key-ring.ts
  // - createCipheriv('aes-256-gcm', key, iv);
  // -     cipher.setAAD(Buffer.from(context));
  // + createCipheriv('aes-256-gcm', key, iv);
  test('opens what it sealed, whatever the text', () => {
    for (const text of ['', 'a', '张三 11010519491231002X', 'x'.repeat(5000)]) {
      expect(vault.open(vault.seal(text, 'call-1'), 'call-1')).toBe(text);
    }
  });

  // @mutant src/foundation/key-ring.ts
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
    const own = vault.fingerprint('number', '+8613800000000');
    expect(vault.fingerprint('number', '+8613800000000')).toEqual(own);
    const other = createVault(randomBytes(32)).fingerprint('number', '+8613800000000');
    expect(own.equals(other)).toBe(false);
  });
});

describe('with a known key', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, n) => n));
  const known = createVault(new KeyRing([key]), firstFingerprintKey(key));
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32));

  /** These sealed values must open forever: databases contain them. */
  test('opens what earlier versions sealed, and finds what they stored', () => {
    const sealed = Buffer.from(
      'AVfVwgsI9Y5VX6C3k8uHWwy4YR9lbUt0RwPdxV1QXtzaM/q7wxYqiEgA',
      'base64',
    );
    expect(known.open(sealed, 'call-1')).toBe('张三 246810');
    expect(known.fingerprint('number', '+8613800000000').toString('hex')).toBe(
      'e214c909d0a344a113a537675d1dd46b',
    );
    expect(firstKeyCheck(key).toString('hex')).toBe('615d4af4f0b2dde2823a7a82283a59b5');
  });

  // @mutant src/foundation/vault.ts
  // - deriveKey(dataKey, 'countersign fingerprint')
  // + deriveKey(dataKey, 'countersign seal')
  test('has one key to encrypt and another for fingerprints', () => {
    const sealed = known.seal('x', 'c');
    const open = (by: Buffer) => {
      const decipher = createDecipheriv('aes-256-gcm', by, sealed.subarray(1, 13));
      decipher.setAAD(Buffer.from('c')).setAuthTag(sealed.subarray(13, 29));
      return decipher.update(sealed.subarray(29), undefined, 'utf8') + decipher.final('utf8');
    };
    expect(open(derive('countersign seal'))).toBe('x');
    expect(() => open(derive('countersign fingerprint'))).toThrow();
    const findKey = derive('countersign fingerprint').toString('hex');
    const whole = createHash('sha256').update(`${findKey}card x`).digest();
    expect(known.fingerprint('card', 'x')).toEqual(whole.subarray(0, 16));
  });

  // @mutant src/foundation/vault.ts
  // - hmacOf(`${use}\0${text}`)
  // + hmacOf(text)
  test('fingerprints by HMAC, so that a text has another one for each use', () => {
    const { secret } = makeFingerprintKey();
    const vault = createVault(new KeyRing([key]), { scheme: 'hmac', secret });
    const whole = createHmac('sha256', secret).update('code\u0000246810').digest();
    expect(vault.fingerprint('code', '246810')).toEqual(whole.subarray(0, 16));
    expect(vault.fingerprint('card', '246810')).not.toEqual(vault.fingerprint('code', '246810'));
  });
});

describe('a ring of keys', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];

  // @mutant src/foundation/key-ring.ts
  // - this.#sealing = { id, key, prefix: isFirst
  // + this.#sealing = { id, key, prefix: !isFirst
  test('names the key in each value but those of the first key, which older servers read', () => {
    const ring = new KeyRing([first, second]);
    ring.sealWith(keyIdOf(first), true);
    expect(ring.seal('x', 'c')[0]).toBe(1);
    ring.sealWith(keyIdOf(second), false);
    const named = ring.seal('x', 'c');
    expect(named.subarray(0, 9).toString('hex')).toBe(`02${keyIdOf(second)}`);
    expect(new KeyRing([second]).open(named, 'c')).toBe('x');
    expect(() => new KeyRing([first]).open(named, 'c')).toThrow(keyIdOf(second));
  });

  test('opens the values of all its keys, and learns a key that is added', () => {
    const ring = new KeyRing([first]);
    const old = ring.seal('old', 'c');
    const other = new KeyRing([second]);
    other.sealWith(keyIdOf(second), false);
    const added = other.seal('new', 'c');
    expect(() => ring.open(added, 'c')).toThrow();
    ring.learn([second]);
    expect([ring.open(old, 'c'), ring.open(added, 'c')]).toEqual(['old', 'new']);
    // The value of the first key is found wherever that key is in the ring.
    expect(new KeyRing([second, first]).open(old, 'c')).toBe('old');
    expect(() => other.open(old, 'c')).toThrow();
  });

  test('counts what each key seals', () => {
    const ring = new KeyRing([first, second]);
    for (let n = 0; n < 3; n++) ring.seal('x', 'c');
    ring.sealWith(keyIdOf(second), false);
    ring.seal('x', 'c');
    const taken = ring.takeSeals();
    expect(Object.fromEntries(taken)).toEqual({ [keyIdOf(first)]: 3, [keyIdOf(second)]: 1 });
    expect(ring.takeSeals().size).toBe(0);
    ring.returnSeals(taken);
    expect(ring.takeSeals()).toEqual(taken);
  });
});
