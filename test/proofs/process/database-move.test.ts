import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../../../src/foundation/db/connect.ts';
import { embeddedTarget } from '../../../src/installation/embedded-postgres/embedded.ts';
import { socketFolderOf } from '../../../src/installation/embedded-postgres/embedded-files.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { failToStart, launch, runCommand, startServer } from '../../kit/server-process.ts';
import { hasDebianPostgres, startDebianPostgres } from '../database/start-debian-postgres.ts';

describe.skipIf(!hasDebianPostgres)('a move (skipped without Debian’s postgresql-15)', () => {
  let root: string;
  let debian: Awaited<ReturnType<typeof startDebianPostgres>>;
  let env: { DATA_DIR: string };
  let apiKey: string;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'countersign-move-'));
    env = { DATA_DIR: join(root, 'data') };
    debian = await startDebianPostgres();
    // What docs/operations.md asks for.
    await debian.query('create role limited login; create role stranger login');
    for (const name of ['wanted', 'taken']) await debian.query(`create database ${name}`);
    await debian.query(`create database ascii encoding 'SQL_ASCII' template template0 locale 'C'`);
    await debian.query('grant usage, create on schema public to limited', 'wanted');
    await debian.query('grant usage, create on schema public to limited', 'ascii');
    await debian.query('create table taken (a integer)', 'taken');
  }, longTimeoutMs);
  afterAll(async () => {
    await debian?.stop();
    await rm(root, { recursive: true, force: true });
  });

  const move = (role: string, name: string) =>
    runCommand(['database', 'move', '--to', debian.urlOf(role, name)], env);

  test('is refused while a server runs', { timeout: longTimeoutMs }, async () => {
    const server = await startServer(env);
    apiKey = (await readFile(join(env.DATA_DIR, 'demo.key'), 'utf8')).trim();
    const { status } = await server.call('sms_code', apiKey, { mobile: '13912345678', code: '1' });
    expect(status).toBe(201);
    const source = createPool(embeddedTarget(socketFolderOf(env.DATA_DIR), 'countersign'), {
      ...{ max: 1, applicationName: 'move test' },
    });
    await source.query(
      `insert into accounts (account_id, name)
       select 1000000 + n, 'A' from generate_series(1, 20000) n`,
    );
    await source.query(
      `insert into wallets (account_id, mode)
       select account_id, mode from accounts, (values ('test'), ('live')) as m (mode)
       on conflict do nothing`,
    );
    await source.end();
    const { code, stderr } = await move('limited', 'wanted');
    expect([code, stderr]).toEqual([1, expect.stringContaining('is already serving from')]);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test('is refused to a database that cannot take the data', {
    timeout: longTimeoutMs,
  }, async () => {
    for (const [role, name, sentence] of [
      ['stranger', 'wanted', /may not create tables/],
      ['limited', 'ascii', /SQL_ASCII, not UTF8/],
      ['postgres', 'taken', /not empty and differs/],
      ['limited', 'missing', /does not exist/],
    ] as const) {
      const { code, stderr } = await move(role, name);
      expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
      expect(existsSync(join(env.DATA_DIR, 'pg.moved'))).toBe(false);
    }
  });

  test('that is killed leaves both databases as they were, and runs again', {
    timeout: longTimeoutMs,
  }, async () => {
    const words = ['database', 'move', '--to', debian.urlOf('limited', 'wanted')];
    const { child } = launch(words, env);
    const copies = async () =>
      (
        await debian.query(
          `select from pg_stat_activity where query ilike 'copy %' and datname = 'wanted'`,
        )
      ).rowCount;
    await expect.poll(copies, { interval: 5, timeout: longTimeoutMs }).toBe(1);
    child.kill('SIGKILL');
    await expect.poll(copies).toBe(0);
    const early = await failToStart(env);
    expect(early.stderr).toMatch(/A move of the database .* has not ended/);
    const tables = await debian.query(
      `select from pg_class where relnamespace = 'public'::regnamespace`,
      'wanted',
    );
    expect(tables.rowCount).toBe(0);

    // As a move that was killed while it wrote the file leaves it.
    await writeFile(join(env.DATA_DIR, 'database-move.backup.12345678.partial'), 'x');
    const { code, stdout, stderr } = await move('limited', 'wanted');
    expect([code, stderr]).toEqual([0, 'Copying the data\nComparing both databases\n']);
    expect(stdout).toContain('with correct books');
    expect((await readdir(env.DATA_DIR)).filter((name) => /backup|partial/.test(name))).toEqual([]);
  });

  test('leaves the old database closed, and the new one complete', {
    timeout: longTimeoutMs,
  }, async () => {
    for (const words of [['serve'], ['account', 'list']]) {
      const { stderr } = await runCommand(words, env);
      expect(stderr).toMatch(/was moved to postgres:\/\/127[^@]*: set DATABASE_URL/);
    }
    expect((await move('limited', 'wanted')).stderr).toMatch(/was moved/);
    const moved = { ...env, DATABASE_URL: debian.urlOf('limited', 'wanted') };
    const server = await startServer(moved);
    const { status } = await server.call('sms_code', apiKey, { mobile: '13912345678', code: '2' });
    expect(status).toBe(201);
    expect(await server.end('SIGTERM')).toBe(0);
    const audit = await runCommand(['ledger', 'audit', '--json'], moved);
    expect(JSON.parse(audit.stdout)).toMatchObject({ ok: true, calls: 2 });
    const verified = await runCommand(['audit', 'verify', '--json'], moved);
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true });
  });

  test('that was killed after its copy was complete ends without another copy', {
    timeout: longTimeoutMs,
  }, async () => {
    const other = { DATA_DIR: join(root, 'other') };
    const server = await startServer(other);
    expect(await server.end('SIGTERM')).toBe(0);
    await debian.query('create database second owner limited');
    const words = ['database', 'move', '--to', debian.urlOf('limited', 'second')];
    expect((await runCommand(words, other)).code).toBe(0);
    // As if it had died before it wrote that the move is over.
    await rm(join(other.DATA_DIR, 'pg.moved'));
    await writeFile(join(other.DATA_DIR, 'database-move.backup'), 'x');
    const again = await runCommand(words, other);
    expect([again.code, again.stderr]).toEqual([0, 'Comparing both databases\n']);
    expect(await readdir(other.DATA_DIR)).not.toContain('database-move.backup');
  });
});
