import { describe, expect, test } from 'vitest';
import { hashApiKey, makeApiKey, randomText, readApiKey } from './api-key.ts';

describe('an API key', () => {
  test('contains its mode and is unique', () => {
    const keys = Array.from({ length: 200 }, () => makeApiKey('test'));
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) expect(readApiKey(key)?.mode).toBe('test');
    expect(readApiKey(makeApiKey('live'))).toEqual({ mode: 'live', cell: undefined });
  });

  test('contains the number of its cell', () => {
    expect(makeApiKey('live', 3)).toMatch(/^cs_live_3_/);
    expect(readApiKey(makeApiKey('live', 3))).toEqual({ mode: 'live', cell: 3 });
    expect(readApiKey(makeApiKey('test', 2000))).toEqual({ mode: 'test', cell: 2000 });
    expect(makeApiKey('test')).toMatch(/^cs_test_[0-9A-Za-z]{38}$/);
  });

  // @mutant src/line/callers/api-key.ts
  // - if (!match || checksum(apiKey.slice(0, -6)) !== match[3]) return undefined;
  // + if (!match) return undefined;
  test('is rejected after changing any single character', () => {
    for (const key of [makeApiKey('test'), makeApiKey('test', 31)]) {
      for (let at = 0; at < key.length; at++) {
        const other = key[at] === '4' ? '5' : '4';
        expect(readApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined();
      }
    }
  });

  test('is rejected in any other form', () => {
    for (const text of ['', 'x', 'cs_test_', `${makeApiKey('test')}x`, ` ${makeApiKey('test')}`]) {
      expect(readApiKey(text)).toBeUndefined();
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
