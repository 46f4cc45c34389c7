import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatMoney } from '../../src/foundation/money.ts';
import { createKey } from '../../src/line/callers/key-queries.ts';
import { readBalance } from '../../src/money/ledger/queries.ts';
import { createAccount } from '../../src/people/accounts/queries.ts';
import { byTest } from './by-test.ts';
import { createTestDatabase } from './database.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export type SharedServers = Awaited<ReturnType<typeof createSharedServers>>;

/** Servers in their own processes, with one database and one data key. */
export async function createSharedServers() {
  const database = await createTestDatabase();
  const started: ServerProcess[] = [];
  const folders: string[] = [];
  const dataDir = await newFolder();

  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-servers-'));
    folders.push(folder);
    return folder;
  }

  return {
    database,
    newFolder,
    /** The settings of a server on the shared database; the data key is in the folder. */
    shared(env: Record<string, string> = {}): Record<string, string> {
      return { DATABASE_URL: database.target, DATA_DIR: dataDir, ...env };
    },
    async start(env: Record<string, string> = {}): Promise<ServerProcess> {
      const server = await startServer(env);
      started.push(server);
      return server;
    },
    /** A test key of a new account with 1.0000, and the state of its wallet and calls. */
    async newKey() {
      const { accountId } = await createAccount(byTest(database.pool), {
        name: 'Rowan',
        testBalance: 10_000n,
      });
      const key = await createKey(byTest(database.pool), { accountId, mode: 'test' });
      const wallet = async () => {
        const { available, held } = await readBalance(database.pool, accountId, 'test');
        return `${formatMoney(available)} ${formatMoney(held)}`;
      };
      const states = async () => {
        const { rows } = await database.pool.query<{ state: string }>(
          'select state from calls where account_id = $1 order by call_id',
          [accountId],
        );
        return rows.map(({ state }) => state);
      };
      return { ...key, accountId, wallet, states };
    },
    async close(): Promise<void> {
      await Promise.all(
        started
          .filter(({ process }) => process.exitCode === null && process.signalCode === null)
          .map((server) => server.end('SIGTERM')),
      );
      await database.drop();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}
