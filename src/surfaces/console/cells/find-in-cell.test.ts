import { expect, test } from 'vitest';
import { makeApiKey } from '../../../line/callers/api-key.ts';
import { shortenKeys } from './find-in-cell.ts';

test('of an API key, its number and last four characters go on, wherever it stands in the text', () => {
  for (const key of [makeApiKey('live', 3), makeApiKey('test', 2_000), makeApiKey('live')]) {
    const [prefix] = /^cs_(test|live)_([0-9]+_)?/.exec(key) ?? [''];
    const short = `${prefix}…${key.slice(-4)}`;
    expect(shortenKeys(key)).toBe(short);
    expect(shortenKeys(`x-api-key: ${key},`)).toBe(`x-api-key: ${short},`);
    expect(shortenKeys(short)).toBe(short);
  }
});

test('other texts go on as they are', () => {
  for (const text of ['Maple', '13900005678', '…9aZ1', 'cs_live_', 'cs_other_0123456789']) {
    expect(shortenKeys(text)).toBe(text);
  }
});
