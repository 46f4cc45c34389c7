import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { runWords } from '../../../test/kit/run-words.ts';

let script: string;
beforeAll(async () => {
  script = await runWords('completion', 'bash');
});

/** What bash offers after a line is typed and TAB is pressed. */
function offered(line: string): string[] {
  const words = ['countersign', ...line.split(' ').slice(1)];
  const program = `${script}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_countersign
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const said = execFileSync('bash', ['--norc', '-c', program], { encoding: 'utf8' });
  return said.split('\n').filter(Boolean);
}

test('bash completes nouns, verbs and options from the commands themselves', () => {
  expect(offered('countersign acc')).toEqual(['account']);
  expect(offered('countersign account l')).toEqual(['list']);
  expect(offered('countersign account list --s')).toEqual(['--search']);
  expect(offered('countersign --json wallet top')).toEqual(['top-up']);
  expect(offered('countersign')).toEqual([]);
  expect(offered('countersign ')).toEqual(
    expect.arrayContaining(['serve', 'version', 'completion', 'account', 'doctor', '--json']),
  );
});

test('bash leaves the value of an option to file names', () => {
  expect(offered('countersign provider add --config ')).toEqual([]);
  expect(offered('countersign wallet top-up --amount ')).toEqual([]);
});

test('hidden options are not offered', () => {
  expect(offered('countersign call list --')).toContain('--limit');
  expect(offered('countersign call list --')).not.toContain('--most');
});

test('every shell gets every command', async () => {
  for (const shell of ['zsh', 'fish']) {
    const said = await runWords('completion', shell);
    for (const path of ['account list', 'wallet top-up', 'doctor']) expect(said).toContain(path);
  }
});

test('an unknown shell is a usage error', async () => {
  expect(await runWords('completion', 'tcsh')).toMatch(/^countersign: .*bash, zsh, fish/);
});
