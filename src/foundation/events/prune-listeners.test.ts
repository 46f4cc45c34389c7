import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createWebhookFixture } from '../../../test/kit/webhook-fixture.ts';
import { createListener, pruneListeners } from './listener-queries.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('removes a silent listener and its deliveries in one statement', async () => {
  const { pool } = database;
  const fixture = createWebhookFixture(pool);
  const accountId = await fixture.account();
  const owner = { accountId, mode: 'test' } as const;
  const silent = await createListener(pool, owner, ['balance.low'], Buffer.from('sealed'));
  await fixture.happen(accountId, 3);
  expect(await fixture.states()).toEqual({ pending: 3 });
  await pool.query(
    `update endpoints set created_at = now() - interval '6 minutes' where endpoint_id = $1`,
    [silent?.endpointId],
  );
  // A process that dies after its first statement has left nothing behind.
  let asked = 0;
  const dying = {
    query: (...statement: [string, unknown[]]) => {
      asked += 1;
      return asked > 1 ? Promise.reject(new Error('died')) : pool.query(...statement);
    },
  };
  await pruneListeners(dying as never).catch(() => {});
  expect(await fixture.states()).toEqual({});
  expect(await pruneListeners(pool)).toBe(0);
});
