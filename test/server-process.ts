import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ReplyBody } from './stand.ts';

const main = join(import.meta.dirname, '../src/main.ts');

/** The platform in a process of its own, as an operator runs it. */
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
  ): Promise<{ status: number; body: ReplyBody; text: string; replayed: boolean }>;
  /** Ends it and gives its exit code, or the signal. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** What became of a start that was not to succeed. */
export interface FailedStart {
  code: number | null;
  stdout: string;
  stderr: string;
}

export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const { child, output } = launch(env);
  const exited = once(child, 'exit');
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
    call: (operation, apiKey, body, headers) => call(url, operation, apiKey, body, headers),
    async end(signal) {
      child.kill(signal);
      const [code, by] = await exited;
      return code ?? by;
    },
  };
}

export async function failToStart(env: Record<string, string>): Promise<FailedStart> {
  const { child, output } = launch(env);
  const [code] = await once(child, 'close');
  return { code, ...output };
}

function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    output.stdout += data;
  });
  child.stderr.on('data', (data) => {
    output.stderr += data;
  });
  return { child, output };
}

async function call(
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
    replayed: response.headers.get('idempotency-replayed') === 'true',
  };
}
