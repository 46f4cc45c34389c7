import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Characters, characters } from './characters.ts';

const halves = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit));
const odd = fc.constantFrom(
  '\u0000',
  '\t',
  '\n',
  '\u007f',
  '\u0085',
  ' ',
  '\u3000',
  '\u200c',
  '😀',
);
const anyText = fc.string({
  unit: fc.oneof(halves, odd, fc.string({ unit: 'binary', maxLength: 1 })),
});

describe.each(Object.entries<Characters>(characters))('the pattern %s', (_kind, row) => {
  const inUnicodeMode = new RegExp(row.pattern, 'u');
  const inPlainMode = new RegExp(row.pattern);

  test('means the same without Unicode mode, which many linters lack', () => {
    fc.assert(
      fc.property(anyText, (text) => inUnicodeMode.test(text) === inPlainMode.test(text)),
      { numRuns: 2_000 },
    );
  });

  test('rejects nothing that the exact rule accepts', () => {
    fc.assert(
      fc.property(anyText, (text) => row.exactly?.test(text) !== true || inUnicodeMode.test(text)),
      { numRuns: 2_000 },
    );
  });

  test('accepts no half of a surrogate pair', () => {
    for (const text of ['a\ud83d', '\ude00', '\ude00\ud83d']) {
      expect(inUnicodeMode.test(text)).toBe(false);
      expect(inPlainMode.test(text)).toBe(false);
    }
    expect(inPlainMode.test('😀')).toBe(true);
  });
});
