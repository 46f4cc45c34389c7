import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutant, plant } from './mutant.ts';

/** What is changed on a line, and into what. */
type Operator = readonly [pattern: RegExp, change: (found: string) => string];

/** Swaps two words that stand between spaces. */
const swap = (a: string, b: string): Operator => [
  /(?<= )\S+(?= )/g,
  (found) => (found === a ? b : found === b ? a : found),
];

const shared: readonly Operator[] = [
  swap('<', '<='),
  swap('>', '>='),
  swap('+', '-'),
  // Off by one.
  [/(?<![\w.'"`$#:-])\d[\d_]*n?(?![\w.'"`:%])/g, addOne],
  // Drops one condition.
  [/^\s*and .*$/g, dropWhenBalanced],
];

const typescript: readonly Operator[] = [
  ...shared,
  swap('===', '!=='),
  swap('&&', '||'),
  [/\b(?:true|false)\b/g, (found) => (found === 'true' ? 'false' : 'true')],
  [/\bif \(.+\)(?= \w| \{$)/g, (found) => `if (!(${found.slice(4, -1)}))`],
  [/\bawait /g, () => ''],
  // Drops a guard.
  [/^\s*(?:if \(.*\) (?:return|throw|fail)\b.*|(?:throw|fail)\b.*|return);$/g, () => ''],
  [/(?<== |\?\? )'[^']+'/g, () => "''"],
  [/(?<== |\?\? )\[[^\]]+\]/g, () => '[]'],
];

const sql: readonly Operator[] = [
  ...shared,
  swap('=', '<>'),
  swap('and', 'or'),
  [/^\s*(?:raise|perform)\b.*;$|^\s*return;$/g, () => ''],
];

function addOne(digits: string): string {
  const suffix = digits.endsWith('n') ? 'n' : '';
  return `${BigInt(digits.replace(/[_n]/g, '')) + 1n}${suffix}`;
}

function dropWhenBalanced(found: string): string {
  const depth = found.split('(').length - found.split(')').length;
  return depth === 0 && !/[,;`]$/.test(found) ? '' : found;
}

/** Lines without behaviour. */
const idle = /^\s*(?:\/\/|\/?\*|--|import\b|export (?:type|interface)\b|create\b)/;

/** Every bug that the mutation operators can make of a file. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const operators = file.endsWith('.sql') ? sql : typescript;
  const mutants: Mutant[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    for (const [pattern, change] of idle.test(line) ? [] : operators) {
      for (const { 0: found, index } of line.matchAll(pattern)) {
        const after = change(found);
        if (after !== found) mutants.push(plant(file, text, start + index, found, after));
      }
    }
    start += line.length + 1;
  }
  return mutants;
}

/** Draws bugs at random from the files that changed since a revision. */
export function drawMutants(root: string, since: string, count: number, seed: number): Mutant[] {
  const args = [
    'diff',
    '--name-only',
    '--diff-filter=d',
    since,
    '--',
    'src/**/*.ts',
    'src/**/*.sql',
  ];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.ts$|\/migrations\//.test(file));
  const rest = files.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')));
  const random = createRandom(seed);
  const drawn: Mutant[] = [];
  while (drawn.length < count && rest.length > 0) {
    drawn.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return drawn;
}

/** Numbers from 0 to 1 that are the same for the same seed (a linear congruential generator). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
