import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-launcher-')));
  mkdirSync(join(folder, 'one/bin'), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'launcher.sh'), join(folder, 'one/countersign'));
  // In place of Node: prints the program that it is given.
  writeFileSync(join(folder, 'one/bin/node'), '#!/bin/sh\necho "$0 $*"\n');
  for (const file of ['countersign', 'bin/node']) chmodSync(join(folder, 'one', file), 0o755);
  symlinkSync('one', join(folder, 'current'));
  symlinkSync('current/countersign', join(folder, 'command'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['the folder', 'one/countersign'],
  ['a link to the folder', 'current/countersign'],
  ['a link to the file', 'command'],
])('runs the release itself when called by %s, whatever the link names later', (_by, path) => {
  const release = join(folder, 'one');
  const printed = execFileSync(`./${path}`, ['doctor'], { cwd: folder, encoding: 'utf8' });
  expect(printed).toBe(`${release}/bin/node ${release}/app/main.js doctor\n`);
});
