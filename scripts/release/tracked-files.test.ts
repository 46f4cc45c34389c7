import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-tracked-'));
  mkdirSync(join(root, 'deploy/compose'), { recursive: true });
  for (const file of ['example.env', '.env']) writeFileSync(join(root, 'deploy/compose', file), '');
});
afterEach(() => rmSync(root, { recursive: true }));

// @mutant scripts/release/tracked-files.ts
// -   return (path) => paths.has(path);
// +   return () => true;
test('a release has the files of Git, and not the secrets beside them', () => {
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', 'deploy/compose/example.env'], { cwd: root });
  const isOurs = trackedFiles(root);
  const paths = ['deploy', 'deploy/compose', 'deploy/compose/example.env'];
  expect(paths.map(isOurs)).toEqual([true, true, true]);
  expect(['deploy/compose/.env', 'dep', 'docs'].map(isOurs)).toEqual([false, false, false]);
});

test('a tree without Git is taken whole', () => {
  expect(trackedFiles(root)('deploy/compose/example.env')).toBe(true);
});
