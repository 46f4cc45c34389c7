import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, endPool } from '../../../src/foundation/db/connect.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { runCommand, type ServerProcess, startServer } from '../../kit/server-process.ts';
import { readBooks } from '../storms/books.ts';
import { canRun } from './as-postgres.ts';
import { type ArchivedPostgres, createArchivedPostgres } from './start-archived.ts';

let postgres: ArchivedPostgres;
let dataDir: string;
let env: Record<string, string>;
let pool: Pool;

function openPool(): Pool {
  return createPool(`${postgres.url}/countersign`, { max: 2, applicationName: 'proof' });
}

/** Makes calls, and returns their request IDs. */
async function makeCalls(server: ServerProcess, apiKey: string, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let i = 0; i < count; i++) {
    const { status, body } = await server.call('sms_code', apiKey, {
      ...{ mobile: '13912345678', code: '1' },
    });
    expect(status).toBe(201);
    made.push(body.requestId);
  }
  return made;
}

/** The database's time, cut to a second after which nothing has happened yet. */
async function noteSecond(): Promise<string> {
  // The next second begins before anything else is done.
  await sleep(1_100);
  const { rows } = await pool.query<{ second: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || '+00' as second`,
  );
  await sleep(1_100);
  return rows[0]?.second as string;
}

const headFile = () => join(dataDir, 'audit.head');

/** A server keeps the head of the audit log beside its data when it starts, and every ten minutes. */
async function keepAuditHead(): Promise<void> {
  await rm(headFile(), { force: true });
  const server = await startServer(env);
  await expect.poll(() => existsSync(headFile())).toBe(true);
  expect(await server.end('SIGTERM')).toBe(0);
}

async function listCalls(): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select call_id as id from calls order by 1');
  return rows.map(({ id }) => id);
}

describe.skipIf(!canRun(['/usr/bin/pgbackrest']))(
  'pgBackRest (skipped without root or Debian’s postgresql, pgbackrest)',
  () => {
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'countersign-point-in-time-'));
      postgres = await createArchivedPostgres();
      await postgres.start();
      const admin = createPool(`${postgres.url}/postgres`, { max: 1, applicationName: 'admin' });
      await admin.query('create database countersign');
      await endPool(admin);
      pool = openPool();
      env = { DATABASE_URL: `${postgres.url}/countersign`, DATA_DIR: dataDir };
    }, longTimeoutMs);
    afterAll(async () => {
      if (pool) await endPool(pool);
      await postgres?.remove();
      await rm(dataDir, { recursive: true, force: true });
    }, longTimeoutMs);

    test('restores the second before a mistake, and the platform goes on from there', {
      timeout: longTimeoutMs,
    }, async () => {
      const server = await startServer(env);
      const owner = byTest(pool);
      const { accountId } = await createAccount(owner, { name: 'Harbour', testBalance: 100_000n });
      const { apiKey } = await createKey(owner, { accountId, mode: 'test' });
      await postgres.pgbackrest('stanza-create');
      const before = await makeCalls(server, apiKey, 10);
      await postgres.pgbackrest('backup', '--type=full');
      before.push(...(await makeCalls(server, apiKey, 10)));
      const books = await readBooks(pool, accountId, 'test');
      const second = await noteSecond();
      // A statement by hand whose condition was forgotten.
      await pool.query('update wallets set available = available * 2');
      await makeCalls(server, apiKey, 5);
      const lateKey = await createKey(owner, { accountId, mode: 'test' });
      expect((await audit(pool)).faults).not.toEqual([]);
      expect(await server.end('SIGTERM')).toBe(0);
      await keepAuditHead();

      await endPool(pool);
      await postgres.stop();
      await postgres.putDataAside();
      await postgres.pgbackrest(
        ...['restore', '--type=time', `--target=${second}`, '--target-action=promote'],
      );
      await postgres.start();

      pool = openPool();
      expect(await listCalls()).toEqual(before.toSorted());
      expect(await readBooks(pool, accountId, 'test')).toEqual(books);
      expect((await audit(pool)).faults).toEqual([]);
      expect(await runCommand(['audit', 'verify'], env)).toMatchObject({ code: 1 });
      await rm(headFile());
      expect(await runCommand(['audit', 'verify'], env)).toMatchObject({ code: 0, stderr: '' });
      const next = await startServer(env);
      await makeCalls(next, apiKey, 5);
      const late = await next.call('sms_code', lateKey.apiKey, {
        mobile: '13912345678',
        code: '1',
      });
      expect(late.body.reason).toBe('key_invalid');
      expect((await audit(pool)).faults).toEqual([]);
      await postgres.pgbackrest('backup', '--type=full');
      expect(await next.end('SIGTERM')).toBe(0);
    });
  },
);
