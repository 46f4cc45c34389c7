import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Refused, refuse } from '../../foundation/contract/refusals/refused.ts';
import { judgeFrames } from './judge-frames.ts';

/**
 * A backup is one compressed file of frames: a type (J for JSON, D for rows in COPY format), a length and that
 * many bytes. The first frame is the header, then each table has its name, its rows and its sums, and the last
 * frame marks the end: a truncated file does not have it.
 */
export interface BackupHeader {
  format: 'countersign backup';
  formatVersion: 1;
  program: string;
  madeAt: string;
  migrations: { version: number; name: string; checksum: string }[];
  partitions: Partition[];
  /** Identifies the data key; the key itself is not in the file. */
  keyCheck: string | null;
  /** The newest head of the audit log, sealed by the data key; a file of an older program has none. */
  auditHead?: string | null;
}

export interface Partition {
  name: string;
  parent: string;
  bounds: string;
  fillfactor: number | null;
}

export interface TableStart {
  table: string;
  columns: string[];
}

export interface TableEnd {
  rows: number;
  sha256: string;
}

export interface Sequence {
  name: string;
  last: string;
}

export interface BackupEnd {
  end: true;
  sequences: Sequence[];
  tables: number;
  rows: number;
}

export type Frame = { json: unknown } | { rows: Buffer };

const frameHead = 5;
const largestFrame = 64 * 1024 * 1024;
const jsonKind = 'J'.charCodeAt(0);
const rowsKind = 'D'.charCodeAt(0);

/** Writes the frames to a file that gets its name only when it is complete and on disk. */
export async function writeBackup(file: string, frames: AsyncIterable<Frame>): Promise<number> {
  if (await exists(file)) refuse('file_exists', { file });
  const draft = `${file}.${randomUUID().slice(0, 8)}.partial`;
  const handle = await open(draft, 'wx', 0o600).catch((error: Error) =>
    refuse('file_unwritable', { file, why: error.message }),
  );
  try {
    // The snapshot stays open while this runs, so speed matters more than size.
    const compress = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
    });
    const bytes = Readable.from(encode(frames), { objectMode: false });
    await pipeline(bytes, compress, async (packed: AsyncIterable<Buffer>) => {
      for await (const chunk of packed) await handle.appendFile(chunk);
    });
    await handle.sync();
    const { size } = await handle.stat();
    await link(draft, file);
    const folder = await open(dirname(file));
    await folder.sync().finally(() => folder.close());
    return size;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
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
export async function* readBackup(file: string): AsyncGenerator<Frame> {
  await access(file).catch((error: NodeJS.ErrnoException) =>
    refuse('file_unreadable', { file, why: String(error.code) }),
  );
  const source = createReadStream(file);
  const plain = createZstdDecompress();
  source.on('error', (error) => plain.destroy(error));
  source.pipe(plain);
  let kept: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of plain) {
      kept = kept.length > 0 ? Buffer.concat([kept, chunk]) : chunk;
      for (let frame = takeFrame(kept); frame; frame = takeFrame(kept)) {
        kept = frame.rest;
        yield frame.frame;
      }
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(['backup_unreadable', { file }], { cause: error });
  } finally {
    source.destroy();
    plain.destroy();
  }
  if (kept.length > 0) refuse('backup_cut_off', { file });
}

function takeFrame(bytes: Buffer): { frame: Frame; rest: Buffer } | undefined {
  if (bytes.length < frameHead) return undefined;
  const kind = bytes.readUInt8();
  const length = bytes.readUInt32BE(1);
  if ((kind !== jsonKind && kind !== rowsKind) || length > largestFrame) {
    throw new Error('no such frame');
  }
  if (bytes.length < frameHead + length) return undefined;
  const body = bytes.subarray(frameHead, frameHead + length);
  const frame: Frame = kind === jsonKind ? { json: JSON.parse(body.toString()) } : { rows: body };
  return { frame, rest: bytes.subarray(frameHead + length) };
}

/** Reads the whole file before it is used, and rejects one that differs from what was written. */
export async function verifyBackup(
  file: string,
): Promise<{ header: BackupHeader; tables: string[]; end: BackupEnd }> {
  let header: BackupHeader | undefined;
  let end: BackupEnd | undefined;
  let hash = createHash('sha256');
  const tables: string[] = [];
  for await (const frame of readBackup(file)) {
    if ('rows' in frame) {
      hash.update(frame.rows);
      continue;
    }
    const json = frame.json as Partial<BackupHeader & TableStart & TableEnd & BackupEnd>;
    if (!header) {
      header = requireHeader(file, json);
    } else if (json.table !== undefined) {
      hash = createHash('sha256');
      tables.push(json.table);
    } else if (json.sha256 !== undefined) {
      if (hash.digest('hex') !== json.sha256) {
        refuse('backup_rows_damaged', { file });
      }
    } else if (json.end) {
      end = json as BackupEnd;
    }
  }
  if (!header || !end || end.tables !== tables.length) {
    refuse('backup_cut_off', { file });
  }
  await requireWhole(file);
  return { header, tables, end };
}

/** Rejects a file whose last bytes are missing, or that goes on behind the backup. */
async function requireWhole(file: string): Promise<void> {
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

function requireHeader(file: string, json: Partial<BackupHeader>): BackupHeader {
  if (json.format !== 'countersign backup') {
    refuse('backup_unreadable', { file });
  }
  if (json.formatVersion !== 1) {
    refuse('backup_too_new', { file });
  }
  return json as BackupHeader;
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
