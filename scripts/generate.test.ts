import { expect, test } from 'vitest';
import { generatedFiles, staleFiles } from './generate.ts';

test('the files made from the contract are as the contract makes them', () => {
  expect(staleFiles()).toEqual([]);
});

test('a generated file that differs or is missing is noticed', () => {
  const files = generatedFiles().set('docs/openapi.json', '{}').set('docs/errors/99999.md', '');
  expect(staleFiles(files)).toEqual(['docs/openapi.json', 'docs/errors/99999.md']);
});
