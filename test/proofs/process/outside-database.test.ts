import { randomBytes } from 'node:crypto';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { failToStart, startServer } from '../../kit/server-process.ts';

const role = `limited_${randomBytes(4).toString('hex')}`;
let database: TestDatabase;
let dataDir: string;
let env: Record<string, string>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-outside-'));
  database = await createTestDatabase({ isBare: true });
  const name = database.target.match(/\/(\w+)\?/)?.[1];
  // What docs/operations.md asks for, without any default grants.
  await database.pool.query(
    `drop schema public cascade;
     create schema public;
     create role ${role};
     revoke all on database ${name} from public;
     grant connect, temporary on database ${name} to ${role};
     grant usage, create on schema public to ${role};`,
  );
  const asRole = new URLSearchParams({ options: `-c role=${role}` });
  env = { DATABASE_URL: `${database.target}&${asRole}`, DATA_DIR: dataDir };
});
afterAll(async () => {
  await database.pool.query(`drop owned by ${role}; drop role ${role}`);
  await database.drop();
  await rm(dataDir, { recursive: true });
});

describe('an external PostgreSQL', () => {
  test('needs no more grants than documented', async () => {
    const server = await startServer(env);
    const { accountId } = await createAccount(byTest(database.pool), {
      name: 'A',
      testBalance: 10_000n,
    });
    const { apiKey } = await createKey(byTest(database.pool), { accountId, mode: 'test' });
    const { status } = await server.call('sms_code', apiKey, { mobile: '13912345678', code: '1' });
    expect(status).toBe(201);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test('is enough with a key from outside, in a new folder, where a demo account is requested', async () => {
    const other = await createTestDatabase();
    const dataKey = randomBytes(32).toString('hex');
    const place = { DATABASE_URL: other.target, DATA_DIR: join(dataDir, 'new'), DATA_KEY: dataKey };
    const server = await startServer({ ...place, DEMO_ACCOUNT: 'on' });
    await access(join(dataDir, 'new', 'demo.key'));
    expect(server.output()).toMatch(/Test key {3}cs_test_/);
    expect(await server.end('SIGTERM')).toBe(0);
    await other.drop();
  });

  test('gets no demo account unless requested', async () => {
    const named = async () =>
      (await database.pool.query(`select name from accounts where name = 'Demo'`)).rowCount;
    expect(await named()).toBe(0);
    await expect(access(join(dataDir, 'demo.key'))).rejects.toThrow('ENOENT');
  });

  test('needs no schema rights when there is nothing to migrate', async () => {
    await database.pool.query(
      `revoke create on schema public from ${role};
       revoke temporary on database ${database.target.match(/\/(\w+)\?/)?.[1]} from ${role};`,
    );
    const server = await startServer(env);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test('whose data key is lost gets no other, neither now nor at the next start', async () => {
    await rm(join(dataDir, 'data.key'));
    for (let start = 0; start < 2; start++) {
      const { code, stderr } = await failToStart(env);
      expect(code).toBe(3);
      expect(stderr).toMatch(/^countersign: \S+data\.key is missing[^\n]+\n$/);
      await expect(access(join(dataDir, 'data.key'))).rejects.toThrow('ENOENT');
    }
  });
});
