import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { listMovedTables, listNameless } from './source-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('every table and every partition has a key by which its changes can be replicated', async () => {
  expect(await listNameless(database.pool)).toEqual([]);
  await database.pool.query('create table nameless (a integer)');
  expect(await listNameless(database.pool)).toEqual(['nameless']);
  await database.pool.query('drop table nameless');
});

test('all rows are moved but those of the history and of tables that a crash empties', async () => {
  const moved = await listMovedTables(database.pool);
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by 1`,
  );
  const left = rows.map(({ name }) => name).filter((name) => !moved.includes(name));
  expect(left).toEqual([
    ...['provider_links', 'provider_turns', 'schema_functions', 'schema_migrations'],
    'schema_signatures',
  ]);
});
