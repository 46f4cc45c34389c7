import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { followReference, isReference, type Reference } from './reference.ts';

const folder = mkdtempSync(join(tmpdir(), 'reference-'));
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const follow = (reference: Reference, commandMs?: number) =>
  followReference(reference, { folder, what: 'yp.apikey', commandMs });

test('reads a variable, a file beside the platform file, and what a program prints', async () => {
  vi.stubEnv('REFERENCE_TEST', 'one');
  writeFileSync(join(folder, 'secret'), 'two\r\n');
  expect(await follow({ env: 'REFERENCE_TEST' })).toBe('one');
  expect(await follow({ file: 'secret' })).toBe('two');
  expect(await follow({ command: ['printf', '%s\\n', '$HOME; three'] })).toBe('$HOME; three');
});

test.each([
  [{ env: 'REFERENCE_NOT_SET' }, 'from env REFERENCE_NOT_SET: it is empty or not set'],
  [{ file: 'missing' }, 'from file missing: ENOENT'],
  [{ command: ['no-such-program'] }, 'from command no-such-program: ENOENT'],
  [{ command: ['sh', '-c', 'echo hush; exit 3'] }, 'from command sh: exit code 3'],
  [{ command: ['sh', '-c', 'yes hush'] }, 'from command sh: it printed more than 64 kB'],
  [{ command: ['true'] }, 'from command true: it is empty or not set'],
])('names a reference that leads nowhere, and never what it read: %j', async (reference, why) => {
  const fault = await follow(reference).catch((error: Error) => error.message);
  expect(fault).toContain(`Cannot read yp.apikey ${why}`);
  expect(fault).not.toContain('hush');
});

test('ends a program that does not end in time, with the programs that it started', async () => {
  const mark = `reference-${process.pid}`;
  const started = performance.now();
  const command = ['sh', '-c', `sleep 61 & echo $! > ${mark}; wait`];
  await expect(follow({ command }, 500)).rejects.toThrow('no end after 0.5 s');
  expect(performance.now() - started).toBeLessThan(20_000);
  const pid = Number(readFileSync(join(folder, mark), 'utf8'));
  await expect.poll(() => isAlive(pid)).toBe(false);
});

/** A process that has ended and waits for its parent is dead too. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('a reference has one way and no other fields', () => {
  expect(isReference({ env: 'A' })).toBe(true);
  for (const wrong of [{}, { env: 'A', file: 'b' }, { env: 'a b' }, { command: [] }, 'A', null]) {
    expect(isReference(wrong)).toBe(false);
  }
});
