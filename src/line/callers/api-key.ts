import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '../../foundation/contract/products.ts';

/**
 * An API key is `cs_test_` or `cs_live_`, the number of its cell and `_` if there are several, 32 random
 * characters and a checksum of 6. The checksum rejects a mistyped or invented key without a database query, and
 * lets secret scanners recognize our keys.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = /^cs_(test|live)_(?:([1-9][0-9]{0,3})_)?[0-9A-Za-z]{32}([0-9A-Za-z]{6})$/;
const randomLength = 32;

export function makeApiKey(mode: Mode, cell?: number): string {
  const body = `cs_${mode}_${cell ? `${cell}_` : ''}${randomText(randomLength)}`;
  return body + checksum(body);
}

/** What a well-formed key says of itself; undefined for anything else. */
export function readApiKey(apiKey: string): { mode: Mode; cell: number | undefined } | undefined {
  const match = form.exec(apiKey);
  if (!match || checksum(apiKey.slice(0, -6)) !== match[3]) return undefined;
  return { mode: match[1] as Mode, cell: match[2] === undefined ? undefined : Number(match[2]) };
}

/**
 * The hash that is stored instead of the key. A plain fast hash is enough: 190 random bits cannot be guessed.
 */
export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

/** Random letters and digits: about 5.95 bits each. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 in a byte; using larger values would favour some characters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = alphabet[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
