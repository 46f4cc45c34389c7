import { describe, expect, test } from 'vitest';
import { hashApiKey, makeApiKey, modeOfApiKey, randomText } from './api-key.ts';

describe('an API key', () => {
  test('contains its mode and is unique', () => {
    const keys = Array.from({ length: 200 }, () => makeApiKey('test'));
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) expect(modeOfApiKey(key)).toBe('test');
    expect(modeOfApiKey(makeApiKey('live'))).toBe('live');
  });

  // @mutant src/line/callers/api-key.ts
  // - checksum(body) === match[3] ? (match[1] as Mode) : undefined
  // + match[1] as Mode
  test('is rejected after changing any single character', () => {
    const key = makeApiKey('test');
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === 'a' ? 'b' : 'a';
      expect(modeOfApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined();
    }
  });

  test('is rejected in any other form', () => {
    for (const text of ['', 'x', 'cs_test_', `${makeApiKey('test')}x`, ` ${makeApiKey('test')}`]) {
      expect(modeOfApiKey(text)).toBeUndefined();
    }
  });

  test('is stored as a hash that does not contain it', () => {
    const key = makeApiKey('live');
    expect(hashApiKey(key)).toHaveLength(32);
    expect(hashApiKey(key).toString('latin1')).not.toContain(key);
  });

  test('has uniformly random characters', () => {
    const counts = new Map<string, number>();
    for (const char of randomText(62_000)) counts.set(char, (counts.get(char) ?? 0) + 1);
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(250);
  });
});
