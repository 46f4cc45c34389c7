import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutantsOf } from './mutants/draw-mutants.ts';
import { readAllMutants, readMutants } from './mutants/read-mutants.ts';
import { judgeFiles } from './mutants/test-bench.ts';

const source = ['if (amount <= 0n) throw refused;', 'first();', 'second();', 'second();'].join(
  '\n',
);

/** Reads one test file beside one source file, `src/source.ts`. */
function read(...lines: string[]) {
  return readMutants('a.test.ts', lines.join('\n'), (file) =>
    file === 'src/source.ts' ? source : undefined,
  );
}

describe('a @mutant comment', () => {
  test('still applies, wherever it is written', () => {
    const { mutants, faults } = readAllMutants(join(import.meta.dirname, '..'));
    expect(faults).toEqual([]);
    expect(mutants.length).toBeGreaterThan(150);
  });

  test('describes an edit of several lines and names the test below it', () => {
    const { mutants, faults } = read(
      'describe(() => {',
      '  // @mutant src/source.ts',
      '  // - <= 0n) throw refused;',
      '  // - first();',
      '  // + < 0n) throw refused;',
      '  // @mutant src/source.ts',
      '  // - first();',
      '  test.each<[amount: bigint]>([',
      '    [0n],',
      "  ])('refuses %s', () => {});",
    );
    expect(faults).toEqual([]);
    const where = {
      file: 'src/source.ts',
      testFile: 'a.test.ts',
      testLine: 10,
      title: 'refuses %s',
    };
    expect(mutants).toMatchObject([
      { ...where, line: 1, text: 'if (amount < 0n) throw refused;\nsecond();\nsecond();' },
      { ...where, line: 2, before: 'first();', after: '' },
    ]);
  });

  const someTest = "test('a', () => {});";
  test.each([
    ['src/gone.ts does not exist', ['// @mutant src/gone.ts', '// - first();', someTest]],
    ['occurs 0 times', ['// @mutant src/source.ts', '// - third();', someTest]],
    ['occurs 2 times', ['// @mutant src/source.ts', '// - second();', someTest]],
    ['occurs 0 times', ['// @mutant src/source.ts', someTest]],
    ['the same text', ['// @mutant src/source.ts', '// - first();', '// + first();', someTest]],
    ['no test follows', ['// @mutant src/source.ts', '// - first();', 'first();', someTest]],
    ['no test follows', ['// @mutant src/source.ts', '// - first();']],
  ])('is invalid when %s', (words, lines) => {
    const { mutants, faults } = read(...lines);
    expect(mutants).toEqual([]);
    expect(faults).toEqual([expect.stringMatching(`^a.test.ts:1: .*${words}`)]);
  });
});

describe('a random bug', () => {
  test.each([
    [
      'src/a.ts',
      'if (a < 10) return b;',
      ['if (a <= 10) return b;', 'if (a < 11) return b;', 'if (!(a < 10)) return b;', ''],
    ],
    [
      'src/a.ts',
      "const a = (await b) ?? 'c';",
      ["const a = (b) ?? 'c';", "const a = (await b) ?? '';"],
    ],
    [
      'src/a.ts',
      'a(b && c, [1n + d]);',
      ['a(b || c, [1n + d]);', 'a(b && c, [2n + d]);', 'a(b && c, [1n - d]);'],
    ],
    ['src/a.ts', '// a < b', []],
    ['src/a.sql', 'and a.day >= v_day', ['and a.day > v_day', '']],
    ['src/a.sql', 'where a = b and (', ['where a <> b and (', 'where a = b or (']],
  ])('changes one thing: %s %s', (file, line, changed) => {
    const texts = mutantsOf(file, line).map(({ text }) => text);
    expect(texts.sort()).toEqual(changed.sort());
  });
});

describe('a run with a bug', () => {
  const timedOut = 'Test timed out in 120000ms.\nIf this is a long-running test, …';
  const unequal = 'expected 1 to be 2';

  test.each([
    ['killed', [unequal]],
    ['killed', [timedOut, unequal]],
    ['late', [timedOut]],
    ['late', ['Hook timed out in 120000ms.']],
    ['killed', ['Timed out in waitFor']],
  ])('is %s if its errors are %j', (verdict, messages) => {
    const errors = messages.map((message) => ({ message }));
    expect(judgeFiles([{ isOk: false, states: ['passed', 'failed'], errors }], false)).toBe(
      verdict,
    );
  });

  test('is survived if every test passes, and broken if none ran or an error is outside them', () => {
    const good = { isOk: true, states: ['passed'], errors: [] } as const;
    expect(judgeFiles([good], false)).toBe('survived');
    expect(judgeFiles([good], true)).toBe('broken');
    expect(judgeFiles([], false)).toBe('broken');
    expect(judgeFiles([{ isOk: false, states: [], errors: [] }], false)).toBe('broken');
  });
});
