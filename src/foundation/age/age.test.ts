import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createFileKey, openHeader } from './age-header.ts';
import {
  createAgeKeys,
  printPublicKey,
  publicKeyOf,
  readPrivateKeys,
  readPublicKey,
} from './age-keys.ts';
import { decryptStream, encryptStream } from './age-stream.ts';

const chunk = 64 * 1024;
const keys = createAgeKeys();
const publicKey = readPublicKey(keys.publicKey) as Buffer;
const [secret] = readPrivateKeys(keys.privateKey) as [Buffer];

async function* pieces(bytes: Buffer, size = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

const encrypt = (plain: Buffer, to = [publicKey]) =>
  collect(encryptStream(pieces(plain), createFileKey(), to));
const decrypt = (sealed: Buffer, secrets = [secret]) =>
  collect(
    decryptStream(pieces(sealed), (header) => {
      const key = openHeader(header, secrets);
      if (!key) throw new Error('no key');
      return key;
    }),
  );
const payloadAt = (sealed: Buffer) => sealed.indexOf('\n--- ') + 5 + 43 + 1 + 16;

test('the keys of the specification are read, and belong together', () => {
  const read = readPrivateKeys(
    '# made for the specification\nAGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\n',
  );
  expect(read).toEqual([Buffer.alloc(32, 0x42)]);
  expect(printPublicKey(publicKeyOf(Buffer.alloc(32, 0x42)))).toBe(
    'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj',
  );
});

test('a mistyped key is not read', () => {
  const text = keys.publicKey;
  for (let at = 4; at < text.length; at++) {
    const other = text[at] === 'q' ? 'p' : 'q';
    expect(readPublicKey(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
  }
  expect(readPublicKey(text.slice(0, -1))).toBeUndefined();
  expect(readPublicKey(keys.privateKey)).toBeUndefined();
  expect(readPublicKey(`A${text.slice(1)}`)).toBeUndefined();
  expect(readPrivateKeys(`${keys.privateKey}\nrubbish`)).toBeUndefined();
  expect(readPrivateKeys('')).toBeUndefined();
});

describe('an encrypted stream', () => {
  test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 7])(
    'of %i bytes is decrypted to what it was',
    async (length) => {
      const plain = randomBytes(length);
      const sealed = await encrypt(plain);
      expect(await decrypt(sealed)).toEqual(plain);
      const tags = Math.max(1, Math.ceil(length / chunk)) * 16;
      expect(sealed.length - payloadAt(sealed)).toBe(length + tags);
    },
  );

  test('is opened by each of its keys, and by no other', async () => {
    const other = createAgeKeys();
    const otherSecrets = readPrivateKeys(other.privateKey) as Buffer[];
    const sealed = await encrypt(Buffer.from('x'), [
      publicKey,
      readPublicKey(other.publicKey) as Buffer,
    ]);
    expect((await decrypt(sealed)).toString()).toBe('x');
    expect((await decrypt(sealed, otherSecrets)).toString()).toBe('x');
    await expect(decrypt(await encrypt(Buffer.from('x')), otherSecrets)).rejects.toThrow('no key');
  });

  // @mutant src/foundation/age/age-stream.ts
  // - nonce.writeUInt8(isLast ? 1 : 0, 11);
  test('that is cut off anywhere is refused, also between two chunks', async () => {
    const sealed = await encrypt(randomBytes(3 * chunk));
    const first = payloadAt(sealed);
    const ends = [0, 10, first - 1, first, first + 1, first + chunk + 16, first + 2 * (chunk + 16)];
    for (const end of [...ends, sealed.length - 1]) {
      await expect(decrypt(sealed.subarray(0, end)), String(end)).rejects.toThrow();
    }
  });

  test('with a changed bit anywhere is refused', async () => {
    const sealed = await encrypt(randomBytes(100));
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((changed[at] as number) ^ 1, at);
      await expect(decrypt(changed), String(at)).rejects.toThrow();
    }
  });

  // @mutant src/foundation/age/age-stream.ts
  // - nonce.writeUIntBE(count, 5, 6);
  test('with chunks in another order, twice or left out is refused', async () => {
    const sealed = await encrypt(randomBytes(3 * chunk));
    const first = payloadAt(sealed);
    const size = chunk + 16;
    const [head, ...chunks] = [0, 1, 2, 3].map((at) =>
      at === 0
        ? sealed.subarray(0, first)
        : sealed.subarray(first + (at - 1) * size, first + at * size),
    ) as [Buffer, Buffer, Buffer, Buffer];
    const [a, b, c] = chunks as [Buffer, Buffer, Buffer];
    for (const order of [
      [b, a, c],
      [a, a, b, c],
      [b, c],
      [a, c],
      [a, b, c, c],
    ]) {
      await expect(decrypt(Buffer.concat([head, ...order]))).rejects.toThrow();
    }
  });

  test('with more behind it is refused', async () => {
    const sealed = await encrypt(randomBytes(chunk));
    await expect(decrypt(Buffer.concat([sealed, Buffer.alloc(1)]))).rejects.toThrow();
  });
});
