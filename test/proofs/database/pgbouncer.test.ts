import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../../../src/foundation/db/connect.ts';
import { createKey, revokeKey } from '../../../src/line/callers/key-queries.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { failToStart, startServer } from '../../kit/server-process.ts';
import { hasPgBouncer, startPgBouncer } from './start-pgbouncer.ts';

let database: TestDatabase;
let dataDir: string;
let bouncer: Awaited<ReturnType<typeof startPgBouncer>> | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-pooled-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  await bouncer?.stop();
  bouncer = undefined;
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function pooled(lines: readonly string[]) {
  bouncer = await startPgBouncer(database.target, lines);
  return { target: bouncer.target, env: { DATABASE_URL: bouncer.target, DATA_DIR: dataDir } };
}

/** As many connections as one server and a command open. */
const roomy = 'default_pool_size = 40';

describe.skipIf(!hasPgBouncer)('PgBouncer (skipped without Debian’s pgbouncer)', () => {
  test('in session mode passes every setting of a session', async () => {
    const { target } = await pooled(['pool_mode = session', roomy]);
    const pool = createPool(`${target}?options=-c%20work_mem%3D9MB`, {
      max: 1,
      applicationName: 'pooled',
      statementTimeoutMs: 4_000,
      lockTimeoutMs: 250,
    });
    const { rows } = await pool.query(
      `select current_setting('jit') as jit, current_setting('timezone') as zone,
         current_setting('statement_timeout') as runs, current_setting('lock_timeout') as waits,
         current_setting('idle_in_transaction_session_timeout') as idles,
         current_setting('work_mem') as memory, current_setting('application_name') as name`,
    );
    await pool.end();
    expect(rows).toEqual([
      {
        ...{ jit: 'off', zone: 'UTC', runs: '4s', waits: '250ms' },
        ...{ idles: '1min', memory: '9MB', name: 'pooled' },
      },
    ]);
  });

  test('in session mode serves bursts of calls, jobs and notifications', async () => {
    const { env } = await pooled(['pool_mode = session', roomy]);
    const server = await startServer(env);
    const owner = byTest(database.pool);
    const { accountId } = await createAccount(owner, { name: 'A', testBalance: 10_000_000n });
    const key = await createKey(owner, { accountId, mode: 'test' });
    const { apiKey } = key;
    // A busy machine refuses some of a burst; every caller gets its reply in the end.
    const call = async () => {
      for (;;) {
        const { status, body } = await server.call('sms_code', apiKey, {
          ...{ mobile: '13912345678', code: '1' },
        });
        if (status !== 503) return status;
        expect(body.reason).toBe('overloaded');
        await sleep(200);
      }
    };
    for (let burst = 0; burst < 5; burst++) {
      expect(await Promise.all(Array.from({ length: 60 }, call))).toEqual(Array(60).fill(201));
    }
    // The sandbox's receipts are applied by a job.
    const delivered = async () =>
      (await database.pool.query(`select from calls where message_state = 'delivered'`)).rowCount;
    await expect.poll(delivered).toBe(300);
    // A server caches keys until a notification arrives.
    await revokeKey(owner, key);
    const status = async () =>
      (await server.call('sms_code', apiKey, { mobile: '13912345678', code: '1' })).status;
    await expect.poll(status).toBe(403);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.output()).not.toMatch(/"level":50/);
    expect((await audit(database.pool)).faults).toEqual([]);
  });

  test.each([
    ['with one connection', ['default_pool_size = 1']],
    ['with many', [roomy]],
    ['handing them out in turn', [roomy, 'server_round_robin = 1']],
  ])('in transaction mode is refused %s', async (_, lines) => {
    const { env } = await pooled(['pool_mode = transaction', ...lines]);
    const { code, stderr } = await failToStart(env);
    expect(stderr).toBe(
      'countersign: A pooler in transaction mode is between Countersign and PostgreSQL. Use its session mode, or connect directly.\n',
    );
    expect(code).toBe(1);
  });
});
