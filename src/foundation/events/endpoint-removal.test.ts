import { afterAll, beforeAll, expect, test } from 'vitest';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createWebhookFixture } from '../../../test/kit/webhook-fixture.ts';
import { inChange } from '../audit/change-queries.ts';
import { removeEndpoint } from './endpoint-queries.ts';

let database: TestDatabase;
let fixture: ReturnType<typeof createWebhookFixture>;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createWebhookFixture(database.pool);
});
afterAll(() => database.drop());

const actor = { kind: 'command_line', name: 'tester' } as const;

test('an endpoint can be removed while results of its deliveries are saved', async () => {
  const accountId = await fixture.account();
  const { endpointId, url } = await fixture.endpoint(accountId, 'https://example.com/hook');
  await fixture.happen(accountId, 2);
  // In the order in which results are stored: first the deliveries, then the state of their
  // endpoint.
  const writer = await database.pool.connect();
  await writer.query('begin');
  await writer.query('update deliveries set attempts = 1 where endpoint_id = $1', [endpointId]);
  const removed = inChange(database.pool, actor, 'endpoint.remove', (change) =>
    removeEndpoint(change, endpointId),
  );
  await expect.poll(() => countBlocked(database.pool)).toBe(1);
  await writer.query(
    `select from events_note_health(
       now(), interval '5 days', array[$1::integer], array[$2], '{false}', '{500}'
     )`,
    [endpointId, url],
  );
  await writer.query('commit');
  writer.release();
  expect(await removed).toBe(true);
  expect(await fixture.states()).toEqual({ failed: 2 });
});
