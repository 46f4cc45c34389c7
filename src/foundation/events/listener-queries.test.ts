import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createWebhookFixture } from '../../../test/kit/webhook-fixture.ts';
import type { Owner } from '../contract/products.ts';
import { eventTypes } from '../contract/wire/event-schemas.ts';
import {
  acknowledge,
  createListener,
  findDueForListener,
  type Listener,
  pruneListeners,
  touchListener,
} from './listener-queries.ts';

let database: TestDatabase;
let fixture: ReturnType<typeof createWebhookFixture>;
let owner: Owner;

beforeAll(async () => {
  database = await createTestDatabase({ max: 3 });
  fixture = createWebhookFixture(database.pool);
});
afterAll(() => database.drop());
beforeEach(async () => {
  owner = { accountId: await fixture.account(), mode: 'test' };
});

const secret = Buffer.from('sealed');
const make = (of = owner) => createListener(database.pool, of, eventTypes, secret);
const touch = (listener: { endpointId: number } | undefined, of = owner) =>
  touchListener(database.pool, of, listener?.endpointId ?? expect.fail('none was made'));
const begin = async () => (await touch(await make())) ?? expect.fail('it is not there');
const dueOf = async (listener: Listener, limit = 100) =>
  (await findDueForListener(database.pool, listener, limit)).map(({ eventId }) => eventId);
const there = async () => {
  const { rows } = await database.pool.query<{ id: number }>(
    'select endpoint_id as id from endpoints where account_id = $1 order by 1',
    [owner.accountId],
  );
  return rows.map(({ id }) => id);
};

test('an account has five listeners per mode; endpoints and other accounts do not count', async () => {
  await fixture.endpoint(owner.accountId, 'https://rowan.example/hook');
  for (let made = 0; made < 5; made++) expect(await make()).toBeDefined();
  expect(await make()).toBeUndefined();
  expect(await make({ ...owner, mode: 'live' })).toBeDefined();
  expect(await make({ ...owner, accountId: await fixture.account() })).toBeDefined();
});

test('of two simultaneous listeners at the limit, one is refused', async () => {
  for (let made = 0; made < 4; made++) expect(await make()).toBeDefined();
  const quicker = await database.pool.connect();
  try {
    await quicker.query('begin');
    expect(await createListener(quicker, owner, eventTypes, secret)).toBeDefined();
    const slower = make();
    await expect.poll(() => countBlocked(database.pool)).toBe(1);
    await quicker.query('commit');
    expect(await slower).toBeUndefined();
  } finally {
    quicker.release();
  }
});

test('a listener is new once, and is found only in its own account and mode', async () => {
  const made = await make();
  const { accountId } = owner;
  const found = { endpointId: made?.endpointId, accountId, sealedSecret: secret };
  expect(await touch(made)).toEqual({ ...found, isNew: true });
  expect(await touch(made)).toEqual({ ...found, isNew: false });
  expect(await touch(made, { ...owner, mode: 'live' })).toBeUndefined();
  expect(await touch(made, { ...owner, accountId: accountId + 1 })).toBeUndefined();
  expect(await touch(await fixture.endpoint(accountId, 'https://rowan.example/'))).toBeUndefined();
});

test('unacknowledged deliveries come again, oldest first, up to a limit', async () => {
  const listener = await begin();
  const other = await begin();
  for (const minutes of [3, 1, 2]) {
    await fixture.happen(owner.accountId, 1, new Date(Date.now() - minutes * 60_000));
  }
  const all = await dueOf(listener);
  expect(all).toEqual([...all].sort());
  expect(all).toHaveLength(3);
  expect(await dueOf(listener, 2)).toEqual(all.slice(0, 2));
  const [first = expect.fail(), second = expect.fail(), third] = all;
  const { endpointId } = listener;
  // Naming another account's delivery does not acknowledge it.
  await acknowledge(database.pool, listener, [
    { eventId: first, endpointId },
    { eventId: second, endpointId: other.endpointId },
  ]);
  expect(await dueOf(listener)).toEqual([second, third]);
  expect(await dueOf(other)).toEqual(all);
  const { rows } = await database.pool.query(
    `select attempts, delivered_at as "deliveredAt", tried_at as "triedAt"
     from deliveries where endpoint_id = $1 and state = 'delivered'`,
    [endpointId],
  );
  const at = expect.any(Date);
  expect(rows).toEqual([{ attempts: 1, deliveredAt: at, triedAt: at }]);
});

test('a listener that does not poll for five minutes is removed with its deliveries', async () => {
  const asked = await begin();
  const left = await begin();
  const never = await make();
  const fresh = await make();
  const endpoint = await fixture.endpoint(owner.accountId, 'https://rowan.example/hook');
  await fixture.happen(owner.accountId, 2);
  await acknowledge(database.pool, left, [
    { eventId: (await dueOf(left))[0] as string, endpointId: left.endpointId },
  ]);
  const age = (column: string, id: number | undefined, minutes: number) =>
    database.pool.query(
      `update endpoints set ${column} = now() - make_interval(mins => $2) where endpoint_id = $1`,
      [id, minutes],
    );
  await age('created_at', asked.endpointId, 60);
  await age('asked_at', asked.endpointId, 4);
  await age('asked_at', left.endpointId, 6);
  await age('created_at', never?.endpointId, 6);
  await age('created_at', endpoint.endpointId, 600);
  expect(await pruneListeners(database.pool)).toBe(2);
  expect(await there()).toEqual([asked.endpointId, fresh?.endpointId, endpoint.endpointId]);
  const { rows } = await database.pool.query(
    `select endpoint_id as id, state, count(*)::integer as count
     from deliveries where account_id = $1 group by 1, 2 order by 1`,
    [owner.accountId],
  );
  expect(rows).toEqual([
    { id: asked.endpointId, state: 'pending', count: 2 },
    { id: left.endpointId, state: 'delivered', count: 1 },
    { id: fresh?.endpointId, state: 'pending', count: 2 },
    { id: endpoint.endpointId, state: 'pending', count: 2 },
  ]);
});
