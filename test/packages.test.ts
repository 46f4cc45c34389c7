import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

interface Locked {
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}
const lockedIn = (folder: string): Record<string, Locked> =>
  readJson(folder, 'package-lock.json').packages;

/** The packages that a package.json names, with their versions. */
function dependenciesOf(folder: string): [name: string, version: string][] {
  const { dependencies, devDependencies, optionalDependencies, overrides } = readJson(
    folder,
    'package.json',
  );
  const kinds = [dependencies, devDependencies, optionalDependencies, overrides];
  return kinds.flatMap((kind) => Object.entries<string>(kind ?? {}));
}

const folders = ['.', 'web/console', 'test/reference-clients'];

describe.each(folders)('the packages of %s', (folder) => {
  test('are pinned to one exact version each', () => {
    const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
    expect(dependenciesOf(folder).filter(([, version]) => !exact.test(version))).toEqual([]);
  });

  test('are locked with the digest of their contents and without a download address', () => {
    const { '': _project, ...packages } = lockedIn(folder);
    const unsealed = Object.keys(packages).filter((path) => !packages[path]?.integrity);
    expect(unsealed).toEqual([]);
    const text = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
    expect(text).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/);
  });

  test('are locked for every machine, whichever machine wrote the lock file', () => {
    const packages = lockedIn(folder);
    const machines = /(darwin|linux)-(x64|arm64)(?!.*(musl|eabi))/;
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) =>
          machines.test(name) &&
          !packages[`node_modules/${name}`] &&
          !packages[`${path}/node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});

test('a package that several folders name has the same version in all of them', () => {
  const all = new Set(
    folders.flatMap(dependenciesOf).map(([name, version]) => `${name}@${version}`),
  );
  const names = [...all].map((one) => one.slice(0, one.lastIndexOf('@')));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
