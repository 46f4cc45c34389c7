import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a path of a working tree is one of Git's files, or a folder of them. A tree can hold an operator's secrets
 * beside them, such as `deploy/compose/.env`. A tree that was unpacked without Git has nothing else yet.
 */
export function trackedFiles(root: string): (path: string) => boolean {
  if (!existsSync(join(root, '.git'))) return () => true;
  const listed = execFileSync('git', ['ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = new Set<string>();
  for (const file of listed.split('\0')) {
    for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1)) {
      paths.add(file.slice(0, end));
    }
  }
  return (path) => paths.has(path);
}
