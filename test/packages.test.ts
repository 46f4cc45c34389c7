import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

interface Locked {
  integrity?: string;
  engines?: { node?: string };
  optionalDependencies?: Record<string, string>;
}
const lockedIn = (folder: string): Record<string, Locked> =>
  readJson(folder, 'package-lock.json').packages;

/** The packages in a package.json, with their versions. */
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

  test('are locked with their digest and without a download URL', () => {
    const { '': _project, ...packages } = lockedIn(folder);
    const unsealed = Object.keys(packages).filter((path) => !packages[path]?.integrity);
    expect(unsealed).toEqual([]);
    const text = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
    expect(text).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/);
  });

  test('are locked for every platform, whichever one wrote the lock file', () => {
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

test('the required Node is one for which npm installs the bundler', () => {
  const { engines } = lockedIn('.')['node_modules/rolldown'] as Locked;
  expect(readJson('package.json').engines).toEqual(engines);
});

test('a package used by several folders has the same version in all of them', () => {
  const all = new Set(
    folders.flatMap(dependenciesOf).map(([name, version]) => `${name}@${version}`),
  );
  const names = [...all].map((one) => one.slice(0, one.lastIndexOf('@')));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe('programs installed as packages', () => {
  type Recorded = Record<
    string,
    { version: string; integrity: string; programs: Record<string, string> }
  >;
  const recorded: Recorded = readJson('scripts/packaged-programs.json').packages;

  test('are locked as recorded, for every platform', () => {
    const locked = lockedIn('.');
    const { optionalDependencies } = readJson('package.json');
    expect(Object.keys(recorded).toSorted()).toEqual(Object.keys(optionalDependencies).toSorted());
    for (const [name, { version, integrity }] of Object.entries(recorded)) {
      expect(locked[`node_modules/${name}`]).toMatchObject({ version, integrity });
    }
  });

  const machine = `${process.platform}-${process.arch}`;
  const programs = Object.entries(recorded)
    .filter(([name]) => name.endsWith(machine))
    .flatMap(([name, one]) =>
      Object.entries(one.programs).map(([path, sha256]) => [name, path, sha256] as const),
    );

  test('include Node and PostgreSQL for this machine', () => {
    const names = programs.map(([, path]) => path.split('/').at(-1));
    expect(names.toSorted()).toEqual(['initdb', 'node', 'postgres']);
  });

  test.each(programs)('of %s are installed as recorded: %s', (name, path, sha256) => {
    const file = join(root, 'node_modules', name, path);
    expect(existsSync(file)).toBe(true);
    expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sha256);
  });
});
