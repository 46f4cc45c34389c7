import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendDataKey, dataKeyFile, type KeyUse, loadDataKeys, readDataKeys } from './data-key.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** A database that accepts the first key it is given, and no other. */
function createUse(mayCreate = true): KeyUse<Buffer> {
  let bound: Buffer | undefined;
  return {
    mayCreate,
    isBound: async () => bound !== undefined,
    async bind([key = Buffer.alloc(0)]) {
      await turn();
      bound ??= key;
      if (!bound.equals(key)) throw new Error('another key');
      return key;
    },
  };
}

describe('the data key', () => {
  // @mutant src/installation/data-dir/data-key.ts
  // - { mode: 0o600, flush: true }
  // + { mode: 0o644, flush: true }
  test('is created once, readable by its owner only, and stays the same', async () => {
    const use = createUse();
    const key = await loadDataKeys({ dataDir }, use);
    expect(await loadDataKeys({ dataDir }, use)).toEqual(key);
    expect(await readFile(dataKeyFile(dataDir), 'utf8')).toBe(`${key.toString('base64')}\n`);
    expect((await stat(dataKeyFile(dataDir))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['data.key']);
  });

  test('of an existing database is not replaced when it is missing', async () => {
    const use = createUse();
    await use.bind([Buffer.alloc(32, 1)]);
    await expect(loadDataKeys({ dataDir }, use)).rejects.toThrow(/data\.key is missing/);
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('is not created by a command', async () => {
    await expect(loadDataKeys({ dataDir }, createUse(false))).rejects.toThrow(/is missing/);
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('is found again after a start that crashed once it had bound the database', async () => {
    const use = createUse();
    const key = await loadDataKeys({ dataDir }, use);
    await rename(dataKeyFile(dataDir), `${dataKeyFile(dataDir)}.new`);
    expect(await loadDataKeys({ dataDir }, use)).toEqual(key);
    expect(await readdir(dataDir)).toEqual(['data.key']);
  });

  test('of a crashed start survives a start that does not reach the database', async () => {
    const use = createUse();
    const key = await loadDataKeys({ dataDir }, use);
    await rename(dataKeyFile(dataDir), `${dataKeyFile(dataDir)}.new`);
    const away = { ...use, bind: () => Promise.reject(new Error('away')) };
    await expect(loadDataKeys({ dataDir }, away)).rejects.toThrow('away');
    expect(await loadDataKeys({ dataDir }, use)).toEqual(key);
  });

  test('is one key for servers that start together', async () => {
    const use = createUse();
    const keys = await Promise.all(Array.from({ length: 5 }, () => loadDataKeys({ dataDir }, use)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['data.key']);
  });

  test('leaves no second key on a machine whose server started too late', async () => {
    const use = createUse();
    const tooLate = { ...use, isBound: async () => false };
    await use.bind([Buffer.alloc(32, 1)]);
    await expect(loadDataKeys({ dataDir }, tooLate)).rejects.toThrow('another key');
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('of a server on the same machine that was first is used, even if we created one too', async () => {
    const first = Buffer.alloc(32, 3);
    const bound: Buffer[] = [];
    const beside = {
      mayCreate: true,
      isBound: async () => false,
      async bind([key = Buffer.alloc(0)]: readonly Buffer[]) {
        bound.push(key);
        if (key.equals(first)) return key;
        await writeFile(dataKeyFile(dataDir), `${first.toString('base64')}\n`);
        throw new Error('another key');
      },
    };
    expect(await loadDataKeys({ dataDir }, beside)).toEqual(first);
    expect(bound).toHaveLength(2);
    expect(await readdir(dataDir)).toEqual(['data.key']);
  });

  test.each([
    ['is empty', ''],
    ['has a byte too few', Buffer.alloc(31, 7).toString('base64')],
    ['has a byte too many', Buffer.alloc(33, 7).toString('base64')],
    ['holds something else', 'swordfish'],
  ])('that %s is refused and left as it is', async (_, content) => {
    for (const file of [dataKeyFile(dataDir), `${dataKeyFile(dataDir)}.new`]) {
      await writeFile(file, content);
      const use = createUse();
      await expect(loadDataKeys({ dataDir }, use)).rejects.toThrow(
        /does not hold a key of 32 bytes/,
      );
      expect(await readFile(file, 'utf8')).toBe(content);
      expect(await use.isBound()).toBe(false);
      await rm(file);
    }
  });

  test('that cannot be read is not treated as missing', async () => {
    await mkdir(dataKeyFile(dataDir));
    await expect(loadDataKeys({ dataDir }, createUse())).rejects.toThrow(/EISDIR/);
  });

  test('from the settings takes precedence over the file, and leaves no file', async () => {
    const dataKey = [Buffer.alloc(32, 9)];
    const use = createUse();
    expect(await loadDataKeys({ dataDir, dataKey }, use)).toEqual(dataKey[0]);
    expect(await readdir(dataDir)).toEqual([]);
    const other = await loadDataKeys({ dataDir, dataKey: [Buffer.alloc(32, 8)] }, use).catch(
      String,
    );
    expect(other).toContain('another key');
  });

  test('that does not belong to the database is refused and left in place', async () => {
    await loadDataKeys({ dataDir }, createUse());
    const other = createUse();
    await other.bind([Buffer.alloc(32, 1)]);
    await expect(loadDataKeys({ dataDir }, other)).rejects.toThrow('another key');
    expect(await readdir(dataDir)).toEqual(['data.key']);
  });

  test('is closed to others even with an open umask', async () => {
    const before = process.umask(0);
    try {
      await loadDataKeys({ dataDir }, createUse());
    } finally {
      process.umask(before);
    }
    expect((await stat(dataKeyFile(dataDir))).mode & 0o777).toBe(0o600);
  });

  test('is kept beside a key that is added, in a file for its owner only', async () => {
    const first = await loadDataKeys({ dataDir }, createUse());
    const added = await appendDataKey(dataDir);
    const keys = await loadDataKeys({ dataDir }, { ...createUse(), bind: async (all) => all });
    expect(keys).toEqual([first, added]);
    expect((await stat(dataKeyFile(dataDir))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['data.key']);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'stays readable for the user of the server when root adds a key (needs root)',
    async () => {
      await loadDataKeys({ dataDir }, createUse());
      await chown(dataKeyFile(dataDir), 65_534, 65_534);
      await appendDataKey(dataDir);
      expect(await stat(dataKeyFile(dataDir))).toMatchObject({ uid: 65_534, gid: 65_534 });
    },
  );

  test('is printed by the operator’s command, and a command that fails is explained', async () => {
    const use = { ...createUse(false), bind: async (all: readonly Buffer[]) => all };
    const ask = (dataKeyCommand: string) => loadDataKeys({ dataDir, dataKeyCommand }, use);
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const said = `printf '%s\\n' ${one.toString('base64')} ${two.toString('hex')}`;
    expect(await ask(said)).toEqual([one, two]);
    await expect(ask('echo no access >&2; exit 3')).rejects.toThrow(
      'DATA_KEY_COMMAND failed: no access',
    );
    await expect(ask('exit 3')).rejects.toThrow('DATA_KEY_COMMAND failed: exit code 3');
    await expect(ask('echo swordfish')).rejects.toThrow('did not print keys');
    await expect(ask('true')).rejects.toThrow('did not print keys');
    const late = readDataKeys({ dataDir, dataKeyCommand: 'trap "" TERM; sleep 5' }, 200);
    await expect(late).rejects.toThrow('DATA_KEY_COMMAND failed: no end after 0.2 s');
  });
});
