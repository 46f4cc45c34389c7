import { expect, test } from 'vitest';
import { countParts } from './count-parts.ts';

test.each([
  ['nothing', '', 1],
  ['what fits one of either alphabet', '验'.repeat(70), 1],
  ['a character more of the wide one', '验'.repeat(71), 2],
  ['two wide ones to the brim', '验'.repeat(134), 2],
  ['a character more than two', '验'.repeat(135), 3],
  ['pairs of units, each counted twice', '😀'.repeat(36), 2],
  ['one of the narrow alphabet to the brim', 'a'.repeat(160), 1],
  ['a septet more', 'a'.repeat(161), 2],
  ['two narrow ones to the brim', 'a'.repeat(306), 2],
  ['a septet more than two', 'a'.repeat(307), 3],
  ['what is escaped, each counted twice', '€'.repeat(80), 1],
  ['an escaped one more', '€'.repeat(81), 2],
  ['a single wide character among narrow ones', `${'a'.repeat(70)}验`, 2],
])('%s has as many parts as carriers make of it', (_, text, parts) => {
  expect(countParts(text)).toBe(parts);
});
