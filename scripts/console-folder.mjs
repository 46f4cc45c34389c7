/**
 * The location of the built console: `.cache/console/<hash of its sources>/`, and `current`, which
 * names the one to serve. The server reads only `current`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './prepare.mjs';

export const source = join(root, 'web', 'console');
export const built = join(root, '.cache', 'console');
export const current = join(built, 'current');
/** The output of the build, stored only while it has failed. */
export const failure = join(built, 'failed.log');

/** The hash of the console's sources: same hash, same console. */
export function sourceHash() {
  const hash = createHash('sha256');
  for (const name of sourceFiles()) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * The console's own files, and the server files bundled with it, such as the table of rights: a
 * change in either makes a console stale. Type-only imports leave nothing in it.
 */
export function sourceFiles() {
  const files = filesIn(source).map((name) => join(source, name));
  const known = new Set(files);
  for (const file of files) {
    for (const imported of importedBy(file)) {
      if (known.has(imported) || !existsSync(imported)) continue;
      known.add(imported);
      files.push(imported);
    }
  }
  return files.map((file) => file.slice(root.length + 1)).sort();
}

const valueImport = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.tsx?)'/gm;

function importedBy(file) {
  if (!/\.tsx?$/.test(file)) return [];
  const found = readFileSync(file, 'utf8').matchAll(valueImport);
  return [...found].map(([, path]) => join(dirname(file), path));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .filter((name) => !name.split(/[\\/]/).includes('node_modules'))
    .sort();
}

export function isBuilt(hash) {
  return readText(current) === hash && existsSync(join(built, hash, 'manifest.json'));
}

/** Makes the server say that the console is being built, if the existing one has other sources. */
export function forgetStaleConsole() {
  if (isBuilt(sourceHash())) return false;
  mkdirSync(built, { recursive: true });
  rmSync(current, { force: true });
  rmSync(failure, { force: true });
  return true;
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
