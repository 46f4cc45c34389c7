import { createHmac, hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 32;
/** Longer texts are rare enough for the ordinary way. */
const shortText = 256;

/**
 * HMAC-SHA-256 of many texts with one key of at most 64 bytes, in hexadecimal digits. An object of `createHmac`
 * costs 6 µs for each text; the two hashes that it stands for (RFC 2104) take 3 µs.
 */
export function hmacOfTexts(key: Buffer): (text: string) => string {
  const inner = Buffer.alloc(blockBytes + shortText * 3, 0x36);
  const outer = Buffer.alloc(blockBytes + digestBytes, 0x5c);
  for (const [i, byte] of key.entries()) {
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  }
  return (text) => {
    if (text.length > shortText) return createHmac('sha256', key).update(text).digest('hex');
    const end = blockBytes + inner.write(text, blockBytes);
    outer.write(hash('sha256', inner.subarray(0, end)), blockBytes, 'hex');
    return hash('sha256', outer);
  };
}
