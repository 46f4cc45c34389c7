import { expect, test } from 'vitest';
import { addCitusCatalog, placeSchema } from '../../../test/kit/citus-catalog.ts';
import { createTestDatabase } from '../../../test/kit/database.ts';
import { hasCitus, holdsSchema } from './citus-node.ts';
import { createPool } from './connect.ts';

async function ask(target: string, isAnyNode = false) {
  const pool = createPool(target, { max: 1, applicationName: 'countersign test', isAnyNode });
  try {
    return (await pool.query('select 1 as one')).rows;
  } finally {
    await pool.end();
  }
}

/** Of several hosts, each is probed before one is used. */
const withTwoHosts = (target: string) => target.replace(/([?&]host)=([^&]+)/, '$1=$2,$2');

test('without Citus the only server holds the schema', async () => {
  const { pool, drop } = await createTestDatabase();
  expect(await hasCitus(pool)).toBe(false);
  expect(await holdsSchema(pool)).toBe(true);
  await drop();
});

// @mutant src/foundation/db/connect.ts
// - if (hasCitus && !isAnyNode) await requireHolder(this);
test('a session is opened only on the node that holds the schema, except for changes of tables', async () => {
  const { pool, target, drop } = await createTestDatabase();
  await addCitusCatalog(pool);
  expect(await ask(target)).toEqual([{ one: 1 }]);
  await placeSchema(pool, 2);
  await expect(ask(target)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await expect(ask(withTwoHosts(target))).rejects.toThrow(
    /takes writes: .* does not hold the schema/,
  );
  expect(await ask(target, true)).toEqual([{ one: 1 }]);
  expect(await ask(withTwoHosts(target), true)).toEqual([{ one: 1 }]);
  await drop();
});

test('a schema that is not distributed is on the coordinator', async () => {
  const { pool, drop } = await createTestDatabase();
  await addCitusCatalog(pool);
  await pool.query('delete from pg_dist_shard');
  expect(await holdsSchema(pool)).toBe(false);
  await pool.query('update pg_dist_local_group set groupid = 0');
  expect(await holdsSchema(pool)).toBe(true);
  await drop();
});
