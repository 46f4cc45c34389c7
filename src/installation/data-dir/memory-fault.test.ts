import { expect, test } from 'vitest';
import { memoryFault } from './memory-fault.ts';

const mb = 1024 ** 2;
const machine = 8192 * mb;

test('a server starts with the memory that it needs', () => {
  expect(memoryFault(true, 512 * mb, machine)).toBeUndefined();
  expect(memoryFault(false, 384 * mb, machine)).toBeUndefined();
  // Without a limit, Node reports 0 or a number that no machine has.
  expect(memoryFault(true, 0, machine)).toBeUndefined();
  expect(memoryFault(true, 2 ** 63, machine)).toBeUndefined();
  // A machine that was bought with 512 MB.
  expect(memoryFault(true, 0, 478 * mb)).toBeUndefined();
});

// @mutant src/installation/data-dir/memory-fault.ts
// - const isLimited = limit > 0 && limit < total;
// + const isLimited = false;
test('a container or machine that is too small gets a sentence instead of being killed', () => {
  expect(memoryFault(true, 256 * mb, machine)?.message).toBe(
    'The memory limit is 256 MB. A server with its own PostgreSQL needs 512 MB. Give it more, or set DATABASE_URL.',
  );
  expect(memoryFault(false, 256 * mb, machine)?.message).toBe(
    'The memory limit is 256 MB. A server needs 384 MB. Give it more.',
  );
  expect(memoryFault(true, 0, 256 * mb)?.message).toContain('This machine has 256 MB of memory.');
});
