/**
 * The test files beside what changed since the branch left the main one. It goes by folder and not
 * by import: nothing imports an SQL function, and app.ts imports everything.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const mainBranches = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

export function changedTests(root) {
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.split('\n').filter(Boolean) : [];
  };
  const [base = 'HEAD'] = mainBranches.flatMap((branch) => git('merge-base', 'HEAD', branch));
  const files = [
    ...git('diff', '--name-only', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const folders = new Set(files.map(folderOf));
  return [...folders].filter((folder) => !folder.startsWith('test/browser')).flatMap(testsIn);

  function testsIn(folder) {
    return entriesOf(join(root, folder))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(folder, name));
  }
}

/** A folder's functions are in its `sql`, and tested beside it. */
function folderOf(file) {
  return dirname(file).replace(/\/sql$/, '');
}

/** None if the folder itself is gone. */
function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
