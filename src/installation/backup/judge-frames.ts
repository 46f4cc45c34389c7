import type { FileHandle } from 'node:fs/promises';

const magic = 0xfd2fb528;
const [rawBlock, repeatedByte, packedBlock] = [0, 1, 2];

/**
 * Whether a file is a row of whole Zstandard frames (RFC 8878) and nothing else. The decompressor says neither
 * that the last bytes of a frame are missing nor that something else follows it.
 */
export async function judgeFrames(
  handle: FileHandle,
  size: number,
): Promise<'whole' | 'cut off' | 'damaged'> {
  let at = 0;
  while (at < size) {
    const end = await findFrameEnd(handle, at);
    if (end === 'damaged') return end;
    if (end === undefined || end > size) return 'cut off';
    at = end;
  }
  return 'whole';
}

/** Undefined if the file ends before the frame does. */
async function findFrameEnd(
  handle: FileHandle,
  start: number,
): Promise<number | 'damaged' | undefined> {
  const head = await readAt(handle, start, 5);
  if (!head) return start === 0 ? undefined : 'damaged';
  if (head.readUInt32LE() !== magic) return 'damaged';
  const flags = head.readUInt8(4);
  const isSingle = (flags & 0x20) !== 0;
  const idBytes = [0, 1, 2, 4][flags & 3] as number;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] as number;
  let at = start + 5 + (isSingle ? 0 : 1) + idBytes + sizeBytes;
  for (let isLast = false; !isLast; ) {
    const block = await readAt(handle, at, 3);
    if (!block) return undefined;
    const word = block.readUIntLE(0, 3);
    const kind = (word >> 1) & 3;
    isLast = (word & 1) === 1;
    if (kind === repeatedByte) at += 4;
    else if (kind === rawBlock || kind === packedBlock) at += 3 + (word >> 3);
    else return 'damaged';
  }
  const hasChecksum = (flags & 4) !== 0;
  return at + (hasChecksum ? 4 : 0);
}

async function readAt(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read({ buffer: bytes, position, length });
  return bytesRead === length ? bytes : undefined;
}
