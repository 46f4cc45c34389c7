import { expect, test } from 'vitest';
import { generatedFiles, staleFiles } from './generate.ts';

test('the generated files match the contract', () => {
  expect(staleFiles()).toEqual([]);
});

test('detects a generated file that differs or is missing', () => {
  const files = generatedFiles().set('docs/openapi.json', '{}').set('docs/errors/99999.md', '');
  expect(staleFiles(files)).toEqual(['docs/openapi.json', 'docs/errors/99999.md']);
});
