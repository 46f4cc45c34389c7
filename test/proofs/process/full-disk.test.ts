import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { type ServerProcess, startServer } from '../../kit/server-process.ts';

const disk = mkdtempSync(join(tmpdir(), 'countersign-disk-'));
const filler = join(disk, 'filler');
const isMounted = mount();
let server: ServerProcess | undefined;

afterAll(async () => {
  // PostgreSQL needs space to stop.
  await rm(filler, { force: true });
  await server?.end('SIGTERM');
  if (isMounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Fills the disk to its last page. */
async function fillUp(): Promise<void> {
  const file = await open(filler, 'a');
  try {
    for (const size of [1 << 20, 1 << 12]) await writeUntilFull(file, Buffer.alloc(size, 1));
  } finally {
    await file.close();
  }
}

async function writeUntilFull(file: Awaited<ReturnType<typeof open>>, data: Buffer) {
  try {
    for (;;) await file.appendFile(data);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

describe.skipIf(!isMounted)('a full disk (skipped where a tmpfs cannot be mounted)', () => {
  test('is 503 for calls and for /readyz, and both are well again when it has space', {
    timeout: longTimeoutMs,
  }, async () => {
    const folder = join(disk, 'data');
    const running = await startServer({ DATA_DIR: folder });
    server = running;
    const apiKey = /x-api-key: (cs_test_\w+)/.exec(running.output())?.[1] ?? '';
    const message = { mobile: '13912345678', code: '1' };
    const call = async () => {
      const { status, body } = await running.call('sms_code', apiKey, message);
      return `${status} ${body.reason ?? ''}`;
    };
    const ready = async () => {
      const response = await fetch(`${running.url}/readyz`);
      const { reason = '' } = (await response.json()) as { reason?: string };
      return `${response.status} ${reason}`;
    };
    expect([await call(), await ready()]).toEqual(['201 ', '200 ']);

    await fillUp();
    await expect.poll(ready).toBe('503 database_disk_full');
    // A call is written into pages that exist, until one is full.
    await expect.poll(call, { interval: 1 }).toBe('503 database_unavailable');
    expect(await ready()).toBe('503 database_disk_full');

    await rm(filler);
    await expect.poll(call).toBe('201 ');
    await expect.poll(ready).toBe('200 ');
  });
});
