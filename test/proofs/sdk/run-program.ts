import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

export interface RunningProgram {
  /** What it has written so far, to both of its streams. */
  output(): string;
  /** Waits for its end, and returns its exit code. */
  ended: Promise<number | null>;
  end(): void;
}

export interface ProgramOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** Starts a program with nothing of our environment except PATH. */
export function startProgram(
  command: string,
  words: readonly string[],
  { cwd, env = {} }: ProgramOptions = {},
): RunningProgram {
  const child = spawn(command, words, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return {
    output: () => output,
    ended: once(child, 'close').then(([code]) => code),
    end: () => {
      child.kill();
    },
  };
}

/** Runs a program to its end; a failure fails the test. */
export async function runProgram(
  command: string,
  words: readonly string[],
  options: ProgramOptions = {},
): Promise<string> {
  const program = startProgram(command, words, options);
  const code = await program.ended;
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${program.output()}`);
  return program.output();
}

/** Whether a program is installed and prints its version. */
export function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}
