import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../test/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createWebhookStand } from '../../test/webhook-stand.ts';
import { readBacklog, readOverdueSeconds } from './backlog-queries.ts';
import { changeEndpoint } from './endpoint-queries.ts';
import { takeDeliveries } from './take-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('what is due, what comes later and since when something is due are told, of endpoints that are on', async () => {
  const { pool } = database;
  const stand = createWebhookStand(pool);
  const accountId = await stand.account();
  expect(await readBacklog(pool)).toEqual({ due: 0, later: 0 });
  expect(await readOverdueSeconds(pool)).toBe(0);
  const { endpointId } = await stand.endpoint(accountId, 'https://rowan.example/hook');
  await stand.happen(accountId, 5, new Date(Date.now() - 3_600_000));
  const asked = { now: null, most: 2, each: 10, after: 0, endpointIds: [], rooms: [] };
  expect(await takeDeliveries(pool, { ...asked, leaseMs: 60_000 })).toHaveLength(2);
  expect(await readBacklog(pool)).toEqual({ due: 3, later: 2 });
  expect(await readOverdueSeconds(pool)).toBeGreaterThan(3_500);
  await changeEndpoint(byTest(pool), endpointId, { isOn: false });
  expect(await readBacklog(pool)).toEqual({ due: 0, later: 0 });
  expect(await readOverdueSeconds(pool)).toBe(0);
});
