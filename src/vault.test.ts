import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault } from './vault.ts';

const vault = createVault(randomBytes(32));

describe('the vault', () => {
  test('opens what it sealed, whatever the text', () => {
    for (const text of ['', 'a', '张三 11010519491231002X', 'x'.repeat(5000)]) {
      expect(vault.open(vault.seal(text, 'call-1'), 'call-1')).toBe(text);
    }
  });

  test('never seals the same text to the same bytes', () => {
    const seals = new Set(Array.from({ length: 600 }, () => vault.seal('x', 'c').toString('hex')));
    expect(seals.size).toBe(600);
  });

  test('refuses another context, another key and a changed byte', () => {
    const sealed = vault.seal('secret', 'call-1');
    expect(() => vault.open(sealed, 'call-2')).toThrow();
    expect(() => createVault(randomBytes(32)).open(sealed, 'call-1')).toThrow();
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open(changed, 'call-1')).toThrow();
    }
  });

  test('gives one text one fingerprint under one key, and another under another', () => {
    expect(vault.fingerprint('+8613800000000')).toEqual(vault.fingerprint('+8613800000000'));
    const other = createVault(randomBytes(32)).fingerprint('+8613800000000');
    expect(vault.fingerprint('+8613800000000').equals(other)).toBe(false);
  });
});
