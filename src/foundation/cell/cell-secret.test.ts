import { expect, test } from 'vitest';
import { cellOfSecret, makeSecret } from './cell-secret.ts';

test('a secret carries the number of its cell', () => {
  expect(makeSecret(3)).toMatch(/^3_[\w-]{32}$/);
  expect(makeSecret(undefined)).toMatch(/^[\w-]{32}$/);
  for (const cell of [1, 3, 42, 2_000]) {
    expect(cellOfSecret(makeSecret(cell))).toBe(cell);
    expect(cellOfSecret(`fv_${makeSecret(cell)}`)).toBe(cell);
  }
});

// @mutant src/foundation/cell/cell-secret.ts
// - [A-Za-z0-9_-]{32}$/
// + [A-Za-z0-9_-]+$/
test('a secret without a number has none, even if it starts like one', () => {
  for (const start of ['3_', '12_', '2000_', 'fv_3_', '']) {
    const random = start.replace('fv_', '').padEnd(32, 'x');
    expect(cellOfSecret(start.startsWith('fv_') ? `fv_${random}` : random)).toBeUndefined();
  }
  for (const other of [
    '',
    '3_',
    `03_${'x'.repeat(32)}`,
    `3_${'x'.repeat(33)}`,
    `0_${'x'.repeat(32)}`,
  ]) {
    expect(cellOfSecret(other)).toBeUndefined();
  }
});
