import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A process that starts another, ties it to its own life, and prints its pid. */
const starter = `
  import { spawn } from 'node:child_process';
  import { endWithUs } from '${new URL('end-with-us.mjs', import.meta.url)}';
  const child = spawn(process.execPath, ['-e', process.env.CODE], { detached: true });
  endWithUs(child.pid, process.env.FOLDER, Number(process.env.GRACE_MS));
  console.log(child.pid);
  setInterval(() => {}, 1000);
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts the starter, and returns it with the process that it tied to its life. */
async function start(env: { FOLDER: string; GRACE_MS: string; CODE: string }) {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', starter], {
    env: { PATH: process.env.PATH, ...env },
  });
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.on('data', (data) => resolve(Number(data)));
  });
  expect(isAlive(pid)).toBe(true);
  return { parent, pid };
}

test('stops the children of a killed process and removes its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-end-'));
  const code = 'setInterval(() => {}, 1000)';
  const { parent, pid } = await start({ FOLDER: folder, GRACE_MS: '3000', CODE: code });
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
  await expect.poll(() => existsSync(folder)).toBe(false);
});

test('kills at once where there is no grace', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-end-'));
  const asked = join(folder, 'asked-to-stop');
  const ready = join(folder, 'ready');
  const code = `
    const { writeFileSync } = require('node:fs');
    process.on('SIGINT', () => writeFileSync(${JSON.stringify(asked)}, ''));
    writeFileSync(${JSON.stringify(ready)}, '');
    setInterval(() => {}, 1000);
  `;
  const { parent, pid } = await start({ FOLDER: '', GRACE_MS: '0', CODE: code });
  await expect.poll(() => existsSync(ready)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(existsSync(asked)).toBe(false);
  rmSync(folder, { recursive: true });
});
