import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { refuse } from '../contract/refusals/refused.ts';
import { environmentValue } from './config.ts';

const closed = { additionalProperties: false };

/** Where a value is found on the machine that runs the command. */
export const Reference = Type.Union(
  [
    Type.Object(
      {
        env: Type.String({
          pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
          description: 'Name of a variable',
        }),
      },
      { ...closed, description: 'The value of an environment variable' },
    ),
    Type.Object(
      { file: Type.String({ minLength: 1, description: 'Path, from the folder of this file' }) },
      { ...closed, description: 'The content of a file, without its last line break' },
    ),
    Type.Object(
      {
        command: Type.Array(Type.String(), {
          minItems: 1,
          description: 'Program and arguments; no shell reads them',
        }),
      },
      { ...closed, description: 'What a program prints, without its last line break' },
    ),
  ],
  {
    description: 'Where to find the value: { env: NAME }, { file: PATH } or { command: [PROGRAM] }',
  },
);
export type Reference = Static<typeof Reference>;

export const isReference = (value: unknown): value is Reference => Value.Check(Reference, value);

interface ReferenceUse {
  /** Where paths begin. */
  folder: string;
  /** What the value is for. */
  what: string;
  /** How long a program may take. */
  commandMs?: number | undefined;
}

const mostBytes = 65_536;

/** Follows a reference. A fault names the reference and never what was read. */
export async function followReference(
  reference: Reference,
  { folder, what, commandMs = 10_000 }: ReferenceUse,
): Promise<string> {
  const fault = (why: string) =>
    refuse('reference_unreadable', { what, reference: describeReference(reference), why });
  const read = await readReference(reference, folder, commandMs).catch(
    (error: Error & { code?: unknown }) =>
      fault(typeof error.code === 'string' ? error.code : error.message),
  );
  const value = read?.replace(/\r?\n$/, '');
  if (!value) return fault('it is empty or not set');
  return value.length > mostBytes ? fault('it is longer than 64 kB') : value;
}

export function describeReference(reference: Reference): string {
  if ('env' in reference) return `env ${reference.env}`;
  return 'file' in reference ? `file ${reference.file}` : `command ${reference.command[0]}`;
}

async function readReference(
  reference: Reference,
  folder: string,
  commandMs: number,
): Promise<string | undefined> {
  if ('env' in reference) return environmentValue(reference.env);
  if ('file' in reference) return readFile(resolve(folder, reference.file), 'utf8');
  return outputOf(reference.command, folder, commandMs);
}

/** The program leads a group of processes, so that the whole group ends when its time is over. */
function outputOf(
  [program = '', ...words]: readonly string[],
  cwd: string,
  commandMs: number,
): Promise<string> {
  return new Promise((take, fail) => {
    const child = spawn(program, words, {
      ...{ cwd, detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
    });
    let printed = '';
    const end = (why: string) => {
      clearTimeout(timer);
      if (child.pid !== undefined) endGroup(child.pid);
      child.stdout.destroy();
      fail(new Error(why));
    };
    const timer = setTimeout(end, commandMs, `no end after ${commandMs / 1_000} s`);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.length > mostBytes) end('it printed more than 64 kB');
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0) take(printed);
      else fail(new Error(`exit code ${code ?? 'none'}`));
    });
  });
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
