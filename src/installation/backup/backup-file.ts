import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { ageVersionLine } from '../../foundation/age/age-header.ts';
import { Refused, refuse } from '../../foundation/contract/refusals/refused.ts';
import { judgeFrames } from './judge-frames.ts';

/**
 * A backup is one compressed file of frames: a type (J for JSON, D for rows in COPY format), a length and that
 * many bytes.
 */
export type Frame = { json: unknown } | { rows: Buffer };

const frameHead = 5;
const jsonKind = 'J'.charCodeAt(0);
const rowsKind = 'D'.charCodeAt(0);
/** Parsed JSON takes many times its length in memory; the header of ten years of months has 0.3 MB. */
const maxBytes = new Map([
  [jsonKind, 4 * 1024 * 1024],
  [rowsKind, 64 * 1024 * 1024],
]);

/** Turns the bytes of a file into others: encrypts or decrypts them. */
export type Cipher = (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

interface Writing {
  encrypt?: Cipher | undefined;
  signal?: AbortSignal | undefined;
}

/** What the name of a file ends with while it is being written. */
export const draftEnd = '.partial';

/** Writes the frames to a file that gets its name only when it is complete and on disk. */
export async function writeBackup(
  file: string,
  frames: AsyncIterable<Frame>,
  { encrypt = (bytes) => bytes, signal }: Writing = {},
): Promise<{ bytes: number; sha256: string }> {
  if (await exists(file)) refuse('file_exists', { file });
  const draft = `${file}.${randomUUID().slice(0, 8)}${draftEnd}`;
  const handle = await open(draft, 'wx', 0o600).catch((error: Error) =>
    refuse('file_unwritable', { file, why: error.message }),
  );
  try {
    // The snapshot stays open while this runs, so speed matters more than size.
    const compress = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
    });
    const source = Readable.from(encode(frames), { objectMode: false });
    const hash = createHash('sha256');
    const write = async (packed: AsyncIterable<Buffer>) => {
      for await (const chunk of encrypt(packed)) {
        hash.update(chunk);
        await handle.appendFile(chunk);
      }
    };
    await pipeline([source, compress, write], { ...(signal ? { signal } : {}) });
    await handle.sync();
    const { size: bytes } = await handle.stat();
    await link(draft, file);
    await syncFolder(dirname(file));
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'EIO') throw error;
    throw new Refused(['file_unwritable', { file, why: (error as Error).message }], {
      cause: error,
    });
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

/** Makes new names in a folder survive a crash of the machine. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

async function* encode(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const frame of frames) {
    const isJson = 'json' in frame;
    const body = isJson ? Buffer.from(JSON.stringify(frame.json)) : frame.rows;
    const head = Buffer.alloc(frameHead);
    head.writeUInt8(isJson ? jsonKind : rowsKind);
    head.writeUInt32BE(body.length, 1);
    yield head;
    if (body.length > 0) yield body;
  }
}

/**
 * The frames of a file, in order. Rejects a file that is not a backup or is damaged, at the point where that
 * shows.
 */
export async function* readBackup(file: string, decrypt?: Cipher): AsyncGenerator<Frame> {
  const open = (await isEncrypted(file))
    ? (decrypt ?? refuse('backup_encrypted', { file }))
    : undefined;
  const stored = createReadStream(file);
  const source = open ? Readable.from(open(stored), { objectMode: false }) : stored;
  const plain = createZstdDecompress();
  source.on('error', (error) => plain.destroy(error));
  source.pipe(plain);
  let kept: Buffer[] = [];
  let needed = frameHead;
  try {
    for await (const chunk of plain) {
      kept.push(chunk);
      needed -= chunk.length;
      // Joined once per frame: joined at every chunk, a long frame would be copied a thousand times.
      if (needed > 0) continue;
      let bytes: Buffer = kept.length > 1 ? Buffer.concat(kept) : chunk;
      let length = frameLength(bytes);
      for (; bytes.length >= length; length = frameLength(bytes)) {
        yield toFrame(bytes.subarray(0, length));
        bytes = bytes.subarray(length);
      }
      kept = bytes.length > 0 ? [bytes] : [];
      needed = length - bytes.length;
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(['backup_unreadable', { file }], { cause: error });
  } finally {
    stored.destroy();
    source.destroy();
    plain.destroy();
  }
  if (kept.length > 0) refuse('backup_cut_off', { file });
}

/** The length of the first frame; that of its head while the head is incomplete. */
function frameLength(bytes: Buffer): number {
  if (bytes.length < frameHead) return frameHead;
  const length = bytes.readUInt32BE(1);
  if (length > (maxBytes.get(bytes.readUInt8()) ?? -1)) throw new Error('no such frame');
  return frameHead + length;
}

function toFrame(bytes: Buffer): Frame {
  const body = bytes.subarray(frameHead);
  return bytes.readUInt8() === jsonKind ? { json: JSON.parse(body.toString()) } : { rows: body };
}

/** Whether a file is encrypted to a public key. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) =>
    refuse('file_unreadable', { file, why: String(error.code) }),
  );
  try {
    const start = Buffer.alloc(ageVersionLine.length);
    await handle.read({ buffer: start, position: 0 });
    return start.toString() === ageVersionLine;
  } finally {
    await handle.close();
  }
}

/**
 * Rejects a file whose last bytes are missing, or that goes on behind the backup. Decryption has already
 * rejected such an encrypted file.
 */
export async function requireWhole(file: string): Promise<void> {
  if (await isEncrypted(file)) return;
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const verdict = await judgeFrames(handle, size);
    if (verdict === 'cut off') refuse('backup_cut_off', { file });
    if (verdict === 'damaged') refuse('backup_unreadable', { file });
  } finally {
    await handle.close();
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
