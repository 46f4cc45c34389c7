import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A process that starts another, ties it to its own life, and prints its pid. */
const starter = `
  import { spawn } from 'node:child_process';
  import { endWithUs } from '${new URL('end-with-us.mjs', import.meta.url)}';
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
  endWithUs(child.pid, process.env.FOLDER);
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

test('stops the children of a killed process and removes its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-end-'));
  const parent = spawn(process.execPath, ['--input-type=module', '-e', starter], {
    env: { PATH: process.env.PATH, FOLDER: folder },
  });
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.on('data', (data) => resolve(Number(data)));
  });
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
  await expect.poll(() => existsSync(folder)).toBe(false);
});
