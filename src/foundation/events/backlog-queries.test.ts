import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createWebhookFixture } from '../../../test/kit/webhook-fixture.ts';
import { readBacklog } from './backlog-queries.ts';
import { changeEndpoint } from './endpoint-queries.ts';
import { takeDeliveries } from './take-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('reports what is due, what is scheduled and the oldest due time, of enabled endpoints', async () => {
  const { pool } = database;
  const fixture = createWebhookFixture(pool);
  const accountId = await fixture.account();
  const nothing = { due: 0, later: 0, overdueSeconds: 0 };
  expect(await readBacklog(pool)).toEqual(nothing);
  const { endpointId } = await fixture.endpoint(accountId, 'https://rowan.example/hook');
  await fixture.happen(accountId, 5, new Date(Date.now() - 3_600_000));
  const asked = { now: null, limit: 2, each: 10, after: 0, endpointIds: [], slots: [] };
  expect(await takeDeliveries(pool, { ...asked, leaseMs: 60_000 })).toHaveLength(2);
  const waiting = await readBacklog(pool);
  expect(waiting).toMatchObject({ due: 3, later: 2 });
  expect(waiting.overdueSeconds).toBeGreaterThan(3_500);
  // Nothing is overdue, and the age is never negative.
  expect(await takeDeliveries(pool, { ...asked, limit: 3, leaseMs: 60_000 })).toHaveLength(3);
  expect(await readBacklog(pool)).toEqual({ due: 0, later: 5, overdueSeconds: 0 });
  await changeEndpoint(byTest(pool), endpointId, { isOn: false });
  expect(await readBacklog(pool)).toEqual(nothing);
});
