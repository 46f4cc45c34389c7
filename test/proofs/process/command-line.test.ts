import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/database.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import {
  inherited,
  runCommand,
  type ServerProcess,
  startServer,
} from '../../kit/server-process.ts';

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'countersign-cli-')));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function newFolder(): Promise<string> {
  return mkdtemp(join(root, 'from-'));
}

describe('a command without an installation', () => {
  test('says where it looked if there is none, and creates none', async () => {
    const from = await newFolder();
    const { code, stdout, stderr } = await runCommand(['account', 'list'], {}, from);
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toContain(`There is no installation in ${join(from, 'data')}.`);
    expect(stderr).toMatch(/DATA_DIR or DATABASE_URL/);
    expect(existsSync(join(from, 'data'))).toBe(false);
  });

  test('creates none in an empty database either', async () => {
    const database = await createTestDatabase({ isBare: true });
    const env = { DATABASE_URL: database.target, DATA_DIR: await newFolder() };
    const { code, stderr } = await runCommand(['account', 'list'], env);
    expect(code).toBe(3);
    expect(stderr).toContain('There is no installation in this database.');
    const { rows } = await database.pool.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([]);
    expect(existsSync(join(env.DATA_DIR, 'data.key'))).toBe(false);
    await database.drop();
  });
});

describe('the command line', () => {
  const main = join(import.meta.dirname, '../../../src/main.ts');

  test('shows its help without loading the platform', () => {
    const spy = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) { console.error(name); return next(name, context); } });`;
    const preload = `data:text/javascript,${encodeURIComponent(spy)}`;
    for (const words of [['--help'], ['account', 'create', '--help'], ['acount']]) {
      const { stderr } = spawnSync(process.execPath, ['--import', preload, main, ...words], {
        encoding: 'utf8',
      });
      const loaded = stderr.split('\n').filter((name) => /^[a-z@]/.test(name));
      expect(loaded).toContain('commander');
      const heavy = ['pg', 'pino', 'typebox', 'fastify', 'libphonenumber-js'];
      expect(loaded.filter((name) => heavy.includes(name.split('/')[0] as string))).toEqual([]);
    }
  });

  test('exits cleanly when its output is closed', async () => {
    const database = await createTestDatabase();
    await database.pool.query(
      `insert into accounts (account_id, name)
       select n, repeat('long ', 30) from generate_series(1, 10000) n`,
    );
    const child = spawn(process.execPath, [main, 'account', 'list', '--limit', '10000'], {
      env: {
        ...inherited,
        DATABASE_URL: database.target,
        DATA_DIR: root,
        DATA_KEY: 'ab'.repeat(32),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const complaint = text(child.stderr);
    const exited = once(child, 'exit');
    const [first] = await Promise.race([once(child.stdout, 'data'), exited]);
    child.stdout.destroy();
    expect(String(first)).toMatch(/^Account /);
    expect(await exited).toEqual([0, null]);
    expect(await complaint).toBe('');
    await database.drop();
  });
});

describe('a command beside a server that keeps its data elsewhere', () => {
  let from: string;
  let server: ServerProcess;

  beforeAll(async () => {
    from = await newFolder();
    server = await startServer({ DATA_DIR: join(root, 'elsewhere') }, from);
  }, longTimeoutMs);
  afterAll(() => server?.end('SIGTERM'));

  test('finds it by the folder that both were started in', async () => {
    const list = await runCommand(['account', 'list', '--json'], {}, from);
    expect(list).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(list.stdout).accounts).toMatchObject([{ name: 'Demo' }]);
    expect(existsSync(join(from, 'data'))).toBe(false);
  });

  test('finds nothing from another folder', async () => {
    const other = await newFolder();
    const { code, stderr } = await runCommand(['account', 'list'], {}, other);
    expect(code).toBe(3);
    expect(stderr).toContain(join(other, 'data'));
  });

  test('refuses to guess between two servers', async () => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.target, DATA_DIR: await newFolder() };
    const second = await startServer(env, from);
    const { code, stderr } = await runCommand(['account', 'list'], {}, from);
    await second.end('SIGTERM');
    await database.drop();
    expect(code).toBe(3);
    expect(stderr).toContain(`${join(root, 'elsewhere')} (pid ${server.process.pid})`);
    expect(stderr).toContain(`a DATABASE_URL (pid ${second.process.pid})`);
  });
});
