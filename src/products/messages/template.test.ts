import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countParts } from './count-parts.ts';
import { missingVariables, parseText, readTemplate, renderTemplate } from './template.ts';

const template = readTemplate({
  templateId: 'T',
  text: 'Hi {name}, {what} is {what}. {not-one} {}',
  forms: {},
});

describe('a template', () => {
  test('lists its variables, each once', () => {
    expect(template.variables).toEqual(['name', 'what']);
  });

  test('names missing variables and ignores unused ones', () => {
    expect(missingVariables(template, { what: 'x', other: 'y' })).toEqual(['name']);
    expect(missingVariables(template, Object.create({ name: 'x', what: 'y' }))).toHaveLength(2);
  });

  test('inserts values unchanged, even if they look like placeholders or patterns', () => {
    expect(renderTemplate(template, { name: '{what}', what: '$&' })).toBe(
      'Hi {what}, $& is $&. {not-one} {}',
    );
  });
});

const inBoth = { en: expect.any(String), zh: expect.stringMatching(/\p{Script=Han}/u) };

describe('a text', () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,63}$/);
  const words = fc.string({ unit: fc.constantFrom(...'ab {}}{1姓\n') });
  /** Literal, name, literal, name … literal. */
  const pieces = fc
    .tuple(words, fc.array(fc.tuple(name, words), { maxLength: 5 }))
    .map(([first, rest]) => [first, ...rest.flat()]);
  const write = (parts: readonly string[]) =>
    parts
      .map((part, i) => (i % 2 ? `{${part}}` : part.replaceAll(/[{}]/g, (brace) => brace + brace)))
      .join('');

  test('is read back as written, whatever braces it contains', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        expect(parseText(write(parts))).toEqual({ pieces: parts, problem: undefined });
      }),
      { numRuns: 2_000 },
    );
  });

  test('that is accepted sends no placeholder, and no brace except doubled ones', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab_1{}{}} 姓') });
    let taken = 0;
    fc.assert(
      fc.property(text, (written) => {
        const { pieces: parts, problem } = parseText(written);
        if (problem) return;
        taken++;
        expect(write(parts)).toBe(written);
        const read = readTemplate({ templateId: 'T', text: written, forms: {} });
        const values = Object.fromEntries(read.variables.map((variable) => [variable, '']));
        const braces = written.match(/\{\{|\}\}/g)?.length ?? 0;
        const sent = renderTemplate(read, values).match(/[{}]/g)?.length ?? 0;
        expect(sent).toBeLessThanOrEqual(braces);
      }),
      { numRuns: 5_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  test('that bypassed validation is still read, with the brace as it is', () => {
    for (const slip of ['{姓名}', '{ name }', '{content', 'x}', '{}']) {
      expect(parseText(slip)).toEqual({ pieces: [slip], problem: inBoth });
    }
  });
});

describe('the number of parts', () => {
  const table: [string, number][] = [
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['验'.repeat(70), 1],
    ['验'.repeat(71), 2],
    ['验'.repeat(134), 2],
    ['验'.repeat(135), 3],
    ['😀'.repeat(35), 1],
    ['😀'.repeat(36), 2],
  ];
  test.each(table)('of %j is right', (text, parts) => {
    expect(countParts(text)).toBe(parts);
  });
});
