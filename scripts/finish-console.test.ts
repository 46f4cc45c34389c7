import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishConsole } from './finish-console.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-console-'));
  mkdirSync(join(folder, 'assets'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Random bytes, which do not compress. */
function put(name: string, bytes: number): void {
  writeFileSync(join(folder, 'assets', name), randomBytes(bytes));
}

function putManifest(): void {
  const manifest = {
    'main.tsx': { file: 'assets/main.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js', imports: ['main.tsx'] },
    'calls.tsx': { file: 'assets/calls.js', imports: ['_shared.js'] },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

test('fails when the script for the first screen exceeds its size limit', () => {
  putManifest();
  put('main.js', 200_000);
  put('shared.js', 160_000);
  put('calls.js', 10);
  expect(() => finishConsole(folder)).toThrow('The initial script is too large.');
});

test('does not count lazily loaded files, and writes every file compressed', () => {
  putManifest();
  put('main.js', 200_000);
  put('shared.js', 100_000);
  put('calls.js', 200_000);
  put('inter.woff2', 50_000);
  expect(finishConsole(folder)).toMatch(/initial script\s+300\.\d kB of\s+350\.0 kB/);
  const plain = readFileSync(join(folder, 'assets', 'calls.js'));
  expect(gunzipSync(readFileSync(join(folder, 'assets', 'calls.js.gz')))).toEqual(plain);
  expect(existsSync(join(folder, 'assets', 'calls.js.br'))).toBe(true);
  expect(existsSync(join(folder, 'assets', 'inter.woff2.gz'))).toBe(false);
});
