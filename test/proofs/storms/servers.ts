import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { routeToSandbox } from '../../kit/route-live.ts';
import { launch, serverOf } from '../../kit/server-process.ts';

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
    DATABASE_URL: database.target,
    DATA_DIR: dataDir,
    DATA_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
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

export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const launched = launch(['serve'], env);
  const { url, process: child, end } = await serverOf(launched);
  return {
    url,
    complaints: () => [
      ...launched.output.stdout.split('\n').filter((line) => line.startsWith('{')),
      ...launched.output.stderr.split('\n').filter(Boolean),
    ],
    kill: async () => void (await end('SIGKILL')),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => void (await end('SIGTERM')),
  };
}
