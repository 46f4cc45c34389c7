import { randomBytes } from 'node:crypto';
import { derive, seal, unseal, writeHeader } from './age-header.ts';

const chunkBytes = 64 * 1024;
const tagBytes = 16;
const nonceBytes = 16;
const maxHeaderBytes = 64 * 1024;

type Bytes = AsyncIterable<Buffer>;

/** Encrypts a stream to public keys, chunk by chunk, so that memory does not grow with it. */
export async function* encryptStream(
  plain: Bytes,
  fileKey: Buffer,
  publicKeys: readonly Buffer[],
): AsyncGenerator<Buffer> {
  const nonce = randomBytes(nonceBytes);
  yield Buffer.concat([writeHeader(fileKey, publicKeys), nonce]);
  const key = derive(fileKey, nonce, 'payload');
  let count = 0;
  for await (const { bytes, isLast } of chunksOf(plain, chunkBytes)) {
    yield seal(key, chunkNonce(count++, isLast), bytes);
  }
}

/**
 * Decrypts a stream with the key that `findKey` finds in its header. A changed, moved or missing chunk is an
 * error, and so is a missing end; what was yielded before that is as it was written.
 */
export async function* decryptStream(
  sealed: Bytes,
  findKey: (header: string) => Buffer,
): AsyncGenerator<Buffer> {
  const { header, nonce, rest } = await readHead(sealed[Symbol.asyncIterator]());
  const key = derive(findKey(header), nonce, 'payload');
  let count = 0;
  for await (const { bytes, isLast } of chunksOf(rest, chunkBytes + tagBytes)) {
    const plain = unseal(key, chunkNonce(count, isLast), bytes);
    if (isLast && plain.length === 0 && count > 0) throw new Error('the last chunk is empty');
    count += 1;
    yield plain;
  }
}

/** The position of a chunk, and whether it is the last one, are part of what is authenticated. */
function chunkNonce(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(count, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Pieces of exactly this size; the last one may be shorter, and is empty only if there is nothing at all. */
async function* chunksOf(source: Bytes, size: number) {
  let kept: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    kept.push(part);
    length += part.length;
    if (length <= size) continue;
    let all = Buffer.concat(kept);
    for (; all.length > size; all = all.subarray(size)) {
      yield { bytes: all.subarray(0, size), isLast: false };
    }
    kept = [all];
    length = all.length;
  }
  yield { bytes: Buffer.concat(kept), isLast: true };
}

async function readHead(source: AsyncIterator<Buffer>) {
  let read = Buffer.alloc(0);
  for (;;) {
    const end = /\n--- [A-Za-z0-9+/]{43}\n/.exec(read.toString('latin1', 0, maxHeaderBytes));
    const headerBytes = end ? end.index + end[0].length : Number.POSITIVE_INFINITY;
    if (read.length >= headerBytes + nonceBytes) {
      return {
        header: read.toString('latin1', 0, headerBytes),
        nonce: read.subarray(headerBytes, headerBytes + nonceBytes),
        rest: prepend(read.subarray(headerBytes + nonceBytes), source),
      };
    }
    const { value, done } = await source.next();
    if (done || read.length > maxHeaderBytes) throw new Error('there is no whole header');
    read = Buffer.concat([read, value]);
  }
}

async function* prepend(first: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  for (;;) {
    const { value, done } = await source.next();
    if (done) return;
    yield value;
  }
}
