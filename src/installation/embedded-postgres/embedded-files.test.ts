import {
  chmodSync,
  chownSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder, makeSocketFolder, writeAccessFiles } from './embedded-files.ts';

const isRoot = process.getuid?.() === 0;
const modeOf = (path: string) => statSync(path).mode & 0o777;
let dataDir: string;
/** The socket folder of a data folder with a long path: any user could have created it. */
let elsewhere: string | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-files-'));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true });
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true });
  elsewhere = undefined;
});

function longFolder(): string {
  const long = join(dataDir, 'x'.repeat(100));
  elsewhere = makeSocketFolder(long, undefined);
  return long;
}

describe('the socket folder', () => {
  test('is in the data folder, closed to everyone else', () => {
    const before = process.umask(0);
    try {
      expect(makeSocketFolder(dataDir, undefined)).toBe(join(dataDir, 'pg-socket'));
    } finally {
      process.umask(before);
    }
    expect(modeOf(join(dataDir, 'pg-socket'))).toBe(0o700);
    expect(makeSocketFolder(dataDir, undefined)).toBe(join(dataDir, 'pg-socket'));
  });

  test('is in the temporary folder if the path is too long, one per data folder', () => {
    const long = longFolder();
    expect(elsewhere?.startsWith(join(tmpdir(), 'countersign-'))).toBe(true);
    expect(modeOf(elsewhere as string)).toBe(0o700);
    expect(makeSocketFolder(long, undefined)).toBe(elsewhere);
    const other = makeSocketFolder(`${long}y`, undefined);
    rmSync(other, { recursive: true });
    expect(other).not.toBe(elsewhere);
  });

  test.each([0o755, 0o701, 0o710, 0o770, 0o707])(
    'that is open to others (%i) is not trusted',
    (mode) => {
      const long = longFolder();
      chmodSync(elsewhere as string, mode);
      expect(() => makeSocketFolder(long, undefined)).toThrow(/is open to other users/);
    },
  );

  test('that is a symlink or a file is not trusted', () => {
    const long = longFolder();
    const place = elsewhere as string;
    rmSync(place, { recursive: true });
    mkdirSync(join(dataDir, 'trap'), { mode: 0o700 });
    symlinkSync(join(dataDir, 'trap'), place);
    expect(() => makeSocketFolder(long, undefined)).toThrow(/is open to other users/);
    rmSync(place);
    writeFileSync(place, '', { mode: 0o600 });
    expect(() => makeSocketFolder(long, undefined)).toThrow();
  });

  test.runIf(isRoot)(
    'of another user is not trusted, and ours is given to PostgreSQL’s user',
    () => {
      const long = longFolder();
      const user = { uid: 65_534, gid: 65_534 };
      chownSync(elsewhere as string, 12_345, 12_345);
      expect(() => makeSocketFolder(long, user)).toThrow(/is open to other users/);
      chownSync(elsewhere as string, 0, 0);
      expect(makeSocketFolder(long, user)).toBe(elsewhere);
      expect(statSync(elsewhere as string)).toMatchObject(user);
    },
  );
});

test('others can traverse an installation folder, and not list it', () => {
  const before = process.umask(0);
  try {
    makeFolder(join(dataDir, 'new'));
  } finally {
    process.umask(before);
  }
  expect(modeOf(join(dataDir, 'new'))).toBe(0o711);
});

test('only our own user and root may connect, verified by the kernel', async () => {
  const { hba, ident } = writeAccessFiles(dataDir);
  expect(await readFile(hba, 'utf8')).toBe('local all countersign peer map=owner\n');
  const names = [...new Set(['root', userInfo().username])];
  const lines = names.map((name) => `owner "${name}" countersign\n`);
  expect(await readFile(ident, 'utf8')).toBe(lines.join(''));
});
