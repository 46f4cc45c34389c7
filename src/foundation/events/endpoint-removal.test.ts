import { afterAll, beforeAll, expect, test } from 'vitest';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createWebhookStand } from '../../../test/kit/webhook-stand.ts';
import { inChange } from '../audit/change-queries.ts';
import { removeEndpoint } from './endpoint-queries.ts';

let database: TestDatabase;
let stand: ReturnType<typeof createWebhookStand>;

beforeAll(async () => {
  database = await createTestDatabase();
  stand = createWebhookStand(database.pool);
});
afterAll(() => database.drop());

const actor = { kind: 'command_line', name: 'tester' } as const;

test('an endpoint is taken away while results of its deliveries are written down', async () => {
  const accountId = await stand.account();
  const { endpointId, url } = await stand.endpoint(accountId, 'https://example.com/hook');
  await stand.happen(accountId, 2);
  // As where results are written down: first the deliveries, then what is known of their endpoint.
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
  expect(await stand.states()).toEqual({ failed: 2 });
});
