import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplyBody } from './fixture.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

/** The platform in its own process, as an operator runs it. */
export interface ServerProcess {
  url: string;
  process: ChildProcess;
  /** Everything it has written so far. */
  output(): string;
  call(
    operation: string,
    apiKey: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: ReplyBody; text: string; isRepeat: boolean }>;
  /** Stops it and returns its exit code, or the signal. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** The environment of our processes: the PATH, the compile cache, and the jitter. */
export const inherited = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NODE_OPTIONS: process.env.NODE_OPTIONS,
  JITTER_SEED: process.env.JITTER_SEED,
};

/** The result of a command, or of a start that should fail. */
export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a server with these settings, in a folder chosen by the test, of this or another program. */
export function startServer(
  env: Record<string, string>,
  from?: string,
  program = main,
): Promise<ServerProcess> {
  return serverOf(launch(['serve'], env, from, program));
}

/** A process and its output so far. */
export type Launched = ReturnType<typeof launch>;

/** Waits until a launched server is ready. */
export async function serverOf({ child, output }: Launched): Promise<ServerProcess> {
  const exited = once(child, 'exit');
  const closed = once(child, 'close');
  const ready = new Promise<string>((resolve) => {
    child.stdout?.on('data', () => {
      const url = /^ready (\S+)$/m.exec(output.stdout)?.[1];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([ready, exited.then(() => undefined)]);
  if (!url) throw new Error(`the server did not start:\n${output.stdout}${output.stderr}`);
  return {
    url,
    process: child,
    output: () => output.stdout + output.stderr,
    call: (operation, apiKey, body, headers) => callServer(url, operation, apiKey, body, headers),
    async end(signal) {
      child.kill(signal);
      const [code, by] = await exited;
      // Its last lines may still be in the pipe; a child that it left behind may keep the pipe open.
      await Promise.race([closed, sleep(1_000)]);
      return code ?? by;
    },
  };
}

export function failToStart(env: Record<string, string>, program?: string): Promise<Ran> {
  return runCommand(['serve'], env, undefined, program);
}

/** Runs a command to its end, as an operator does. */
export async function runCommand(
  words: string[],
  env: Record<string, string>,
  from?: string,
  program?: string,
): Promise<Ran> {
  const { child, output } = launch(words, env, from, program);
  const [code] = await once(child, 'close');
  return { code, ...output };
}

const running = new Set<ChildProcess>();

/** Ends what was launched and still runs, frozen or not: a failed test leaves its servers behind. */
export async function endLaunched(): Promise<void> {
  const ended = [...running].map((child) => once(child, 'exit'));
  for (const child of running) {
    child.kill('SIGTERM');
    child.kill('SIGCONT');
  }
  await Promise.race([Promise.all(ended), sleep(10_000, undefined, { ref: false })]);
  for (const child of running) child.kill('SIGKILL');
}

// A command started from this folder must not mistake a test's server for its own.
export function launch(
  words: string[],
  env: Record<string, string>,
  from = tmpdir(),
  program = main,
) {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...inherited, PORT: '0', LOG_LEVEL: 'warn', ...env },
    cwd: from,
    // Over the channel it notices when the tests are cut off, and stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (data) => {
    output.stdout += data;
  });
  child.stderr?.on('data', (data) => {
    output.stderr += data;
  });
  return { child, output };
}

/** Calls an operation of the server at a URL. */
export async function callServer(
  url: string,
  operation: string,
  apiKey: string,
  body: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${url}/api/v1/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: JSON.parse(text) as ReplyBody,
    text,
    isRepeat: response.headers.get('idempotency-replayed') === 'true',
  };
}
