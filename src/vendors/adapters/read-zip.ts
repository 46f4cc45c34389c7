import { crc32, inflateRawSync } from 'node:zlib';
import { UnexpectedResponse } from '../providers/read-answer.ts';

/** Files of vendors have a few entries. More, or larger ones, are nothing that we asked for. */
const mostEntries = 100;
const mostBytes = 32 * 1024 * 1024;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const headSignature = 0x04034b50;
const endLength = 22;
const longestComment = 65_535;
const stored = 0;
const deflated = 8;
/** What an archive writes where a value is in a longer form (ZIP64), which files of this size do not need. */
const isElsewhere = (value: number) => value === 0xffff_ffff;

/**
 * The contents of a ZIP archive, in its order, by APPNOTE.TXT of PKWARE: stored or deflated entries, neither encrypted
 * nor split. Names are not read: vendors write them in encodings of their own. Throws if anything of it is missing or changed.
 */
export function readZip(archive: Buffer): Buffer[] {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  const isSplit = archive.readUInt16LE(end + 8) !== count || archive.readUInt32LE(end + 4) !== 0;
  if (isSplit || count > mostEntries) throw new UnexpectedResponse('an archive of another form');
  const files: Buffer[] = [];
  let at = archive.readUInt32LE(end + 16);
  let left = mostBytes;
  for (let entry = 0; entry < count; entry++) {
    const { contents, next } = within(() => readEntry(archive, at, left));
    files.push(contents);
    left -= contents.length;
    at = next;
  }
  return files;
}

function findEnd(archive: Buffer): number {
  const last = archive.length - endLength;
  for (let at = last; at >= Math.max(0, last - longestComment); at--) {
    if (archive.readUInt32LE(at) === endSignature) return at;
  }
  throw new UnexpectedResponse('no archive, or one that is cut');
}

function readEntry(archive: Buffer, at: number, left: number): { contents: Buffer; next: number } {
  if (archive.readUInt32LE(at) !== entrySignature) throw new Error('no entry');
  const [flags, method] = [archive.readUInt16LE(at + 8), archive.readUInt16LE(at + 10)];
  const sum = archive.readUInt32LE(at + 16);
  const [packed, length] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
  const lengths = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
  const head = archive.readUInt32LE(at + 42);
  const isEncrypted = (flags & 1) === 1;
  if (isEncrypted || [packed, length, head].some(isElsewhere)) throw new Error('another form');
  if (length > left) throw new Error('too long');
  if (archive.readUInt32LE(head) !== headSignature) throw new Error('no head');
  const from = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28);
  if (from + packed > archive.length) throw new Error('cut');
  const contents = unpack(archive.subarray(from, from + packed), method, length);
  if (contents.length !== length || crc32(contents) !== sum) throw new Error('another checksum');
  return { contents, next: at + 46 + lengths.reduce((so, one) => so + one, 0) };
}

function unpack(packed: Buffer, method: number, length: number): Buffer {
  if (method === stored) return packed;
  if (method !== deflated) throw new Error('another compression');
  // One byte more than it says would be a lie, and is not unpacked.
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, length) });
}

/** An offset beyond the end and a stream that is no DEFLATE are faults of the archive too. */
function within<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (fault) {
    throw new UnexpectedResponse(`an archive that cannot be read: ${(fault as Error).message}`);
  }
}
