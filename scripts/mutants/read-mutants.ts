import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutant, plant } from './mutant.ts';

/** A planted bug, written above the test that must fail with it. */
export interface PlantedMutant extends Mutant {
  testFile: string;
  /** Where Vitest locates the test: the line of the parenthesis before its title. */
  testLine: number;
  title: string;
}

const head = /^\s*\/\/ @mutant (\S+)$/;
const edit = /^\s*\/\/ ([-+])(?: (.*))?$/;
const titled = /^\s*(?:test|it)(?:\.\w+[\s\S]*?\))?(\(\s*)(['"`])(.*?)(?<!\\)\2/;

/** Reads the `@mutant` comments of a test file. The faults name the comments that no longer apply. */
export function readMutants(
  testFile: string,
  testText: string,
  readSource: (file: string) => string | undefined,
): { mutants: PlantedMutant[]; faults: string[] } {
  const lines = testText.split('\n');
  const mutants: PlantedMutant[] = [];
  const faults: string[] = [];
  for (const [index, line] of lines.entries()) {
    const file = head.exec(line)?.[1];
    if (file === undefined) continue;
    const { old, put } = readEdit(lines, index + 1);
    const text = readSource(file);
    const test = findTest(lines, index + 1);
    const times = text === undefined || old === '' ? 0 : text.split(old).length - 1;
    const fault = (words: string) => faults.push(`${testFile}:${index + 1}: ${words}`);
    if (text === undefined) fault(`${file} does not exist`);
    else if (times !== 1) fault(`the text to replace occurs ${times} times in ${file}`);
    else if (old === put) fault('the replacement is the same text');
    else if (!test) fault('no test follows');
    else mutants.push({ ...plant(file, text, text.indexOf(old), old, put), testFile, ...test });
  }
  return { mutants, faults };
}

function readEdit(lines: readonly string[], from: number): { old: string; put: string } {
  const texts: Record<string, string[]> = { '-': [], '+': [] };
  for (let at = from; ; at += 1) {
    const [, sign, text = ''] = edit.exec(lines[at] ?? '') ?? [];
    if (sign === undefined) break;
    texts[sign]?.push(text);
  }
  return { old: texts['-']?.join('\n') ?? '', put: texts['+']?.join('\n') ?? '' };
}

/** Only other `@mutant` comments may stand between a comment and its test. */
function findTest(
  lines: readonly string[],
  from: number,
): { testLine: number; title: string } | undefined {
  let at = from;
  while (head.test(lines[at] ?? '') || edit.test(lines[at] ?? '')) at += 1;
  const rest = lines.slice(at).join('\n');
  const match = titled.exec(rest);
  if (!match) return undefined;
  const [whole, open = '', quote = '', title = ''] = match;
  const untilTitle = whole.slice(0, whole.length - title.length - 2 * quote.length - open.length);
  return { testLine: at + untilTitle.split('\n').length, title };
}

/** The `@mutant` comments of every test file below a folder. */
export function readAllMutants(root: string): { mutants: PlantedMutant[]; faults: string[] } {
  const read = (file: string) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts'];
  const found = execFileSync('git', list, { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((file) => readMutants(file, read(file) ?? '', read));
  return {
    mutants: found.flatMap(({ mutants }) => mutants),
    faults: found.flatMap(({ faults }) => faults),
  };
}
