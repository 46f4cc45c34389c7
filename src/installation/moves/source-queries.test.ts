import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { listMovedTables, nameRows } from './source-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('rows without a key are named by all their columns, others by their key', async () => {
  const nameless = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relreplident = 'f' order by 1`,
    );
    return rows.map(({ name }) => name.replace(/_(\d{6}|other)$/, ''));
  };
  expect(await nameless()).toEqual([]);
  const client = await database.pool.connect();
  await nameRows(client);
  await nameRows(client);
  client.release();
  expect([...new Set(await nameless())]).toEqual([
    'call_changes',
    'call_numbers',
    'payment_terms',
    'template_assignments',
    'vat_rules',
  ]);
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
