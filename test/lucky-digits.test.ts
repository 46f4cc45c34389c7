import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Fewer hex digits than these are in an ID, a hash or a port by chance, once in some thousand runs. */
const few = /^(?=.*\d)[\da-f]{1,7}$/i;

/** The assertions of a source that a text lacks so few digits, as a word or as a part of a pattern. */
function luckyIn(source: string): string[] {
  const denials = /\.not\.(?:toContain\('([^']*)'\)|toMatch\(\/(.*?)\/[a-z]*\))/g;
  return [...source.matchAll(denials)]
    .filter(([, word = '', pattern = word]) => pattern.split('|').some((one) => few.test(one)))
    .map(([match]) => match);
}

test('no assertion denies fewer than eight digits, which a random value may have', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const found = files
    .split('\n')
    .filter((file) => /\.test\.ts$/.test(file) && existsSync(join(root, file)))
    .filter((file) => !file.endsWith('lucky-digits.test.ts'))
    .flatMap((file) =>
      luckyIn(readFileSync(join(root, file), 'utf8')).map((one) => `${file} ${one}`),
    );
  expect(found).toEqual([]);
});

test.each([
  ["expect(text).not.toContain('7770')", 1],
  ['expect(text).not.toMatch(/secret|139/i)', 1],
  ["expect(text).not.toContain('13977704211')", 0],
  ["expect(text).not.toContain('account')", 0],
  ["expect(text).toContain('7770')", 0],
])('%s: %i', (source, count) => {
  expect(luckyIn(source)).toHaveLength(count);
});
