import { describe, expect, test } from 'vitest';
import { countParts } from './count-parts.ts';
import { missingVariables, readTemplate, renderTemplate } from './template.ts';

const template = readTemplate({
  templateId: 'T',
  text: 'Hi {name}, {what} is {what}. {not-one} {}',
  forms: {},
});

describe('a template', () => {
  test('knows its variables, each once', () => {
    expect(template.variables).toEqual(['name', 'what']);
  });

  test('names what is missing and ignores what it does not use', () => {
    expect(missingVariables(template, { what: 'x', other: 'y' })).toEqual(['name']);
    expect(missingVariables(template, Object.create({ name: 'x', what: 'y' }))).toHaveLength(2);
  });

  test('puts values in as they are, even if they look like placeholders or patterns', () => {
    expect(renderTemplate(template, { name: '{what}', what: '$&' })).toBe(
      'Hi {what}, $& is $&. {not-one} {}',
    );
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
