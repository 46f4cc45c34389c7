/** Packs the TypeScript client into a file for customers, in this folder or the given one. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { prepare, root } from './prepare.mjs';

// A production installation has no compiler; packing installs it.
prepare('full');
const folder = resolve(process.argv[2] ?? '.');
const words = ['pack', '--silent', '--pack-destination', folder];
const { status } = spawnSync('npm', words, { cwd: join(root, 'sdk'), stdio: 'inherit' });
process.exitCode = status ?? 1;
