import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/kit/database.ts';
import { createPool } from './connect.ts';
import { requireSchema } from './require-schema.ts';
import { withSchema } from './session-settings.ts';

async function withPool(
  target: string,
  schema: string | undefined,
  action: (pool: ReturnType<typeof createPool>) => Promise<void>,
) {
  const pool = createPool(withSchema(target, schema), { max: 2, applicationName: 'test' });
  await action(pool).finally(() => pool.end());
}

test('a server creates the schema that it is given, and so may two at once', async () => {
  const database = await createTestDatabase({ isBare: true });
  await withPool(database.target, 'cell3', async (pool) => {
    const options = { schema: 'cell3', mayCreate: true };
    await Promise.all([requireSchema(pool, options), requireSchema(pool, options)]);
    const { rows } = await pool.query('select current_schema as schema');
    expect(rows).toEqual([{ schema: 'cell3' }]);
  });
  await database.drop();
});

test('a command creates no schema', async () => {
  const database = await createTestDatabase({ isBare: true });
  await withPool(database.target, 'cell3', async (pool) => {
    await expect(requireSchema(pool, { schema: 'cell3', mayCreate: false })).rejects.toThrow(
      'The schema cell3 does not exist, or this role may not use it.',
    );
  });
  await database.drop();
});

test('refuses a schema that exists and that the role of a server may not use', async () => {
  const database = await createTestDatabase({ isBare: true });
  const role = `stranger_${process.pid}`;
  await database.pool.query(`create schema cell3; create role ${role} login`);
  await database.pool.query(
    `do $$ begin execute format('grant create on database %I to ${role}', current_database()); end $$`,
  );
  const target = database.target.replace(/user=[^&]*/, `user=${role}`);
  await withPool(target, 'cell3', async (pool) => {
    await expect(requireSchema(pool, { schema: 'cell3', mayCreate: true })).rejects.toThrow(
      'The schema cell3 does not exist, or this role may not use it.',
    );
  });
  await database.pool.query(`drop owned by ${role}; drop role ${role}`);
  await database.drop();
});

// @mutant src/foundation/db/require-schema.ts
// -  if (found.length > 1) {
// +  if (found.length > 2) {
test('refuses a search path of two schemas', async () => {
  const database = await createTestDatabase({ isBare: true });
  await database.pool.query('create schema other');
  const url = withSchema(database.target, 'other,public');
  await withPool(url, undefined, async (pool) => {
    await expect(requireSchema(pool, { schema: undefined, mayCreate: true })).rejects.toThrow(
      "The search path leads to several schemas: other, public. Set DATABASE_SCHEMA to this installation's.",
    );
  });
  await database.drop();
});

test('refuses a schema whose name is too long for the name of a session', async () => {
  const database = await createTestDatabase({ isBare: true });
  const name = 'a'.repeat(31);
  await database.pool.query(`create schema ${name}`);
  await withPool(withSchema(database.target, name), undefined, async (pool) => {
    await expect(requireSchema(pool, { schema: undefined, mayCreate: true })).rejects.toThrow(
      'cannot be used',
    );
  });
  await database.drop();
});
