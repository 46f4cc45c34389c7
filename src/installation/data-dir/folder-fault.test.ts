import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { loadConfig } from '../../foundation/settings/config.ts';
import { folderFault } from './folder-fault.ts';
import { openPlatform } from './open-platform.ts';

const fault = (code: string) =>
  Object.assign(new Error(`${code}: raw, mkdir '/x/pg'`), { code, path: '/x/pg' });

test.each([
  ['EACCES', /^User \S+ cannot write to \/x\/pg\. Set DATA_DIR to/],
  ['EPERM', /cannot write to \/x\/pg/],
  ['EROFS', /^\/x\/pg is on a read-only file system\. Set DATA_DIR/],
  ['ENOSPC', /^The disk of \/x\/pg is full\. Free some space/],
  ['ENOTDIR', /^\/x\/pg is a file where a folder must be/],
])('%s becomes a sentence that says what to do', (code, sentence) => {
  expect((folderFault(fault(code), '/x') as Error).message).toMatch(sentence);
});

test('errors about anything but a folder stay as they are', () => {
  const others = [new Error('PostgreSQL did not start.'), fault('EMFILE')];
  for (const error of others) expect(folderFault(error, '/x')).toBe(error);
});

test('a start on a file in place of a folder says what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-folder-'));
  try {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const config = loadConfig({ DATA_DIR: join(file, 'data') });
    const opened = openPlatform(config, { role: 'serve', log: quietLog });
    await expect(opened).rejects.toThrow(/is a file where a folder must be\. Set DATA_DIR/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
