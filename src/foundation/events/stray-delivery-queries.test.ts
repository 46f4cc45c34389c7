import { afterEach, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createWebhookFixture } from '../../../test/kit/webhook-fixture.ts';
import { removeEndpoint } from './endpoint-queries.ts';
import { failDeliveriesOfRemoved, makeFutureDeliveriesDue } from './stray-delivery-queries.ts';

const hour = 3_600_000;

let database: TestDatabase;
let fixture: ReturnType<typeof createWebhookFixture>;
let accountId: number;
beforeEach(async () => {
  database = await createTestDatabase();
  fixture = createWebhookFixture(database.pool);
  accountId = await fixture.account();
});
afterEach(() => database.drop());

const url = 'https://rowan.example/hook';

test('deliveries written while their endpoint was removed do not wait forever', async () => {
  const { pool } = database;
  const { endpointId } = await fixture.endpoint(accountId, url);
  const writer = await pool.connect();
  await writer.query('begin');
  await writer.query(
    `select events_record_of($1, 'test', 'balance.low', 'wallet', '{}', clock_timestamp())`,
    [accountId],
  );
  await removeEndpoint(byTest(pool), endpointId);
  await writer.query('commit');
  writer.release();
  expect(await fixture.states()).toEqual({ pending: 1 });
  // Deliveries of other endpoints are left alone.
  await fixture.endpoint(accountId, url);
  await fixture.happen(accountId, 2);
  expect(await failDeliveriesOfRemoved(pool)).toBe(1);
  expect(await fixture.states()).toEqual({ failed: 1, pending: 2 });
});

test('a retry put far off by a wrong clock is due now, and no other pause is shortened', async () => {
  const { pool } = database;
  await fixture.endpoint(accountId, url);
  await fixture.happen(accountId, 3, new Date(Date.now() + 72 * hour));
  await fixture.happen(accountId, 2, new Date(Date.now() + 26 * hour));
  expect(await makeFutureDeliveriesDue(pool, null)).toBe(3);
  expect(await makeFutureDeliveriesDue(pool, null)).toBe(0);
  const { rows } = await pool.query<{ due: number }>(
    'select count(*)::integer as due from deliveries where due_at <= now()',
  );
  expect(rows).toEqual([{ due: 3 }]);
});
