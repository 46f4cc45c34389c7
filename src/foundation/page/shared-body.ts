import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A response body that is the same for everyone: its plain and compressed forms are made once and never copied.
 */
export interface SharedBody {
  plain: Buffer;
  compressed: Buffer;
}

export function createSharedBody(content: string | Buffer): SharedBody {
  const plain = Buffer.from(content);
  return { plain, compressed: gzipSync(plain) };
}

/** Small enough for a slow reader to receive before the server treats it as stalled. */
const sliceBytes = 64 * 1024;

/**
 * The form that the browser accepts, with its headers. A large body is sent in slices, so that a connection
 * buffers one slice at a time and the server notices when the client stops reading.
 */
export function negotiateBody(
  body: SharedBody,
  request: FastifyRequest,
  reply: FastifyReply,
): Buffer | Readable {
  const isCompressed = takesGzip(request.headers['accept-encoding']);
  const bytes = isCompressed ? body.compressed : body.plain;
  reply.header('vary', 'accept-encoding').header('content-length', bytes.length);
  if (isCompressed) reply.header('content-encoding', 'gzip');
  return inSlices(bytes);
}

/** Splits a large body into slices. */
export function inSlices(bytes: Buffer): Buffer | Readable {
  return bytes.length <= sliceBytes ? bytes : Readable.from(slicesOf(bytes));
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    yield bytes.subarray(start, start + sliceBytes);
  }
}

export type Encoding = 'gzip' | 'br';

type AcceptEncoding = string | string[] | undefined;

export const takesGzip = (accept: AcceptEncoding): boolean => takes(accept, 'gzip');

/** The smallest encoding that the browser accepts, for files that exist in both. */
export function encodingOf(accept: AcceptEncoding): Encoding | undefined {
  if (takes(accept, 'br')) return 'br';
  return takes(accept, 'gzip') ? 'gzip' : undefined;
}

function takes(accept: AcceptEncoding, encoding: Encoding): boolean {
  const pattern = `(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([0-9.]+))?\\s*(?:,|$)`;
  const wanted = new RegExp(pattern, 'i').exec(String(accept));
  return wanted !== null && Number(wanted[1] ?? 1) > 0;
}
