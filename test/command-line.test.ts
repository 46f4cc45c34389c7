import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';
import { runCommand, type ServerProcess, startServer } from './server-process.ts';

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'countersign-cli-')));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function newFolder(): Promise<string> {
  return mkdtemp(join(root, 'from-'));
}

describe('a command that names no installation', () => {
  test('says where it looked when there is none, and makes none', async () => {
    const from = await newFolder();
    const { code, stdout, stderr } = await runCommand(['account', 'list'], {}, from);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain(`There is no installation in ${join(from, 'data')}.`);
    expect(stderr).toMatch(/DATA_DIR or DATABASE_URL/);
    expect(existsSync(join(from, 'data'))).toBe(false);
  });

  test('makes none in an empty database either', async () => {
    const database = await createTestDatabase();
    await database.pool.query('drop schema public cascade; create schema public');
    const env = { DATABASE_URL: database.target, DATA_DIR: await newFolder() };
    const { code, stderr } = await runCommand(['account', 'list'], env);
    expect(code).not.toBe(0);
    expect(stderr).toContain('There is no installation in this database.');
    const { rows } = await database.pool.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([]);
    expect(existsSync(join(env.DATA_DIR, 'data.key'))).toBe(false);
    await database.drop();
  });
});

describe('a command beside a server that keeps its data elsewhere', () => {
  let from: string;
  let server: ServerProcess;

  beforeAll(async () => {
    from = await newFolder();
    server = await startServer({ DATA_DIR: join(root, 'elsewhere') }, from);
  }, 60_000);
  afterAll(() => server?.end('SIGTERM'));

  test('finds it by the folder that both were started from', async () => {
    const list = await runCommand(['account', 'list', '--json'], {}, from);
    expect(list).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(list.stdout).accounts).toMatchObject([{ name: 'Demo' }]);
    expect(existsSync(join(from, 'data'))).toBe(false);
  });

  test('finds nothing from another folder', async () => {
    const other = await newFolder();
    const { code, stderr } = await runCommand(['account', 'list'], {}, other);
    expect(code).not.toBe(0);
    expect(stderr).toContain(join(other, 'data'));
  });

  test('guesses nothing when two servers run', async () => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.target, DATA_DIR: await newFolder() };
    const second = await startServer(env, from);
    const { code, stderr } = await runCommand(['account', 'list'], {}, from);
    await second.end('SIGTERM');
    await database.drop();
    expect(code).not.toBe(0);
    expect(stderr).toContain(`${join(root, 'elsewhere')} (pid ${server.process.pid})`);
    expect(stderr).toContain(`a DATABASE_URL (pid ${second.process.pid})`);
  });
});
