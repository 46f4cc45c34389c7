import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hmacOfTexts } from './hmac-of-texts.ts';

// @mutant src/foundation/hmac-of-texts.ts
// - shortText * 3
// + shortText
test.each([
  ['nothing', ''],
  ['a number', '+8613912345678'],
  ['a shorter text after a longer one', 'x'],
  ['three bytes for each character', '验'.repeat(256)],
  ['a long text', 'é'.repeat(257)],
  ['half of a pair', '\ud83d'],
])('is HMAC-SHA-256 of %s', (_name, text) => {
  for (const key of [randomBytes(32), randomBytes(64)]) {
    const hmac = hmacOfTexts(key);
    hmac('a text before it');
    expect(hmac(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
  }
});
