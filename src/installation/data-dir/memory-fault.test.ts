import { expect, test } from 'vitest';
import { memoryFault, workersThatFit } from './memory-fault.ts';

const mb = 1024 ** 2;
const machine = 8192 * mb;
const own = { isEmbedded: true };
const external = { isEmbedded: false };

test('a server starts with the memory that it needs', () => {
  expect(memoryFault(own, 512 * mb, machine)).toBeUndefined();
  expect(memoryFault(external, 384 * mb, machine)).toBeUndefined();
  // Without a limit, Node reports 0 or a number that no machine has.
  expect(memoryFault(own, 0, machine)).toBeUndefined();
  expect(memoryFault(own, 2 ** 63, machine)).toBeUndefined();
  // A machine that was bought with 512 MB.
  expect(memoryFault(own, 0, 478 * mb)).toBeUndefined();
});

// @mutant src/installation/data-dir/memory-fault.ts
// - const isLimited = limit > 0 && limit < total;
// + const isLimited = false;
test('a container or machine that is too small gets a sentence instead of being killed', () => {
  expect(memoryFault(own, 256 * mb, machine)?.message).toBe(
    'The memory limit is 256 MB. A server with its own PostgreSQL needs 512 MB. Give it more, or set DATABASE_URL.',
  );
  expect(memoryFault(external, 256 * mb, machine)?.message).toBe(
    'The memory limit is 256 MB. A server needs 384 MB. Give it more.',
  );
  expect(memoryFault(own, 0, 256 * mb)?.message).toContain('This machine has 256 MB of memory.');
});

test('each further worker needs 256 MB more', () => {
  expect(memoryFault({ ...own, workers: 3 }, 1024 * mb, machine)).toBeUndefined();
  expect(memoryFault({ ...external, workers: 2 }, 640 * mb, machine)).toBeUndefined();
  expect(memoryFault({ ...own, workers: 3 }, 1000 * mb, machine)?.message).toBe(
    'The memory limit is 1000 MB. A server with 3 workers and its own PostgreSQL needs 1024 MB. ' +
      'Give it more, or set fewer WORKERS, or set DATABASE_URL.',
  );
  expect(memoryFault({ ...external, workers: 2 }, 512 * mb, machine)?.message).toBe(
    'The memory limit is 512 MB. A server with 2 workers needs 640 MB. Give it more, or set fewer WORKERS.',
  );
});

test('no more workers are started by themselves than the memory suffices for', () => {
  for (const [megabytes, workers] of [
    [512, 1],
    [767, 1],
    [768, 2],
    [2048, 7],
  ] as const) {
    expect(workersThatFit(own, megabytes * mb, machine)).toBe(workers);
    expect(memoryFault({ ...own, workers }, megabytes * mb, machine)).toBeUndefined();
  }
  expect(workersThatFit(external, 256 * mb, machine)).toBe(1);
});
