import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandLineStand, createCommandLineStand } from '../../test/command-line-stand.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
let stand: CommandLineStand;

beforeAll(async () => {
  database = await createTestDatabase();
  stand = createCommandLineStand(database);
  await stand.run('account create --name Rowan --balance 10');
});
afterAll(() => database.drop());

const json = (command: string) => stand.json(command);

test('an endpoint is made, tried, looked at, changed, sent to again, and taken away', async () => {
  const made = await json(
    'endpoint create --account 1 --mode test --url https://rowan.example/hook --events sms.failed',
  );
  expect(made.secret).toMatch(/^whsec_/);
  const { endpointId } = made;
  const { endpoints } = await json('endpoint list --account 1');
  expect(endpoints).toMatchObject([{ endpointId, state: 'on', events: ['sms.failed'] }]);
  const { deliveryId, eventId } = await json(`endpoint test --endpoint ${endpointId}`);
  const { deliveries } = await json('delivery list --account 1 --state pending');
  expect(deliveries).toMatchObject([{ deliveryId, eventId, type: 'endpoint.test' }]);
  expect(await json(`delivery show ${deliveryId}`)).toMatchObject({
    ...{ deliveryId, attempts: 0, failed: [], url: 'https://rowan.example/hook' },
    event: { id: eventId, type: 'endpoint.test', sequence: 1, data: { endpointId } },
  });
  const { events } = await json('event list --type endpoint.test');
  expect(events).toMatchObject([{ accountId: 1, id: eventId }]);
  expect(await json(`delivery replay --delivery ${deliveryId}`)).toEqual({ count: 1 });
  const span = `delivery replay --endpoint ${endpointId} --from 2026-01-01`;
  expect(await json(span)).toEqual({ count: 1 });
  const rolled = await json(`endpoint roll-secret --endpoint ${endpointId}`);
  expect(rolled.secret).not.toBe(made.secret);
  const off = await json(`endpoint set --endpoint ${endpointId} --switch off`);
  expect(off).toMatchObject({ state: 'off' });
  await json(`endpoint remove --endpoint ${endpointId}`);
  expect(await json('endpoint list --account 1')).toEqual({ endpoints: [] });
});

const own = '--account 1 --mode test --url https://rowan.example/hook';

test.each([
  ['endpoint create --account 1 --mode test --url http://127.0.0.1/', /url/],
  [`endpoint create ${own} --description ${'a'.repeat(201)}`, /description must have at most 200/],
  [`endpoint create ${own} --events sms.failed,sms.failed`, /events/],
  ['endpoint test --endpoint 99', /no endpoint 99/],
  ['delivery replay', /--delivery/],
  ['delivery show 019a85d2-9b10-7c55-8e21-3f7a90c4d6b8.1', /no such delivery/],
])('%s is refused in words', async (command, words) => {
  await stand.expectRefusal(command, words);
});
