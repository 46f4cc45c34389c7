import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createListener } from '../../foundation/events/listener-queries.ts';

let database: TestDatabase;
let fixture: CommandLineFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createCommandLineFixture(database);
  await fixture.run('account create --name Rowan --balance 10');
});
afterAll(() => database.drop());

const json = (command: string) => fixture.json(command);

test('an endpoint is created, tested, shown, changed, replayed to and removed', async () => {
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
  const { entries } = await json('audit list --account 1 --action delivery.replay');
  const { entries: tests } = await json('audit list --account 1 --action endpoint.test');
  expect(tests).toMatchObject([{ key: { endpointId }, after: { eventId } }]);
  expect(entries).toMatchObject([
    { actor: { kind: 'command_line' }, key: { endpointId }, after: { count: 1 } },
    { actor: { kind: 'command_line' }, key: { deliveryId }, after: { count: 1 } },
  ]);
  const rolled = await json(`endpoint roll-secret --endpoint ${endpointId}`);
  expect(rolled.secret).not.toBe(made.secret);
  const off = await json(`endpoint set --endpoint ${endpointId} --switch off`);
  expect(off).toMatchObject({ state: 'off' });
  await json(`endpoint remove --endpoint ${endpointId}`);
  expect(await json('endpoint list --account 1')).toEqual({ endpoints: [], listeners: [] });
});

const own = '--account 1 --mode test --url https://rowan.example/hook';

test('deliveries and events are found by filter, and replayed for a period', async () => {
  await fixture.run('account create --name Alder');
  const create = 'endpoint create --account 2 --url https://alder.example/hook --mode';
  const first = await json(`${create} test`);
  const second = await json(`${create} test --description Orders`);
  const live = await json(`${create} live`);
  const tried = await json(`endpoint test --endpoint ${first.endpointId}`);
  await json(`endpoint test --endpoint ${live.endpointId}`);
  const listed = async (words: string) =>
    (await json(`delivery list --account 2${words}`)).deliveries.map(
      ({ endpointId }: { endpointId: number }) => endpointId,
    );
  expect(await listed('')).toEqual([live.endpointId, first.endpointId]);
  expect(await listed(' --limit 1')).toEqual([live.endpointId]);
  expect(await listed(' --mode test')).toEqual([first.endpointId]);
  expect(await listed(` --endpoint ${live.endpointId}`)).toEqual([live.endpointId]);
  expect(await listed(` --endpoint ${second.endpointId}`)).toEqual([]);
  expect(await listed(' --state delivered')).toEqual([]);
  expect(await listed(' --type sms.failed')).toEqual([]);
  expect(await listed(` --call ${tried.eventId}`)).toEqual([]);
  const events = async (words: string) =>
    (await json(`event list${words}`)).events.map(({ id }: { id: string }) => id);
  expect(await events(' --account 2 --mode test')).toEqual([tried.eventId]);
  expect(await events(' --account 2 --limit 1')).not.toContain(tried.eventId);
  expect(await events(` --account 2 --call ${tried.eventId}`)).toEqual([]);
  expect(await events(' --account 99')).toEqual([]);

  const { endpoints } = await json('endpoint list --account 2 --mode test');
  expect(endpoints).toMatchObject([{ description: '' }, { description: 'Orders' }]);
  const replay = `delivery replay --endpoint ${first.endpointId} --from`;
  expect(await json(`${replay} 2026-01-01 --to 2026-01-02`)).toEqual({ count: 0 });
  expect(await json(`${replay} 2099-01-01`)).toEqual({ count: 0 });
  const failed = `update deliveries set state = 'failed', last_reply = 'No \u001b[2J'`;
  await database.pool.query(`${failed} where event_id = $1`, [tried.eventId]);
  const shown = await fixture.run(`delivery show ${tried.deliveryId}`);
  expect(shown.out).toContain('Last response: No \\u{1b}[2J');
  const table = (await fixture.run('delivery list --account 2 --state failed')).out.split('\n');
  expect(table).toHaveLength(2 + 1);
  // What is not pending is not due.
  expect(table[1]).toMatch(/endpoint\.test +failed +0 +- /);
  await json(`endpoint set --endpoint ${first.endpointId} --switch off`);
});

test.each([
  ['endpoint test --endpoint 2', /Endpoint 2 is off/],
  ['endpoint set --endpoint 3 --url http://127.0.0.1/', /url/],
  ['endpoint set --endpoint 99 --switch on', /Endpoint 99 not found/],
  ['endpoint remove --endpoint 99', /Endpoint 99 not found/],
  ['endpoint list --account 99', /Account 99 not found/],
  ['endpoint create --account 99 --mode test --url https://a.example/', /Account 99 not found/],
  ['delivery replay --endpoint 2', /--from/],
  ['delivery replay --endpoint 99 --from 2026-01-01', /Endpoint 99 not found/],
  ['delivery replay --delivery 019a85d2-9b10-7c55-8e21-3f7a90c4d6b8.1', /Endpoint 1 not found/],
  ['endpoint create --account 1 --mode test --url http://127.0.0.1/', /url/],
  [`endpoint create ${own} --description ${'a'.repeat(201)}`, /description must have at most 200/],
  [`endpoint create ${own} --events sms.failed,sms.failed`, /events/],
  ['endpoint test --endpoint 99', /Endpoint 99 not found/],
  ['delivery replay', /--delivery/],
  ['delivery show 019a85d2-9b10-7c55-8e21-3f7a90c4d6b8.1', /Delivery not found/],
])('%s is refused with a sentence', async (command, words) => {
  await fixture.expectRefusal(command, words);
});

test('an open listener is listed and removed like an endpoint', async () => {
  const { accountId } = await json('account create --name Listening');
  const owner = { accountId, mode: 'test' } as const;
  const listener = await createListener(database.pool, owner, ['sms.failed'], Buffer.from('x'));
  const list = () => json(`endpoint list --account ${accountId}`);
  expect(await list()).toMatchObject({ endpoints: [], listeners: [listener] });
  await json(`endpoint remove --endpoint ${listener?.endpointId}`);
  expect(await list()).toEqual({ endpoints: [], listeners: [] });
});
