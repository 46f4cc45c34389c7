import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../../src/foundation/db/connect.ts';
import { countServers } from '../../../src/foundation/db/server-queries.ts';
import { withSchema } from '../../../src/foundation/db/session-settings.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { expectBooksClosed } from './books.ts';
import { type ServerProcess, startServer } from './servers.ts';

/** An installation in a schema of its own, with a role of its own and two servers. */
interface Installation {
  pool: Pool;
  apiKey: string;
  servers: ServerProcess[];
  start(): Promise<ServerProcess>;
  close(): Promise<void>;
}

let database: TestDatabase;
let one: Installation;
let two: Installation;

async function createRole(schema: string): Promise<string> {
  const role = `${schema}_${randomBytes(4).toString('hex')}`;
  const { rows } = await database.pool.query('select current_database() as name');
  await database.pool.query(`create role ${role} login;
    grant create, temporary on database ${rows[0].name} to ${role}`);
  return role;
}

async function openInstallation(schema: string, role: string): Promise<Installation> {
  const target = database.target.replace(/user=[^&]*/, `user=${role}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-proof-'));
  const start = () =>
    startServer({
      DATABASE_URL: target,
      DATABASE_SCHEMA: schema,
      DATA_DIR: dataDir,
      DATA_KEY: Buffer.alloc(32, schema).toString('hex'),
      LOG_LEVEL: 'error',
    });
  // Both start at once on a database that has nothing.
  const servers = await Promise.all([start(), start()]);
  const pool = createPool(withSchema(target, schema), { max: 3, applicationName: 'proof' });
  const { accountId } = await createAccount(byTest(pool), {
    name: schema,
    testBalance: 10n ** 9n,
  });
  const { apiKey } = await createKey(byTest(pool), { accountId, mode: 'test' });
  const close = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await pool.end();
    await rm(dataDir, { recursive: true });
  };
  return { pool, apiKey, servers, start, close };
}

beforeAll(async () => {
  database = await createTestDatabase({ isBare: true });
  // One after the other: two grants on one database at the same time would fail.
  const roles = [await createRole('one'), await createRole('two')] as const;
  [one, two] = await Promise.all([
    openInstallation('one', roles[0]),
    openInstallation('two', roles[1]),
  ]);
});
afterAll(async () => {
  await Promise.all([one?.close(), two?.close()]);
  await database.drop();
});

/** Calls until told to stop; returns what was acknowledged and every other reply. */
function callOn(installation: Installation) {
  const accepted: string[] = [];
  const others: string[] = [];
  let isOver = false;
  const work = async (number: number) => {
    while (!isOver) {
      const server = installation.servers[number % installation.servers.length];
      const mobile = `1390000${String(accepted.length % 10_000).padStart(4, '0')}`;
      const reply = await fetch(`${server?.url}/api/v1/sms_code`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': installation.apiKey,
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ mobile, code: '123456' }),
      }).catch(() => undefined);
      const body = (await reply?.json().catch(() => undefined)) as { requestId: string };
      if (reply?.status === 201 && body) accepted.push(body.requestId);
      else others.push(reply ? `${reply.status}` : 'connection lost');
      // Leaves the processor to the servers that start.
      await sleep(20);
    }
  };
  const workers = Array.from({ length: 8 }, (_, number) => work(number));
  return {
    accepted,
    others,
    async end() {
      isOver = true;
      await Promise.all(workers);
    },
  };
}

async function expectAllCharged({ pool }: Installation, accepted: readonly string[]) {
  const { rows } = await pool.query(
    `select count(*)::integer as charged from calls where state = 'done' and call_id = any ($1)`,
    [accepted],
  );
  expect(rows).toEqual([{ charged: accepted.length }]);
}

test(
  'two installations in one database do not notice that the servers of the other are killed',
  async () => {
    await killBeside(one, two);
    await killBeside(two, one);
    for (const { pool } of [one, two]) {
      await expect.poll(() => countServers(pool)).toBe(2);
      await expect.poll(() => countOpen(pool), { timeout: 120_000 }).toBe(0);
      await expectBooksClosed(pool);
    }
    await expectNothingPublic();
  },
  longTimeoutMs,
);

/** Kills the servers of one installation in turn; every call of the other one is accepted meanwhile. */
async function killBeside(victim: Installation, witness: Installation): Promise<void> {
  const [disturbed, calm] = [callOn(victim), callOn(witness)];
  for (let kill = 0; kill < 3; kill++) {
    await sleep(1_500);
    await victim.servers[kill % 2]?.kill();
    victim.servers[kill % 2] = await victim.start();
  }
  await Promise.all([disturbed.end(), calm.end()]);
  expect(calm.others).toEqual([]);
  for (const [installation, { accepted }] of [
    [victim, disturbed],
    [witness, calm],
  ] as const) {
    expect(accepted.length).toBeGreaterThan(20);
    await expectAllCharged(installation, accepted);
  }
  expect(witness.servers.flatMap((server) => server.complaints())).toEqual([]);
}

/** Calls without an outcome: those of a killed server wait for the resolver. */
async function countOpen(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    `select count(*)::integer as open from calls where state in ('held', 'unknown')`,
  );
  return rows[0]?.open as number;
}

async function expectNothingPublic(): Promise<void> {
  const { rows } = await database.pool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace`,
  );
  expect(rows).toEqual([]);
}
