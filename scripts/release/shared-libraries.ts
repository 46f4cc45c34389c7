import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductionPackage } from './production-packages.ts';

/** Node needs it, and a bare Debian does not have it, unlike the other libraries that Node needs. */
const missing = 'libatomic.so.1';

/** Copies the library into the release, from the system where Node has just run with it. */
export function copyLibraries(node: string, folder: string): ProductionPackage[] {
  if (process.platform !== 'linux') return [];
  const needs = execFileSync('ldd', [node], { encoding: 'utf8' });
  const found = new RegExp(`${missing} => (\\S+)`).exec(needs)?.[1];
  if (!found) return [];
  mkdirSync(folder, { recursive: true });
  cpSync(realpathSync(found), join(folder, missing));
  const digest = createHash('sha512').update(readFileSync(found)).digest('base64');
  return [
    {
      ...{ path: `lib/${missing}`, name: 'libatomic', isForeign: true },
      version: realpathSync(found).split('.so.')[1] as string,
      integrity: `sha512-${digest}`,
      license: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    },
  ];
}
