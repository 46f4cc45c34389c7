import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listEntries } from '../../src/foundation/audit/entry-queries.ts';
import { errorTable } from '../../src/foundation/contract/errors/errors.ts';
import { wholePlatform } from '../../src/foundation/contract/scope.ts';
import { maxTests } from '../../src/foundation/events/test-endpoint.ts';
import { revokeKey } from '../../src/line/callers/key-queries.ts';
import { setAccountState } from '../../src/people/accounts/queries.ts';
import { byTest } from '../kit/by-test.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';
import { Webhook } from '../reference-clients/standard-webhooks.ts';
import { expectError } from './expect-reply.ts';

let fixture: Fixture;
let caller: Caller;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  caller = await fixture.newCaller();
});

// biome-ignore lint/suspicious/noExplicitAny: the data of a reply is read as a stranger would read it.
type Any = any;

async function ask(operation: string, body: object, by = caller): Promise<Any> {
  const reply = await by.call(operation, body);
  expect(reply.status, reply.text).toBe(201);
  expect(reply.body).toMatchObject({ code: 0, priceSource: 'free', unitPrice: '0.0000' });
  return reply.body.data;
}

const url = 'https://example.com/hook';

describe('an endpoint', () => {
  test('is created with a secret, listed without it, changed, disabled and removed', async () => {
    const { secret, ...made } = await ask('webhook_endpoint_create', {
      url,
      description: 'Orders',
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({ url, description: 'Orders', state: 'on' });
    expect(made.events).toContain('face.finished');
    expect(await ask('webhook_endpoint_list', {})).toEqual({ endpoints: [made], listeners: [] });
    const { endpointId } = made;
    const asked = { endpointId, events: ['sms.failed'], isOn: false };
    const changed = { ...made, events: ['sms.failed'], state: 'off' };
    expect(await ask('webhook_endpoint_update', asked)).toEqual(changed);
    expectError(await caller.call('webhook_endpoint_test', { endpointId }), 'endpoint_off');
    expect(await ask('webhook_endpoint_delete', { endpointId })).toEqual({ endpointId });
    expect(await ask('webhook_endpoint_list', {})).toEqual({ endpoints: [], listeners: [] });
    expectError(await caller.call('webhook_endpoint_update', { endpointId }), 'endpoint_unknown');
    const { entries } = await listEntries(
      fixture.pool,
      wholePlatform,
      { accountId: caller.accountId },
      { limit: 3 },
    );
    const actor = { kind: 'key', keyId: caller.keyId, name: `key ${caller.keyId}` };
    expect(entries.map((entry) => [entry.action, entry.actor])).toEqual([
      ['endpoint.delete', actor],
      ['endpoint.update', actor],
      ['endpoint.create', actor],
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret.slice(6));
  });

  test('is limited to the account’s tests per minute, across all its endpoints', async () => {
    const ids: Any[] = [];
    for (let made = 0; made < 2; made++) ids.push(await ask('webhook_endpoint_create', { url }));
    const tryOne = (n: number) =>
      caller.call('webhook_endpoint_test', { endpointId: ids[n % 2].endpointId });
    // All at once, so that none is counted before another is written.
    const numbers = Array.from({ length: maxTests + 3 }, (_, n) => n);
    const replies = await Promise.all(numbers.map(tryOne));
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(3);
    for (const reply of refused) {
      expectError(reply, 'rate_limited_trials');
      expect(reply.headers['ratelimit-policy']).toBe(`"trials";q=${maxTests};w=60`);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    expect(errorTable.rate_limited_trials.cause.en).toContain(` ${maxTests} `);
    const other = await fixture.newCaller();
    const { endpointId } = await ask('webhook_endpoint_create', { url }, other);
    await ask('webhook_endpoint_test', { endpointId }, other);
  });

  test('says that the old secret signs for a day after its secret was rolled', async () => {
    const { endpointId, secret } = await ask('webhook_endpoint_create', { url });
    const rolled = await ask('webhook_endpoint_roll_secret', { endpointId });
    expect(rolled.secret).not.toBe(secret);
    const hours = (Date.parse(rolled.oldSecretUntil) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
  });

  test.each(['http://127.0.0.1/', 'https://localhost/', 'ftp://example.com', 'https://a:b@c.d/'])(
    'cannot be created at %s',
    async (bad) => {
      const reply = await caller.call('webhook_endpoint_create', { url: bad });
      expectError(reply, 'invalid_request');
      expect(reply.body.details).toMatchObject([{ field: 'url' }]);
    },
  );

  test('cannot be reached by another account', async () => {
    const { endpointId } = await ask('webhook_endpoint_create', { url });
    const { deliveryId } = await ask('webhook_endpoint_test', { endpointId });
    const other = await fixture.newCaller();
    const live = await fixture.newCaller({
      ...{ accountId: caller.accountId, mode: 'live', scopes: ['webhooks'] },
    });
    for (const by of [other, live]) {
      expect(await ask('webhook_endpoint_list', {}, by)).toEqual({ endpoints: [], listeners: [] });
      expect((await ask('webhook_delivery_list', {}, by)).deliveries).toEqual([]);
      for (const verb of ['update', 'delete', 'roll_secret', 'test']) {
        const reply = await by.call(`webhook_endpoint_${verb}`, { endpointId });
        expectError(reply, 'endpoint_unknown');
      }
      expectError(await by.call('webhook_replay', { deliveryId }), 'delivery_unknown');
      const since = { endpointId, from: '2026-01-01T00:00:00Z' };
      expectError(await by.call('webhook_replay', since), 'endpoint_unknown');
    }
  });

  test('is one of at most twenty', async () => {
    for (let made = 0; made < 20; made++) await ask('webhook_endpoint_create', { url });
    expectError(await caller.call('webhook_endpoint_create', { url }), 'too_many_endpoints');
  });

  test('is created once, however often it is requested under one idempotency key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => caller.call('webhook_endpoint_create', { url }, headers)),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await ask('webhook_endpoint_list', {})).endpoints).toHaveLength(1);
  });

  test('needs a key with the scope', async () => {
    const live = await fixture.newCaller({ mode: 'live' });
    expectError(await live.call('webhook_endpoint_list', {}), 'product_not_in_scope');
  });
});

describe('deliveries', () => {
  test('are listed by filter, page by page, and replayed', async () => {
    const { endpointId } = await ask('webhook_endpoint_create', { url });
    const trials = [];
    for (let n = 0; n < 3; n++) trials.push(await ask('webhook_endpoint_test', { endpointId }));
    const { requestId } = (await caller.call('sms_code', { mobile: '13800000000', code: '1' }))
      .body;
    await fixture.fireReceipts();

    const page = await ask('webhook_delivery_list', { limit: 2 });
    expect(page.deliveries).toHaveLength(2);
    const rest = await ask('webhook_delivery_list', { limit: 2, cursor: page.cursor });
    expect(rest).toMatchObject({ cursor: null });
    const all = [...page.deliveries, ...rest.deliveries];
    expect(new Set(all.map(({ deliveryId }: Any) => deliveryId)).size).toBe(4);
    expect(all).toContainEqual(
      expect.objectContaining({
        ...{ deliveryId: trials[0].deliveryId, type: 'endpoint.test', state: 'pending' },
        ...{ attempts: 0, lastStatus: null, lastProblem: null, deliveredAt: null },
      }),
    );
    const typed = await ask('webhook_delivery_list', { type: 'endpoint.test', state: 'pending' });
    expect(typed.deliveries).toHaveLength(3);
    expect((await ask('webhook_delivery_list', { state: 'failed' })).deliveries).toEqual([]);
    const [own] = (await ask('webhook_delivery_list', { requestId })).deliveries;
    expect(own).toMatchObject({ type: 'sms.delivered', endpointId });

    expect(await ask('webhook_replay', { deliveryId: own.deliveryId })).toEqual({ count: 1 });
    // An endpoint created later receives what it missed.
    const late = await ask('webhook_endpoint_create', { url, events: ['sms.delivered'] });
    const span = { endpointId: late.endpointId, from: new Date(Date.now() - 60_000).toISOString() };
    expect(await ask('webhook_replay', span)).toEqual({ count: 1 });
    const before = { ...span, to: span.from };
    expect(await ask('webhook_replay', before)).toEqual({ count: 0 });
  });

  test.each(['2026-11-15T23:59:60Z', '2026-02-30T00:00:00Z', '2026-11-15T00:00:00+99:99'])(
    'cannot be replayed from or until %s, which is not a time',
    async (time) => {
      const { endpointId } = await ask('webhook_endpoint_create', { url });
      const from = '2026-11-15T00:00:00Z';
      for (const [field, span] of Object.entries({
        from: { from: time },
        to: { from, to: time },
      })) {
        const reply = await caller.call('webhook_replay', { endpointId, ...span });
        expectError(reply, 'invalid_request');
        expect(reply.body.details).toMatchObject([{ field }]);
      }
    },
  );
});

describe('a listener', () => {
  test('gets signed events until it has acknowledged them', async () => {
    const { listenerId, secret, deliveries } = await ask('webhook_listen', {});
    expect(secret).toMatch(/^whsec_/);
    expect(deliveries).toEqual([]);
    const { requestId } = (await caller.call('sms_code', { mobile: '13800000000', code: '1' }))
      .body;
    const waiting = ask('webhook_listen', { listenerId, waitSeconds: 20 });
    await fixture.fireReceipts();
    const [first] = (await waiting).deliveries;
    expect(first.headers['webhook-id']).toBe(JSON.parse(first.body).id);
    const verified = new Webhook(secret).verify(first.body, first.headers);
    expect(verified).toMatchObject({ type: 'sms.delivered', data: { requestId } });
    const again = await ask('webhook_listen', { listenerId, waitSeconds: 0 });
    expect(again.secret).toBeUndefined();
    expect(again.deliveries.map(({ deliveryId }: Any) => deliveryId)).toEqual([first.deliveryId]);
    const acknowledge = [first.deliveryId];
    const done = await ask('webhook_listen', { listenerId, acknowledge, waitSeconds: 0 });
    expect(done.deliveries).toEqual([]);
    // It is not an endpoint of the account.
    expect(await ask('webhook_endpoint_list', {})).toMatchObject({
      endpoints: [],
      listeners: [{ listenerId }],
    });
    expect((await ask('webhook_delivery_list', {})).deliveries).toEqual([]);
  });

  test('cannot be used by another account or a live key', async () => {
    const { listenerId } = await ask('webhook_listen', {});
    const other = await fixture.newCaller();
    const foreign = await other.call('webhook_listen', { listenerId, waitSeconds: 0 });
    expectError(foreign, 'endpoint_unknown');
    const live = await fixture.newCaller({ mode: 'live', scopes: ['webhooks'] });
    expectError(await live.call('webhook_listen', {}), 'listen_test_only');
  });

  test('is one of at most five', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => caller.call('webhook_listen', { waitSeconds: 0 })),
    );
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(35);
    for (const reply of refused) expectError(reply, 'too_many_listeners');
    const { body } = await caller.call('webhook_endpoint_list', {});
    const listeners = body.data.listeners as { listenerId: number; expiresAt: string }[];
    expect(listeners).toHaveLength(5);
    const open = replies.filter(({ status }) => status === 201);
    const ids = open.map((reply) => reply.body.data.listenerId);
    expect(listeners.map(({ listenerId }) => listenerId).sort()).toEqual(ids.sort());
    expect(Date.parse(String(listeners[0]?.expiresAt))).toBeGreaterThan(Date.now());
  });

  test('has few concurrent polls, so that no key keeps the database busy', async () => {
    const busy = await fixture.newCaller();
    const made = await busy.call('webhook_listen', {});
    const { listenerId } = made.body.data as Any;
    const asked = { listenerId, waitSeconds: 2 };
    const replies = await Promise.all(
      Array.from({ length: 14 }, () => busy.call('webhook_listen', asked)),
    );
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(4);
    for (const reply of refused) expectError(reply, 'rate_limited_key');
    // Answered polls have freed their slots.
    const later = await busy.call('webhook_listen', { listenerId, waitSeconds: 0 });
    expect(later.status).toBe(201);
  });

  test.each([
    ['key_invalid', (by: Caller) => revokeKey(byTest(fixture.pool), { keyId: by.keyId })],
    [
      'account_suspended',
      (by: Caller) => setAccountState(byTest(fixture.pool), by.accountId, 'suspended'),
    ],
  ] as const)(
    'gets nothing more once it is refused as %s, even while it is waiting',
    async (reason, end) => {
      const { listenerId } = await ask('webhook_listen', {});
      const waiting = caller.call('webhook_listen', { listenerId, waitSeconds: 20 });
      await caller.call('sms_code', { mobile: '13800000000', code: '1' });
      await end(caller);
      await fixture.fireReceipts();
      expectError(await waiting, reason);
    },
  );

  test('is released at once when the server stops', async () => {
    const own = await createFixture();
    const { body } = await own.call('webhook_listen', {});
    const { listenerId } = body.data as Any;
    const askedAt = async () =>
      (await own.pool.query('select asked_at::text as at from endpoints')).rows[0].at;
    const before = await askedAt();
    // Over a connection: a stop waits for the replies under way.
    const waiting = fetch(`${own.url}/api/v1/webhook_listen`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': own.apiKey },
      body: JSON.stringify({ listenerId, waitSeconds: 25 }),
    });
    await expect.poll(askedAt).not.toBe(before);
    const startedAt = performance.now();
    await own.close();
    expect((await waiting).status).toBe(201);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});
