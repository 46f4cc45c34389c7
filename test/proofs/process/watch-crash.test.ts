import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedPaths } from '../../../src/installation/embedded-postgres/embedded.ts';
import {
  type OpenDatabase,
  openDatabase,
} from '../../../src/installation/embedded-postgres/open-database.ts';
import { tellingSettings, watchCrash } from '../../kit/watch-crash.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let dataDir: string;
let database: OpenDatabase;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-crash-'));
  database = await openDatabase(
    { dataDir },
    { role: 'serve', log: quiet, settings: tellingSettings },
  );
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('a crash is reported once, with the statement that killed the process', async () => {
  const tails: string[] = [];
  const end = watchCrash(embeddedPaths(dataDir).logFile, (tail) => tails.push(tail), 20);
  const client = new pg.Client(database.connectionTarget);
  client.on('error', () => {});
  await client.connect();
  await client.query('select 1/0').catch(() => {});
  expect(tails).toEqual([]);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const died = client.query(`select pg_sleep(600), 'the last words'`).catch(() => 'died');
  const onlooker = new pg.Client(database.connectionTarget);
  onlooker.on('error', () => {});
  await onlooker.connect();
  const doing = async () => {
    const found = await onlooker.query('select query from pg_stat_activity where pid = $1', [
      rows[0]?.pid,
    ]);
    return found.rows[0]?.query as string;
  };
  await expect.poll(doing).toContain('the last words');
  process.kill(rows[0]?.pid as number, 'SIGSEGV');
  expect(await died).toBe('died');
  await expect.poll(() => tails).toHaveLength(1);
  expect(tails[0]).toMatch(/was terminated by signal 11/);
  expect(tails[0]).toMatch(/Failed process was running: select pg_sleep\(600\), 'the last words'/);
  end();
  // It restarts after a crash, and is stopped only afterwards: stopped in between, it once hung.
  const isBack = async () => {
    const visitor = new pg.Client(database.connectionTarget);
    visitor.on('error', () => {});
    const came = await visitor.connect().then(
      () => true,
      () => false,
    );
    if (came) await visitor.end();
    return came;
  };
  await expect.poll(isBack).toBe(true);
});
