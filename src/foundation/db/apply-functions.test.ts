import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { applyFunctions, hasOurFunctions } from './apply-functions.ts';

let database: TestDatabase;
let client: PoolClient;

beforeEach(async () => {
  database = await createTestDatabase({ max: 2 });
  client = await database.pool.connect();
});
afterEach(async () => {
  client.release();
  await database.drop();
});

const exists = async (name: string) => {
  const { rows } = await database.pool.query('select to_regproc($1) is not null as there', [name]);
  return rows[0].there as boolean;
};

test('leaves existing functions alone', async () => {
  await client.query('drop function checks_expire');
  expect(await applyFunctions(client)).toBe(false);
  expect(await exists('checks_expire')).toBe(false);
});

test('replaces all functions when one has changed, and takes ownership of them', async () => {
  await client.query('drop function checks_expire');
  await client.query(`update schema_functions set checksum = 'another'`);
  expect(await hasOurFunctions(client)).toBe(false);
  expect(await applyFunctions(client)).toBe(true);
  expect(await exists('checks_expire')).toBe(true);
  expect(await hasOurFunctions(database.pool)).toBe(true);
  expect(await applyFunctions(client)).toBe(false);
});

test('leaves all functions as they were if one fails, and the connection usable', async () => {
  // The last folder in the alphabet, so that many functions exist by then.
  await client.query('drop function sandbox_sweep_receipts');
  await client.query(`update schema_functions set checksum = 'another'`);
  await client.query('drop function checks_expire');
  const { rows } = await client.query(
    `select pg_get_function_identity_arguments(oid) as args
     from pg_proc where proname = 'sandbox_keep_messages'`,
  );
  await client.query('drop function sandbox_keep_messages');
  const clash = `create function sandbox_keep_messages(${rows[0].args}) returns text`;
  await client.query(`${clash} language sql as $$ select '' $$`);
  await expect(applyFunctions(client)).rejects.toThrow(/return type/);
  expect(await exists('checks_expire')).toBe(false);
  const { rows: kept } = await client.query('select checksum from schema_functions');
  expect(kept).toEqual([{ checksum: 'another' }]);
});
