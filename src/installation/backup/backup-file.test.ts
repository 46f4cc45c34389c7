import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Frame, readBackup, writeBackup } from './backup-file.ts';
import { verifyBackup } from './verify-backup.ts';

const header = {
  ...{ format: 'countersign backup', formatVersion: 1, program: '0.0.0' },
  ...{ madeAt: '2026-01-01T00:00:00.000Z', migrations: [], partitions: [], keyCheck: null },
};
const rows = [Buffer.from('1\tone\n'), Buffer.from('2\ttwo\n')];
const sha256 = createHash('sha256').update(Buffer.concat(rows)).digest('hex');
const end = { end: true, sequences: [], tables: 2, rows: 2 };

/** A backup of two tables, one of them empty. */
const whole: Frame[] = [
  { json: header },
  { json: { table: 'full', columns: ['a', 'b'] } },
  ...rows.map((bytes) => ({ rows: bytes })),
  { json: { rows: 2, sha256 } },
  { json: { table: 'empty', columns: ['a'] } },
  { json: { rows: 0, sha256: createHash('sha256').digest('hex') } },
  { json: end },
];

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-frames-'));
  file = join(folder, 'one.backup');
});
afterEach(() => rm(folder, { recursive: true }));

async function* asStream(frames: readonly Frame[]): AsyncGenerator<Frame> {
  yield* frames;
}

const write = (frames: readonly Frame[]) => writeBackup(file, asStream(frames));

