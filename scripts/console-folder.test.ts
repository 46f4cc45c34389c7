import { expect, test } from 'vitest';
import { sourceFiles } from './console-folder.mjs';

test('a console is stale when the server code that it imports has changed', () => {
  const files = sourceFiles();
  expect(files).toContain('web/console/main.tsx');
  // By its own imports and by theirs.
  expect(files).toContain('src/surfaces/console/kit/rights.ts');
  expect(files).toContain('src/people/sign-in/roles.ts');
  // Type-only imports leave nothing in it.
  expect(files).not.toContain('src/surfaces/console/calls/calls-contract.ts');
  expect(files.filter((file) => file.includes('node_modules'))).toEqual([]);
});
