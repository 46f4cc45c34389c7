import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changedTests } from './changed-tests.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-changed-'));
  git('init', '--initial-branch=main');
  for (const folder of ['src/money/ledger', 'src/money', 'test/browser']) {
    put(`${folder}/one.test.ts`);
    put(`${folder}/one.ts`);
  }
  commit();
});
afterEach(() => rmSync(root, { recursive: true }));

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
const commit = () => {
  git('add', '-A');
  git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-m', 'x');
};

function put(path: string, text = 'first'): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('selects no tests when nothing changed', () => {
  expect(changedTests(root)).toEqual([]);
});

test.each([
  ['a changed file', 'src/money/ledger/one.ts'],
  ['a new file', 'src/money/ledger/two.ts'],
  ['a function of the database', 'src/money/ledger/sql/hold.sql'],
])('%s selects only the tests of its own folder', (_, path) => {
  put(path, 'second');
  expect(changedTests(root)).toEqual(['src/money/ledger/one.test.ts']);
});

test('counts a branch’s commits as changes, and leaves out browser tests', () => {
  git('switch', '-c', 'branch');
  put('src/money/one.ts', 'second');
  put('test/browser/one.ts', 'second');
  commit();
  expect(changedTests(root)).toEqual(['src/money/one.test.ts']);
});
