import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../../../test/kit/database-proxy.ts';
import { assertDurable, connectPatiently, createClient, createPool, endPool } from './connect.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

describe('createPool', () => {
  test('parses amounts as bigint, timestamps as Date, days as text', async () => {
    const { rows } = await database.pool.query(
      `select 9223372036854775807::int8 as amount, '{1,null}'::int8[] as amounts,
              '2026-01-31'::date as day, '2026-01-31T00:00:00Z'::timestamptz as moment`,
    );
    expect(rows[0]).toEqual({
      amount: 9223372036854775807n,
      amounts: [1n, null],
      day: '2026-01-31',
      moment: new Date('2026-01-31T00:00:00Z'),
    });
  });

  test('limits how long a statement may wait and run', async () => {
    const { rows } = await database.pool.query(
      `select current_setting('lock_timeout') as wait, current_setting('statement_timeout') as run`,
    );
    expect(rows[0]).toEqual({ wait: '5s', run: '15s' });
  });

  // @mutant src/foundation/db/connect.ts
  // - this.on('error', () => {});
  test('a connection that is lost before the pool knows it does not end the process', async () => {
    const client = createClient(database.target, 'lost');
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await ended;
    await expect(client.query('select 1')).rejects.toThrow();
  });

  test('replaces a lost idle connection without an error', async () => {
    const { rows } = await database.pool.query('select pg_backend_pid() as pid');
    const other = createPool(database.target, { max: 1, applicationName: 'other' });
    await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await other.end();
    await expect.poll(() => database.pool.idleCount).toBe(0);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a connection', () => {
  test('that is lost while checked out ends no process', async () => {
    const pool = createPool(database.target, { max: 1, applicationName: 'lost' });
    const client = await pool.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await expect.poll(() => client.query('select 1').catch(() => 'gone')).toBe('gone');
    client.release(true);
    await pool.end();
  });

  test('uses UTC days, whatever the time zone of the database', async () => {
    const name = new URL(database.target).pathname.slice(1);
    await database.pool.query(`alter database ${name} set timezone = 'Asia/Tokyo'`);
    const pool = createPool(database.target, { max: 1, applicationName: 'zone' });
    const { rows } = await pool.query(`select current_setting('timezone') as zone`);
    await pool.end();
    await database.pool.query(`alter database ${name} reset timezone`);
    expect(rows).toEqual([{ zone: 'UTC' }]);
  });

  test('that we abandon is noticed by the database, which releases its locks', async () => {
    const pool = createPool(database.target, { max: 1, applicationName: 'left behind' });
    const { rows } = await pool.query(
      `select current_setting('client_connection_check_interval') as looks,
         current_setting('idle_in_transaction_session_timeout') as waits`,
    );
    await pool.end();
    expect(rows).toEqual([{ looks: '5s', waits: '1min' }]);
  });

  test('turns JIT off, besides the options in the URL', async () => {
    const target = `${database.target}&options=${encodeURIComponent('-c jit=on -c work_mem=9MB')}`;
    for (const [url, jit, memory] of [
      [database.target, 'off', undefined],
      [target, 'on', '9MB'],
    ] as const) {
      const pool = createPool(url, { max: 1, applicationName: 'options' });
      const { rows } = await pool.query(
        `select current_setting('jit') as jit, current_setting('work_mem') as memory`,
      );
      await pool.end();
      expect(rows[0].jit).toBe(jit);
      if (memory) expect(rows[0].memory).toBe(memory);
    }
  });
});

test('a reader of whole tables has no statement timeout', async () => {
  const options = { max: 1, applicationName: 'patient', statementTimeoutMs: 1_000 };
  const pool = createPool(database.target, options);
  await expect(pool.query('select pg_sleep(2)')).rejects.toThrow();
  const client = await connectPatiently(pool);
  expect((await client.query('select pg_sleep(2), 1 as one')).rows).toMatchObject([{ one: 1 }]);
  client.release(true);
  await pool.end();
});

test('a connection lost while its timeout is lifted does not leak from the pool', async () => {
  const pool = createPool(database.target, { max: 1, applicationName: 'cut' });
  pool.once('acquire', (client) => {
    (
      client as unknown as { connection: { stream: { destroy(): void } } }
    ).connection.stream.destroy();
  });
  await expect(connectPatiently(pool)).rejects.toThrow();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

describe('with several hosts', () => {
  const proxies: DatabaseProxy[] = [];
  afterEach(async () => {
    for (const proxy of proxies.splice(0)) await proxy.close();
  });

  async function createProxy(): Promise<DatabaseProxy> {
    const proxy = await createDatabaseProxy(database.target);
    proxies.push(proxy);
    return proxy;
  }

  function targetOf(...hosts: DatabaseProxy[]): string {
    const url = new URL(database.target);
    const authority = hosts.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgresql://${authority}${url.pathname}?user=${url.searchParams.get('user')}`;
  }

  test('the first writable one is used, past one that refuses and one that does not answer', async () => {
    const refusing = await createProxy();
    await refusing.close();
    const silent = await createProxy();
    silent.silence({ newOnes: true });
    const target = targetOf(refusing, silent, await createProxy());
    const pool = createPool(target, { max: 2, applicationName: 'several' });
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await endPool(pool);
  });

  test('the first named of two writable ones is used', async () => {
    const [first, second] = [await createProxy(), await createProxy()];
    const pool = createPool(targetOf(first, second), { max: 1, applicationName: 'order' });
    await pool.query('select 1');
    second.cut();
    await pool.query('select 1');
    first.cut();
    await expect.poll(() => pool.idleCount).toBe(0);
    await endPool(pool);
  });

  test('the next one is found when the first is lost', async () => {
    const first = await createProxy();
    const target = targetOf(first, await createProxy());
    const pool = createPool(target, { max: 1, applicationName: 'several' });
    await pool.query('select 1');
    await first.close();
    const ask = () =>
      pool.query('select 1 as one').then(
        ({ rows }) => rows,
        () => 'lost',
      );
    await expect.poll(ask).toEqual([{ one: 1 }]);
    await endPool(pool);
  });

  test('a read-only one is skipped', async () => {
    const name = new URL(database.target).pathname.slice(1);
    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
    const pool = createPool(`${database.target}&target_session_attrs=read-write`, {
      max: 1,
      applicationName: 'reading',
    });
    await expect(pool.query('select 1')).rejects.toThrow(/takes no writes/);
    await endPool(pool);
    await database.pool.query(`alter database ${name} reset default_transaction_read_only`);
  });

  test('one that goes silent in mid-statement is given up in time, and so is closing it', async () => {
    const proxy = await createProxy();
    const pool = createPool(targetOf(proxy), {
      max: 2,
      applicationName: 'silent',
      statementTimeoutMs: 500,
    });
    const kept = await pool.connect();
    await kept.query('select 1');
    proxy.silence();
    const from = performance.now();
    await expect(kept.query('select 1')).rejects.toThrow('Query read timeout');
    kept.release();
    await endPool(pool, 500);
    expect(performance.now() - from).toBeLessThan(15_000);
  });
});

describe('assertDurable', () => {
  const sound = { fsync: 'on', pages: 'on', commit: 'on', version: '150000' };
  const judge = (facts: Partial<typeof sound>) =>
    assertDurable({ query: async () => ({ rows: [{ ...sound, ...facts }] }) } as never);

  test.each<[string, Partial<typeof sound>]>([
    ['fsync is off', { fsync: 'off' }],
    ['full_page_writes is off', { pages: 'off' }],
    ['synchronous_commit is off', { commit: 'off' }],
    ['its version is older than PostgreSQL 15', { version: '140022' }],
    ['fsync is off, full_page_writes is off', { fsync: 'off', pages: 'off' }],
  ])('refuses a database where %s', async (why, facts) => {
    await expect(judge(facts)).rejects.toThrow(`cannot be trusted with money: ${why}.`);
  });

  test('accepts the minimum version, and commits confirmed by a standby', async () => {
    await expect(judge({ commit: 'remote_apply' })).resolves.toBeUndefined();
  });

  test('accepts the database that the platform runs itself', async () => {
    await assertDurable(database.pool);
  });

  // @mutant src/foundation/db/connect.ts
  // - if (commit === 'off') faults.push
  // + if (commit === 'none') faults.push
  test('refuses a database that confirms commits before they are durable', async () => {
    const name = new URL(database.target).pathname.slice(1);
    await database.pool.query(`alter database ${name} set synchronous_commit = off`);
    const pool = createPool(database.target, { max: 1, applicationName: 'careless' });
    await expect(assertDurable(pool)).rejects.toThrow(/synchronous_commit is off/);
    await pool.end();
  });
});