describe('a backup', () => {
  test('reads back what was written, readable by its owner only', async () => {
    const { bytes: size, sha256: sum } = await write(whole);
    expect(
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ).toBe(sum);
    const read: Frame[] = [];
    for await (const frame of readBackup(file)) read.push(frame);
    expect(read).toEqual(whole);
    const { header: found, tables, end: last } = await verifyBackup(file);
    expect([found, last]).toEqual([header, end]);
    expect(tables.map(({ table }) => table)).toEqual(['full', 'empty']);
    const { mode, size: bytes } = await stat(file);
    expect([mode & 0o777, bytes]).toEqual([0o600, size]);
    expect(await readdir(folder)).toEqual(['one.backup']);
  });

  test('never overwrites another file', async () => {
    await writeFile(file, 'mine');
    await expect(write(whole)).rejects.toThrow(/already exists/);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  test('that fails midway leaves no file', async () => {
    async function* broken(): AsyncGenerator<Frame> {
      yield* whole.slice(0, 3);
      throw new Error('lost');
    }
    await expect(writeBackup(file, broken())).rejects.toThrow('lost');
    expect(await readdir(folder)).toEqual([]);
  });

  test('that cannot be written is refused with one sentence', async () => {
    const nowhere = join(folder, 'none', 'one.backup');
    await expect(writeBackup(nowhere, asStream(whole))).rejects.toMatchObject({ name: 'Refused' });
  });
});

describe('a file is refused', () => {
  const without = (index: number) => whole.filter((_, at) => at !== index);
  const instead = (index: number, frame: Frame) => whole.with(index, frame);

  test.each<[string, Frame[], RegExp]>([
    ['without an end', without(7), /is incomplete/],
    ['without a table', whole.toSpliced(5, 2), /is incomplete/],
    ['without a header', without(0), /not a backup of Countersign/],
    ['of something else', instead(0, { json: { ...header, format: 'x' } }), /not a backup/],
    ['of a newer program', instead(0, { json: { ...header, formatVersion: 2 } }), /newer/],
    ['with a row too few', without(2), /do not match their checksum/],
    [
      'with another row',
      instead(2, { rows: Buffer.from('1\tten\n') }),
      /do not match their checksum/,
    ],
    [
      'with rows of the wrong table',
      [...without(3).toSpliced(5, 0, { rows: rows[1] as Buffer })],
      /do not match their checksum/,
    ],
    ['without anything', [], /is incomplete/],
    ['with rows before its header', [whole[2] as Frame, ...whole], /not a backup/],
    ['with rows outside a table', whole.toSpliced(5, 0, whole[2] as Frame), /not a backup/],
    ['with a table twice', whole.toSpliced(5, 0, ...whole.slice(1, 5)), /not a backup/],
    ['with a table inside another', whole.toSpliced(2, 0, whole[5] as Frame), /not a backup/],
    ['with a table without sums', without(4), /not a backup/],
    ['with sums without a table', whole.toSpliced(5, 0, whole[4] as Frame), /not a backup/],
    ['with a table after its end', [...whole, ...whole.slice(5, 7)], /not a backup/],
    ['with rows after its end', [...whole, whole[2] as Frame], /not a backup/],
    ['with two ends', [...whole, whole[7] as Frame], /not a backup/],
    ['with two headers', [whole[0] as Frame, ...whole], /not a backup/],
    ['with sections of no kind', whole.toSpliced(5, 0, { json: { text: 'x' } }), /not a backup/],
    ['with a section that is null', whole.toSpliced(5, 0, { json: null }), /not a backup/],
    ['with another number of rows', instead(7, { json: { ...end, rows: 3 } }), /is incomplete/],
    ['with a path as a table', instead(5, { json: { table: '../x', columns: ['a'] } }), /not a/],
    ['with columns that are no list', instead(5, { json: { table: 'x', columns: 'a' } }), /not a/],
    [
      'with a sequence of no number',
      instead(7, { json: { ...end, sequences: [{ name: 'a', last: '1); drop' }] } }),
      /not a backup/,
    ],
    ['with migrations of no form', instead(0, { json: { ...header, migrations: {} } }), /not a/],
    [
      'with partitions of no form',
      instead(0, {
        json: {
          ...header,
          partitions: [{ name: 'a', parent: 'b', bounds: 'DEFAULT; x', fillfactor: null }],
        },
      }),
      /not a backup/,
    ],
  ])('%s', async (_, frames, sentence) => {
    await write(frames);
    await expect(verifyBackup(file)).rejects.toThrow(sentence);
    await expect(verifyBackup(file)).rejects.toMatchObject({ name: 'Refused' });
  });

  test('that is cut off anywhere', async () => {
    await write(whole);
    const bytes = await readFile(file);
    // The compressor ends with a frame of nothing: without it, nothing is missing.
    const nothing = bytes.lastIndexOf(Buffer.from('28b52ffd', 'hex'));
    for (let length = 0; length < bytes.length; length += 1) {
      if (length === nothing) continue;
      await writeFile(file, bytes.subarray(0, length));
      await expect(verifyBackup(file), String(length)).rejects.toMatchObject({ name: 'Refused' });
    }
  });

  test.each([
    ['a byte', Buffer.alloc(1)],
    ['rubbish', Buffer.alloc(5_000, 'rubbish')],
    ['another backup', null],
  ])('with %s behind it', async (_, more) => {
    await write(whole);
    const bytes = await readFile(file);
    await writeFile(file, Buffer.concat([bytes, more ?? bytes]));
    await expect(verifyBackup(file)).rejects.toMatchObject({ name: 'Refused' });
  });

  const packed = async (...frames: Buffer[]) => {
    await writeFile(file, zstdCompressSync(Buffer.concat(frames)));
  };
  const frameOf = (kind: string, body: Buffer, length = body.length) => {
    const head = Buffer.alloc(5);
    head.write(kind);
    head.writeUInt32BE(length, 1);
    return Buffer.concat([head, body]);
  };

  test.each([
    ['4 GB of rows', 'D', 0xff_ff_ff_ff],
    ['65 MB of rows', 'D', 65 * 1024 * 1024],
    ['5 MB of JSON', 'J', 5 * 1024 * 1024],
    ['an unknown kind', 'X', 5],
  ])('with a frame that promises %s, before its bytes are read', async (_, kind, length) => {
    await packed(frameOf(kind, Buffer.alloc(16), length));
    // Waiting for more would find the file incomplete.
    await expect(verifyBackup(file)).rejects.toThrow(/not a backup/);
  });

  test('that unpacks to many times its size, without holding it in memory', async () => {
    const json = (value: unknown) => frameOf('J', Buffer.from(JSON.stringify(value)));
    const zeros = frameOf('D', Buffer.alloc(1024 * 1024));
    const bomb = Array.from({ length: 400 }, () => zeros);
    await packed(json(header), json({ table: 'full', columns: ['a'] }), ...bomb);
    expect((await stat(file)).size).toBeLessThan(200_000);
    const before = process.memoryUsage.rss();
    await expect(verifyBackup(file)).rejects.toThrow(/is incomplete/);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
  });

  test('that is many blocks long only if a byte of it is missing', async () => {
    const body = randomBytes(1_000_000);
    const digest = createHash('sha256').update(body).digest('hex');
    const frames = [
      { json: header },
      { json: { table: 'full', columns: ['a'] } },
      { rows: body },
      { json: { rows: 1, sha256: digest } },
      { json: { ...end, tables: 1, rows: 1 } },
    ];
    await write(frames);
    expect((await verifyBackup(file)).tables).toEqual([{ table: 'full', columns: ['a'] }]);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, -1));
    await expect(verifyBackup(file)).rejects.toThrow(/is incomplete|is damaged/);
  });
});
