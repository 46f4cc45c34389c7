/** Packs the TypeScript client into a file for customers, in this folder or the one that is named. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { prepare, root } from './prepare.mjs';

// A platform that serves has no compiler; packing is the moment to bring it.
prepare('full');
const folder = resolve(process.argv[2] ?? '.');
const words = ['pack', '--silent', '--pack-destination', folder];
const { status } = spawnSync('npm', words, { cwd: join(root, 'sdk'), stdio: 'inherit' });
process.exitCode = status ?? 1;
