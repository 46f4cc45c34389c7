import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutantAreas } from './all.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Whether they are seen is what `npm run mutants` finds out; here, whether they still can be put in. */
describe.each(Object.entries(mutantAreas))('the bugs of %s', (_, mutants) => {
  test('each change a text that occurs once in its file', () => {
    const lost = mutants
      .map(({ file, find }) => ({ file, find, times: read(file).split(find).length - 1 }))
      .filter(({ times }) => times !== 1);
    expect(lost).toEqual([]);
  });

  test('each have tests that exist, and say what they break', () => {
    const odd = mutants.filter(
      ({ tests, breaks, find, replace }) =>
        tests.length === 0 ||
        tests.some((one) => !one.endsWith('.test.ts') || !existsSync(join(root, one))) ||
        !/^\S.*\.$/.test(breaks) ||
        find === replace,
    );
    expect(odd).toEqual([]);
  });

  test('are told apart', () => {
    const edits = mutants.map(({ file, find, replace }) => `${file}\n${find}\n${replace}`);
    expect(new Set(edits).size).toBe(edits.length);
  });
});
