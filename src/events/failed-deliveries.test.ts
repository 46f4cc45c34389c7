import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { listDeliveries } from './delivery-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('deliveries that failed are found among any number of others', async () => {
  const client = await database.pool.connect();
  let plan = '';
  const planner = {
    async query(text: string, values: unknown[]) {
      const { rows } = await client.query(`explain ${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    },
  } as never;
  try {
    await client.query('begin');
    // A table of a few rows is read whole, and rightly so.
    await client.query('set local enable_seqscan = off');
    const own = { kind: 'account', accountId: 1 } as const;
    await listDeliveries(planner, own, { state: 'failed' }, { limit: 50 });
  } finally {
    await client.query('rollback');
    client.release();
  }
  // As the index is called in each partition.
  expect(plan).toMatch(/deliveries_\d{6}_account_id_event_id_endpoint_id_idx/);
});
