import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../../src/foundation/db/connect.ts';
import { withSchema } from '../../../src/foundation/db/session-settings.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { runCommand, startServer } from '../../kit/server-process.ts';
import { hasDebianPostgres, startDebianPostgres } from '../database/start-debian-postgres.ts';
import { distribute, findHolder, listWorkers, lockNodes } from './distribute.ts';

const citusUrl = process.env.CITUS_URL ?? '';
const isMissing = citusUrl === '' || !hasDebianPostgres;
const reason = isMissing ? ': set CITUS_URL to a coordinator, and install PostgreSQL' : '';
const schema = `cell_${randomBytes(4).toString('hex')}`;

let coordinator: pg.Client;
let plain: Awaited<ReturnType<typeof startDebianPostgres>>;
let folder: string;

beforeAll(async () => {
  if (isMissing) return;
  folder = await mkdtemp(join(tmpdir(), 'countersign-to-citus-'));
  coordinator = new pg.Client(citusUrl);
  await coordinator.connect();
  await lockNodes(coordinator);
  plain = await startDebianPostgres('wal_level=logical');
  await plain.query(`create role ${schema} login`);
  await plain.query('create database cells');
  await plain.query(`create schema ${schema} authorization ${schema}`, 'cells');
}, longTimeoutMs);
afterAll(async () => {
  if (isMissing) return;
  await coordinator.query(
    `set client_min_messages = error; drop schema if exists ${schema} cascade`,
  );
  await coordinator.end();
  await plain.stop();
  await rm(folder, { recursive: true });
}, longTimeoutMs);

const at = (host: string, port: number, role: string) =>
  `postgresql://${role}@${host}:${port}/${coordinator.database}`;

test.skipIf(isMissing)(
  `a cell moves onto the coordinator of Citus, and is distributed there${reason}`,
  async () => {
    const settings = {
      ...{ DATABASE_SCHEMA: schema, CELL: '7', DATA_KEY: '7'.repeat(64), DATA_DIR: folder },
    };
    const old = await startServer({ ...settings, DATABASE_URL: plain.urlOf(schema, 'cells') });
    const adminUrl = plain.urlOf('postgres', 'cells');
    const pool = createPool(withSchema(adminUrl, schema), { max: 1, applicationName: 'proof' });
    const { accountId } = await createAccount(byTest(pool), { name: 'A', testBalance: 10n ** 9n });
    const { apiKey } = await createKey(byTest(pool), { accountId, mode: 'test' });
    await pool.end();
    const call = (server: typeof old, end: number) =>
      server.call('sms_code', apiKey, { mobile: `139${String(end).padStart(8, '0')}`, code: '1' });
    for (let end = 0; end < 5; end++) expect((await call(old, end)).status).toBe(201);

    await coordinator.query(`create role ${schema} login`);
    await coordinator.query(`alter role ${schema} set search_path = ${schema}`);
    const workers = await listWorkers(coordinator);
    const [worker] = workers as [(typeof workers)[number]];
    const command = (words: string[], url: string) =>
      runCommand(words, { ...settings, DATABASE_URL: url });
    const move = (to: string, from = adminUrl) =>
      command(['cell', 'move', '7', '--to', to, '--without-server'], from);
    const toWorker = await move(at(worker.host, worker.port, 'postgres'));
    expect(toWorker).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('The new database is a worker of Citus.') },
    });
    expect((await call(old, 5)).status).toBe(201);
    expect(await move(citusUrl)).toMatchObject({
      ...{ code: 0, stdout: expect.stringContaining('with correct books: 6 calls') },
    });
    await old.end('SIGTERM');
    const began = performance.now();
    await distribute(coordinator, schema);
    console.info(`distributed in ${Math.round(performance.now() - began)} ms`);
    for (const { host, port } of [await findHolder(coordinator, schema), coordinator]) {
      expect(await move(adminUrl, at(host, port, 'postgres'))).toMatchObject({
        ...{ code: 1, stderr: expect.stringContaining('The cell is distributed by Citus.') },
      });
    }
    const nodes = workers.map(({ host, port }) => `${host}:${port}`).join(',');
    const env = {
      ...settings,
      DATABASE_URL: `postgresql://${schema}@${nodes}/${coordinator.database}`,
      DATABASE_DDL_URL: at(coordinator.host, coordinator.port, schema),
    };
    const server = await startServer(env);
    for (let end = 10; end < 15; end++) expect((await call(server, end)).status).toBe(201);
    for (const words of [
      ['ledger', 'audit'],
      ['audit', 'verify'],
    ]) {
      expect(await runCommand(words, env)).toMatchObject({ code: 0 });
    }
    await server.end('SIGTERM');
  },
  longTimeoutMs,
);
