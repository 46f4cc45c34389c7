import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { inherited, type ServerProcess, startServer } from '../../kit/server-process.ts';

const root = join(import.meta.dirname, '../../..');
let folder: string;
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-readme-'));
  // `npm run -s cli -- …` would take this clone for the folder of the installation.
  await mkdir(join(folder, 'bin'));
  const npm = '#!/bin/sh\nshift 4\nexec "$NODE" "$MAIN" "$@"\n';
  await writeFile(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  dataDir = join(folder, 'data');
  server = await startServer({ DATA_DIR: dataDir });
}, longTimeoutMs);
afterAll(async () => {
  await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}, longTimeoutMs);

/** The shell commands of a document, in order, without the two that install and test. */
function commandsOf(document: string): string {
  const text = readFileSync(join(root, document), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  // A server runs already; there is no second machine or database, no erasure, and nothing is installed on this one.
  const elsewhere = /npm start|scp|systemctl|runuser|apt-get|db\.example|--erasure ID/;
  return blocks.filter((block) => !elsewhere.test(block)).join('\n');
}

/** The vendor that the commands left in the background ends with them. */
async function expectEnded(file: string): Promise<void> {
  const { url } = JSON.parse(await readFile(join(folder, file), 'utf8'));
  await expect.poll(() => fetch(url).then(Boolean, () => false)).toBe(false);
}

/** Runs commands as an operator who pastes them beside a running server; every one must succeed. */
function paste(commands: string) {
  // Each job is a process group, so that the trap also ends what a job has started.
  const script = `set -em; trap 'kill -- $(jobs -p | sed s/^/-/)' EXIT\n${commands}`;
  return spawnSync('bash', ['-xc', script], {
    cwd: folder,
    encoding: 'utf8',
    timeout: longTimeoutMs / 2,
    env: {
      ...inherited,
      PATH: `${join(folder, 'bin')}:${inherited.PATH}`,
      DATA_DIR: dataDir,
      PUBLIC_URL: server.url,
      NODE: process.execPath,
      MAIN: join(root, 'src/main.ts'),
    },
  });
}

test(
  'the commands of the README run as pasted, in order',
  async () => {
    const apiKey = (await readFile(join(dataDir, 'demo.key'), 'utf8')).trim();
    const commands = commandsOf('README.md')
      .replaceAll('http://127.0.0.1:8080', server.url)
      .replaceAll('cs_test_…', apiKey)
      // A fresh installation has no live route for face checks, and doctor says so.
      .replace(/(?<=-- doctor) .*$/m, ' || test $? = 1');
    const { status, stdout, stderr } = paste(commands);
    expect(status, stderr.split('\n').slice(-8).join('\n')).toBe(0);
    expect(stdout).toContain('HTTP/1.1 201 Created');
    expect(stdout).toContain('Unresolved calls');
    await expectEnded('vendor.json');
  },
  longTimeoutMs,
);

test(
  'so do those of the operations page, where there is a provider of faces',
  async () => {
    const { status, stderr } = paste(`
      countersign() { npm run -s cli -- "$@"; }
      countersign simulate http-face --json > face.json &
      countersign provider add --vendor http-face --code oak --config face.json --wait
      ${commandsOf('docs/operations.md')}`);
    expect(status, stderr.split('\n').slice(-8).join('\n')).toBe(0);
    await expectEnded('face.json');
  },
  longTimeoutMs,
);
