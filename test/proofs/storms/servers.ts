import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { routeToSandbox } from '../../kit/route-live.ts';
import { inherited } from '../../kit/server-process.ts';

const main = join(import.meta.dirname, '../../../src/main.ts');

/** A server in its own process. */
export interface ServerProcess {
  url: string;
  /** Its complaints so far: log lines, and everything on its standard error. */
  complaints(): string[];
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
  /** Suspends it, as a sleeping machine would. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Several server processes on one database, as behind a load balancer. */
export interface Servers {
  database: TestDatabase;
  all: readonly ServerProcess[];
  /** Starts one more, which is not in `all`, and ends with them. */
  startAnother(): Promise<ServerProcess>;
  close(): Promise<void>;
}

export async function startServers(
  count: number,
  settings: Record<string, string> = {},
): Promise<Servers> {
  const database = await createTestDatabase();
  await routeToSandbox(database.pool);
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-proof-'));
  const env = {
    ...inherited,
    DATABASE_URL: database.target,
    DATA_DIR: dataDir,
    DATA_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
    PORT: '0',
    ...settings,
  };
  const started = await Promise.allSettled(Array.from({ length: count }, () => startServer(env)));
  const all = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const others: Promise<ServerProcess>[] = [];
  const startAnother = () => {
    const other = startServer(env);
    others.push(other);
    return other;
  };
  const close = async () => {
    // One may still be starting, and must not lose its database meanwhile.
    const alsoStarted = await Promise.all(others);
    await Promise.all([...all, ...alsoStarted].map((server) => server.stop()));
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const failed = started.find((start) => start.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  return { database, all, startAnother, close };
}

export async function startServer(env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main, 'serve'], {
    cwd: tmpdir(),
    env,
    // Over the channel it notices when the tests are cut off, and stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  const exited = once(child, 'exit');
  const url = await readyUrl(child, () => output + errors);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    url,
    complaints: () => [
      ...output.split('\n').filter((line) => line.startsWith('{')),
      ...errors.split('\n').filter(Boolean),
    ],
    kill: () => end('SIGKILL'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
  };
}

/** The URL in the line that says the server is ready. */
function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.on('data', () => {
    const ready = /^ready (\S+)$/m.exec(output());
    if (ready) resolve(ready[1] as string);
  });
  child.once('exit', () => reject(new Error(`the server ended: ${output()}`)));
  return promise;
}
