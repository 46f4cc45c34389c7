import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { keptThings } from './certificate.ts';
import { keptColumns, otherColumns } from './person-columns.ts';
import { personRecords } from './person-records.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
});
afterAll(() => database.drop());

/** Every column that could hold a text, a document or a hash. */
async function columnsOfSchema(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition
       and format_type(a.atttypid, null) in ('text', 'text[]', 'bytea', 'bytea[]', 'jsonb', 'json')
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

test('every column that could hold data of a person is erased, or kept for a reason, or holds none', async () => {
  const erased = personRecords.flatMap(({ columns }) => columns);
  const others = Object.entries(otherColumns).flatMap(([table, columns]) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  );
  const decided = [...erased, ...Object.keys(keptColumns), ...others];
  const columns = await columnsOfSchema();
  expect(columns.length).toBeGreaterThan(150);
  expect(columns.filter((name) => !decided.includes(name))).toEqual([]);
  expect(decided.filter((name, at) => decided.indexOf(name) !== at)).toEqual([]);
  // An ID is no text, but leads to the content of a message.
  expect(decided.filter((name) => !columns.includes(name))).toEqual(['calls.content_id']);
});

test('certificates name every reason for which something is kept', () => {
  const reasons = new Set(Object.values(keptColumns));
  expect(
    [...reasons].filter((reason) => !(keptThings as readonly string[]).includes(reason)),
  ).toEqual([]);
});
