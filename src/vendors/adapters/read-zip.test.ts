import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { zip } from '../simulators/alipay-bill.ts';
import { readZip } from './read-zip.ts';

const archive = () =>
  zip([
    { name: 'a.csv', contents: 'one'.repeat(500) },
    { name: 'b.csv', contents: '甲' },
  ]);
/** Where the first entry of the directory begins. */
const directoryOf = (bytes: Buffer) => bytes.readUInt32LE(bytes.length - 22 + 16);

describe('an archive', () => {
  test('gives its files in order, also behind other bytes in front of a comment', () => {
    const [one, two] = readZip(archive());
    expect(one?.toString()).toBe('one'.repeat(500));
    expect([...(two ?? [])]).toEqual([0xbc, 0xd7]);
    const commented = Buffer.concat([archive(), Buffer.from('comment')]);
    expect(readZip(commented)).toHaveLength(2);
    expect(readZip(zip([]))).toEqual([]);
  });

  const changes: [string, (bytes: Buffer, directory: number) => Buffer | undefined][] = [
    ['is empty', () => Buffer.alloc(0)],
    ['is no archive', () => Buffer.from('<html>'.repeat(50))],
    ['is cut in the middle', (bytes) => bytes.subarray(0, 40)],
    ['lost its beginning', (bytes) => bytes.subarray(40)],
    ['has another checksum', (bytes, at) => void bytes.writeUInt32LE(7, at + 16)],
    ['says another length', (bytes, at) => void bytes.writeUInt32LE(1_499, at + 24)],
    ['says a longer length', (bytes, at) => void bytes.writeUInt32LE(1_501, at + 24)],
    ['says an enormous length', (bytes, at) => void bytes.writeUInt32LE(0xffff_fff0, at + 24)],
    ['has its lengths elsewhere', (bytes, at) => void bytes.writeUInt32LE(0xffff_ffff, at + 20)],
    ['is encrypted', (bytes, at) => void bytes.writeUInt16LE(1, at + 8)],
    ['has another compression', (bytes, at) => void bytes.writeUInt16LE(12, at + 10)],
    ['points beyond its end', (bytes, at) => void bytes.writeUInt32LE(bytes.length, at + 42)],
    ['has more entries than it says', (bytes) => void bytes.writeUInt16LE(1, bytes.length - 14)],
    [
      'says too many entries',
      (bytes) => {
        bytes.writeUInt16LE(60_000, bytes.length - 14);
        bytes.writeUInt16LE(60_000, bytes.length - 12);
      },
    ],
  ];
  test.each(changes)('that %s is refused', (_, change) => {
    const bytes = archive();
    const changed = change(bytes, directoryOf(bytes)) ?? bytes;
    expect(() => readZip(changed)).toThrow(/archive/);
  });

  // @mutant src/vendors/adapters/read-zip.ts
  // -   return inflateRawSync(packed, { maxOutputLength: Math.max(1, length) });
  // +   return inflateRawSync(packed);
  test('that unpacks to more than it says is not unpacked', () => {
    const bomb = deflateRawSync(Buffer.alloc(300 * 1024 * 1024));
    const bytes = zip([{ name: 'a', contents: 'x' }]);
    const at = directoryOf(bytes);
    const head = bytes.subarray(0, 31);
    const directory = Buffer.from(bytes.subarray(at));
    directory.writeUInt32LE(bomb.length, 20);
    const end = directory.length - 22;
    directory.writeUInt32LE(head.length + bomb.length, end + 16);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => readZip(Buffer.concat([head, bomb, directory]))).toThrow('cannot be read');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
  });
});
