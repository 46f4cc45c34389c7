import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Unreachable } from '../../foundation/db/unreachable.ts';
import { loadConfig } from '../../foundation/settings/config.ts';
import { findInstallation } from './find-installation.ts';
import type { RunningServer } from './running-servers.ts';

let servers: RunningServer[];

let dataDir: string;

beforeEach(async () => {
  servers = [];
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-find-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

function run(pid: number, changes: Partial<RunningServer> = {}): void {
  servers.push({
    pid,
    startedFrom: '/',
    dataDir: '/elsewhere',
    url: '',
    embedded: true,
    ...changes,
  });
}

const config = () => loadConfig({ DATA_DIR: dataDir });
const find = (isNamed = false) => findInstallation(config(), isNamed, servers);

function fault(): string {
  try {
    find();
  } catch (error) {
    expect(error).toBeInstanceOf(Unreachable);
    return (error as Error).message;
  }
  return '';
}

test('a named installation is used, whatever is running', () => {
  run(1);
  run(2, { embedded: false });
  expect(find(true)).toEqual(config());
});

test('the default place is used if no server runs', () => {
  expect(find()).toEqual(config());
});

test('the only server of this folder is used, wherever its data is', () => {
  run(1);
  expect(find()).toEqual({ ...config(), dataDir: '/elsewhere' });
});

test('a server at the default place is used, whatever else runs', () => {
  run(1);
  run(2, { dataDir });
  expect(find()).toEqual(config());
});

test('a server with an external database is not at the default place, even if its folder is', () => {
  run(7, { dataDir, embedded: false });
  expect(fault()).toMatch(/pid 7\) has its database at a DATABASE_URL: give this command the same/);
});

test('refuses to guess between two servers', () => {
  run(1);
  run(2, { dataDir: '/other' });
  expect(fault()).toBe(
    'Servers of this folder run on /elsewhere (pid 1), /other (pid 2). ' +
      'Name the one you mean by DATA_DIR or DATABASE_URL.',
  );
});

test('refuses to guess between a server and a stopped installation', () => {
  mkdirSync(join(dataDir, 'pg'));
  run(1);
  expect(fault()).toContain(`, and there is an installation at rest in ${dataDir}.`);
});
