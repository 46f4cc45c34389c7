import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool } from '../../../src/foundation/db/connect.ts';
import { withSchema } from '../../../src/foundation/db/session-settings.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { freePort } from '../../kit/free-port.ts';
import { type Launched, launch, type Ran, runCommand } from '../../kit/server-process.ts';
import { until } from '../../kit/until.ts';
import { fill } from '../database/as-postgres.ts';
import { startDebianPostgres } from '../database/start-debian-postgres.ts';

const example = join(import.meta.dirname, '../../../deploy/proxy/haproxy-move.cfg');
const schema = 'cell3';
const dataKey = '3'.repeat(64);

/** One of both databases, with the port on which its server listens. */
export interface Side {
  /** The administrator's URL, and one of its pools. */
  url: string;
  pool: Pool;
  serverUrl: string;
  /** Starts its server; waits until it is ready, or waits for the cell. */
  startServer(settings?: Record<string, string>): Promise<void>;
  /** The server that was started last. */
  server(): Launched['child'] | undefined;
  /** What `/readyz` says: the status and the reason. */
  ready(): Promise<string>;
}

/** A cell behind HAProxy, and an empty database to which it can be moved. */
export interface CellFixture {
  sides: readonly [Side, Side];
  /** Where callers reach the cell. */
  url: string;
  apiKey: string;
  /** Runs `cell move 3` on the database where the cell is. */
  move(from: Side, ...words: string[]): Promise<Ran>;
  /** The same without waiting for its end. */
  launchMove(from: Side, ...words: string[]): Launched;
  stop(): Promise<void>;
}

export async function startCell(settings: Record<string, string> = {}): Promise<CellFixture> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-cell-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const sides = [
    await startSide(folder, 'one', settings, started),
    await startSide(folder, 'two', settings, started),
  ] as const;
  const [{ pool }] = sides;
  // The first start creates the schema; no later one may, or a server could create an empty cell.
  await pool.query('grant create on database cells to cell3');
  await sides[0].startServer();
  await pool.query('revoke create on database cells from cell3');
  const url = await startHaproxy(folder, sides, started);
  const { accountId } = await createAccount(byTest(sides[0].pool), {
    ...{ name: 'Moved', testBalance: 10n ** 10n },
  });
  const { apiKey } = await createKey(byTest(sides[0].pool), { accountId, mode: 'test' });
  const env = (from: Side) => ({
    DATABASE_URL: from.url,
    DATABASE_SCHEMA: schema,
    DATA_DIR: folder,
  });
  const all = started.move();
  return {
    ...{ sides, url, apiKey },
    move: (from, ...words) => runCommand(['cell', 'move', '3', ...words], env(from)),
    launchMove: (from, ...words) => launch(['cell', 'move', '3', ...words], env(from)),
    stop: () => all.disposeAsync(),
  };
}

async function startSide(
  folder: string,
  name: string,
  settings: Record<string, string>,
  started: AsyncDisposableStack,
): Promise<Side> {
  const cluster = await startDebianPostgres('wal_level=logical');
  started.defer(() => cluster.stop());
  await cluster.query('create role cell3 login');
  await cluster.query('create database cells');
  const url = cluster.urlOf('postgres', 'cells');
  const pool = createPool(withSchema(url, schema), { max: 3, applicationName: 'proof' });
  started.defer(() => pool.end());
  const port = await freePort();
  const serverUrl = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: cluster.urlOf(schema, 'cells'),
    ...{ DATABASE_SCHEMA: schema, CELL: '3', DATA_KEY: dataKey, DATA_DIR: join(folder, name) },
    ...{ LOG_LEVEL: 'error', PORT: String(port), ...settings },
  };
  const servers: Launched['child'][] = [];
  started.defer(async () => void (await Promise.all(servers.map(end))));
  return {
    ...{ url, pool, serverUrl, server: () => servers.at(-1) },
    async startServer(own = {}) {
      const { child, output } = launch(['serve'], { ...env, ...own });
      servers.push(child);
      const isUp = () => {
        const hasEnded = child.exitCode !== null || child.signalCode !== null;
        if (hasEnded) throw new Error(output.stdout + output.stderr);
        return /^(ready|opened) /m.test(output.stdout);
      };
      await until(isUp, 60_000);
    },
    async ready() {
      const reply = await fetch(`${serverUrl}/readyz`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      if (!reply) return 'none';
      const { reason } = (await reply.json()) as { reason?: string };
      return [reply.status, reason].filter(Boolean).join(' ');
    },
  };
}

async function end(child: Launched['child']): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function startHaproxy(
  folder: string,
  [one, two]: readonly [Side, Side],
  started: AsyncDisposableStack,
): Promise<string> {
  const port = await freePort();
  const text = fill(await readFile(example, 'utf8'), {
    'bind :8000': `bind 127.0.0.1:${port}`,
    'log /dev/log local0': 'log stdout format raw local0',
    '10.0.0.3:8080': new URL(one.serverUrl).host,
    '10.0.0.4:8080': new URL(two.serverUrl).host,
  });
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  started.defer(() => end(child));
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(answers, 30_000);
  return url;
}
