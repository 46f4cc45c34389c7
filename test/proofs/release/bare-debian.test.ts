import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { hasProgram } from '../vendors/foreign-smsc.ts';

const root = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `countersign-${version}-${process.platform}-${process.arch}`;
/** Kept between runs: making it takes a minute or two. */
const debian = join(root, '.cache', 'debian');
const canRun =
  process.getuid?.() === 0 &&
  hasProgram('unshare', '--net', '--mount', 'true') &&
  (existsSync(debian) || hasProgram('debootstrap', '--version'));

let folder: string;
let out: string;
const read = (file: string) => readFileSync(join(out, file), 'utf8');

function makeDebian(): void {
  if (existsSync(debian)) return;
  const making = `${debian}-${process.pid}`;
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', making], { stdio: 'pipe' });
  renameSync(making, debian);
}

beforeAll(() => {
  if (!canRun) return;
  folder = mkdtempSync(join(tmpdir(), 'countersign-release-'));
  out = join(folder, 'out');
  mkdirSync(out);
  const script = join(root, 'scripts/make-release.ts');
  execFileSync(process.execPath, [script, folder], { stdio: 'pipe' });
  execFileSync('tar', ['-xzf', join(folder, `${name}.tar.gz`), '-C', folder]);
  makeDebian();
  // Making the release and Debian took 215 seconds on two busy cores.
}, 4 * longTimeoutMs);
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!canRun)('a release (skipped without root, unshare and debootstrap)', () => {
  test('has the checksums that are beside it', () => {
    const { status, stdout } = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], {
      ...{ cwd: folder, encoding: 'utf8' },
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${name}.tar.gz: OK`)]);
  });

  test('names every package that it contains', () => {
    const bill = JSON.parse(readFileSync(join(folder, `${name}.cdx.json`), 'utf8'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    const names = bill.components.map((one: { name: string }) => one.name);
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'react']));
    expect(names).not.toContain('vitest');
  });

  test('starts, serves and stops on a bare Debian without network', {
    timeout: longTimeoutMs,
  }, () => {
    const script = join(import.meta.dirname, 'bare-debian.sh');
    const words = ['--net', '--mount', 'sh', script, debian, join(folder, name), out];
    const { status, stderr } = spawnSync('unshare', words, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    expect(read('links').trim().split('\n')).toEqual([expect.stringContaining('LOOPBACK')]);
    expect(read('reply')).toMatch(/^HTTP\/1\.1 201 /);
    expect(read('console')).toBe('200');
    expect(JSON.parse(read('accounts')).accounts).toHaveLength(1);
    expect(JSON.parse(read('version'))).toMatchObject({ version });
    expect([read('exit').trim(), read('log')]).toEqual(['0', expect.stringContaining('stopped')]);
  });
});
