import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Frame, readBackup, verifyBackup, writeBackup } from './backup-file.ts';

const header = { format: 'countersign backup', formatVersion: 1, migrations: [], partitions: [] };
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
    const size = await write(whole);
    const read: Frame[] = [];
    for await (const frame of readBackup(file)) read.push(frame);
    expect(read).toEqual(whole);
    const { header: found, tables, end: last } = await verifyBackup(file);
    expect([found, tables, last]).toEqual([header, ['full', 'empty'], end]);
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

  test('that is many blocks long only if a byte of it is missing', async () => {
    const body = randomBytes(1_000_000);
    const digest = createHash('sha256').update(body).digest('hex');
    const frames = [
      { json: header },
      { json: { table: 'full', columns: ['a'] } },
      { rows: body },
      { json: { rows: 1, sha256: digest } },
      { json: { ...end, tables: 1 } },
    ];
    await write(frames);
    expect((await verifyBackup(file)).tables).toEqual(['full']);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, -1));
    await expect(verifyBackup(file)).rejects.toThrow(/is incomplete|is damaged/);
  });
});
