import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createClient, createPool } from './connect.ts';
import { listen } from './listen.ts';
import { migrate } from './migrate.ts';
import { createOutageLog } from './outage-log.ts';
import { quietLog } from './quiet-log.ts';
import { countServers } from './server-queries.ts';
import { withSchema } from './session-settings.ts';

/** Two installations in one database, each in a schema of its own. */
let database: TestDatabase;
let one: pg.Pool;
let two: pg.Pool;
const targetOf = (schema: string) => withSchema(database.target, schema);

beforeAll(async () => {
  database = await createTestDatabase({ isBare: true });
  await database.pool.query('create schema one; create schema two');
  const open = (schema: string) =>
    createPool(targetOf(schema), { max: 3, applicationName: 'test', lockTimeoutMs: 1_000 });
  one = open('one');
  two = open('two');
  await Promise.all([migrate(one, { log: quietLog }), migrate(two, { log: quietLog })]);
});
afterAll(async () => {
  await one.end();
  await two.end();
  await database.drop();
});

/** Runs an action while a transaction of the other installation is open. */
async function beside(statement: string, action: () => Promise<unknown>): Promise<void> {
  const client = await one.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    await action();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const setPrice = `update products set unit_price = unit_price + 1 where product = 'sms_code'`;

// @mutant src/foundation/db/migrations/0046_schemas.sql
// -  perform 1 from exclusive_work where name = 'audit' for update;
// +  perform pg_advisory_xact_lock(1131375982, 4);
test('a change of one installation does not wait for a change of the other', async () => {
  await beside(`${setPrice}; set constraints all immediate`, () => two.query(setPrice));
});

test('changes of one installation take turns', async () => {
  await expect(
    beside(`${setPrice}; set constraints all immediate`, () =>
      one.query(`update products set unit_price = unit_price + 1 where product = 'sms_notice'`),
    ),
  ).rejects.toThrow('lock timeout');
});

test('one process at a time copies calls for the search of an installation', async () => {
  const project = `select search_project(10, '0 s') as notes`;
  await one.query(
    'insert into call_changes (account_ids, call_ids) values (array[1], array[gen_random_uuid()])',
  );
  await beside(`select from exclusive_work where name = 'search' for update`, async () => {
    expect((await one.query(project)).rows).toEqual([{ notes: 0 }]);
  });
  await beside(project, () => two.query(project));
});

test('hears only its own changes, and counts only its own servers', async () => {
  const heard: string[] = [];
  const listener = listen({
    target: targetOf('two'),
    onWord: (word) => heard.push(word),
    onState() {},
    log: createOutageLog(quietLog),
  });
  await listener.ready;
  await one.query(setPrice);
  await two.query('insert into accounts (name) values ($1)', ['Two']);
  await two.query(setPrice);
  await expect.poll(() => heard).toContain('*');
  expect(heard.filter((word) => word === '*')).toHaveLength(1);
  expect(await countServers(two)).toBe(1);
  expect(await countServers(one)).toBe(0);
  await listener.close();
});

test('every change goes to the channel of its schema', async () => {
  const { rows } = await one.query(
    `select proname from pg_proc
     where pronamespace = 'one'::regnamespace and prosrc like '%pg_notify%'`,
  );
  expect(rows).toEqual([{ proname: 'note_change' }]);
});

test('servers of version 0.1.0 hear changes, and are counted', async () => {
  const server = createClient(targetOf('one'), 'countersign listen catalog');
  const heard: (string | undefined)[] = [];
  server.on('notification', ({ payload }) => heard.push(payload));
  await server.connect();
  await server.query('listen catalog');
  await one.query(setPrice);
  await expect.poll(() => heard).toEqual(['*']);
  expect(await countServers(one)).toBe(1);
  await server.end();
});

test('both can be migrated at the same time', async () => {
  await beside('select pg_advisory_xact_lock(1131375983, hashtext(current_schema))', async () => {
    await expect(migrate(two, { log: quietLog })).resolves.toEqual([]);
  });
});
