import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ConsoleFixture,
  createConsoleFixture,
  type Visitor,
} from '../../../../test/kit/console-fixture.ts';
import { failDeliveries } from '../../../../test/kit/fail-deliveries.ts';
import { runTasks } from '../../../../test/kit/run-tasks.ts';
import { inChange } from '../../../foundation/audit/change-queries.ts';
import { disableEndpoint } from '../../../foundation/events/endpoint-queries.ts';
import { createListener } from '../../../foundation/events/listener-queries.ts';
import { finishDeliveries, takeDeliveries } from '../../../foundation/events/take-queries.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const operator = { operator: 'operator' } as const;
const url = 'https://hooks.example/countersign';

async function newEndpoint(fields: object = {}) {
  const { accountId } = await fixture.newCaller();
  const path = `/${accountId}/webhooks`;
  const made = await fixture.post(operator, `${path}/create`, { mode: 'test', url, ...fields });
  expect(made.status).toBe(200);
  const { endpointId, secret } = made.body as { endpointId: number; secret: string };
  return {
    ...{ accountId, endpointId, secret },
    get: (rest: string) => fixture.get(operator, `${path}/${rest}`),
    post: (verb: string, body: object) =>
      fixture.post(operator, `${path}/${verb}`, { endpointId, ...body }),
  };
}

/** Sending as a task: how it begins, and how many deliveries the last one sent. */
function tasks() {
  return {
    begin: (visitor: Visitor, accountId: number, kind: string, params: object) =>
      fixture.post(visitor, `/${accountId}/tasks/begin`, { kind, params }),
    async lastDone(accountId: number): Promise<number> {
      await runTasks(fixture);
      const { body } = await fixture.get(operator, `/${accountId}/tasks/list`);
      expect(body.tasks[0]).toMatchObject({ state: 'done', fileName: null });
      return body.tasks[0].done;
    },
  };
}

/** Marks an endpoint's due deliveries as sent in the database. */
async function attempt(endpointId: number, status: number | null): Promise<void> {
  const taken = await takeDeliveries(fixture.pool, {
    ...{ now: null, limit: 1_000, each: 1_000, after: 0, endpointIds: [], slots: [], leaseMs: 0 },
  });
  const mine = taken.filter((each) => each.endpointId === endpointId);
  expect(mine.length).toBeGreaterThan(0);
  const isTaken = status === 200;
  const results = mine.map(({ accountId, eventId }) => ({
    ...{
      accountId,
      eventId,
      endpointId,
      url,
      isTaken,
      status,
      tookMs: 12,
      pauseMs: isTaken ? null : 0,
    },
    ...{ problem: isTaken ? null : `It answered with ${status}.`, reply: `answer ${status}` },
  }));
  await finishDeliveries(fixture.pool, null, 1_000_000_000, results);
}

test('open listeners are listed in the scope of their account, and can be removed there', async () => {
  const { accountId, get, post } = await newEndpoint();
  const owner = { accountId, mode: 'test' } as const;
  const listener = await createListener(fixture.pool, owner, ['sms.failed'], Buffer.from('x'));
  const endpointId = listener?.endpointId ?? -1;
  const shown = { endpointId, mode: 'test', events: ['sms.failed'] };
  expect((await get('endpoints?mode=test')).body.listeners).toMatchObject([shown]);
  expect((await get('endpoints?mode=live')).body.listeners).toEqual([]);
  const everywhere = await fixture.get(operator, '/platform/webhooks/endpoints?mode=test');
  expect(everywhere.body.listeners).toEqual([]);
  const other = await newEndpoint();
  const refused = await other.post('remove', { endpointId });
  expect(refused).toMatchObject({ status: 404 });
  expect(await post('remove', { endpointId })).toMatchObject({ status: 200, body: { endpointId } });
  expect((await get('endpoints?mode=test')).body).toMatchObject({
    listeners: [],
    endpoints: [{ accountId }],
  });
});

describe('an endpoint', () => {
  test('is created with a secret that is shown once, and neither a list nor the log has it', async () => {
    const { accountId, endpointId, secret, get } = await newEndpoint({
      ...{ events: ['sms.failed'], description: 'Orders' },
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { body, text } = await get('endpoints?mode=test');
    expect(body.endpoints).toMatchObject([
      { endpointId, accountId, url, events: ['sms.failed'], description: 'Orders', state: 'on' },
    ]);
    expect((await get('endpoints?mode=live')).body.endpoints).toEqual([]);
    const log = await fixture.get(operator, `/${accountId}/audit/entries`);
    expect(log.body.entries[0]).toMatchObject({ action: 'endpoint.create' });
    expect(text + log.text).not.toContain(secret.slice(6, 20));
  });

  test.each(['http://127.0.0.1/', 'http://localhost:8080/', 'ftp://hooks.example/', 'nonsense'])(
    'cannot point to %s, neither when created nor later',
    async (inside) => {
      const { accountId, get, post } = await newEndpoint();
      const body = { mode: 'test', url: inside };
      const made = await fixture.post(operator, `/${accountId}/webhooks/create`, body);
      expect(made.body).toMatchObject({ reason: 'invalid_request', details: [{ field: 'url' }] });
      const changed = await post('change', { url: inside });
      expect(changed.body).toMatchObject({ details: [{ field: 'url' }] });
      expect((await get('endpoints')).body.endpoints).toMatchObject([{ url }]);
    },
  );

  test('is changed field by field, disabled, enabled and removed', async () => {
    const { endpointId, get, post } = await newEndpoint({ description: 'Orders' });
    const row = async () => (await get('endpoints')).body.endpoints[0];
    await post('change', { url: `${url}/2`, events: ['balance.low'] });
    expect(await row()).toMatchObject({
      ...{ url: `${url}/2`, events: ['balance.low'], description: 'Orders', state: 'on' },
    });
    await post('change', { isOn: false });
    expect(await row()).toMatchObject({ state: 'off' });
    expect((await post('test', {})).body).toMatchObject({ reason: 'endpoint_off' });
    await post('change', { isOn: true });
    expect(await row()).toMatchObject({ state: 'on' });
    expect((await post('remove', {})).body).toEqual({ endpointId });
    expect((await get('endpoints')).body.endpoints).toEqual([]);
    expect((await post('remove', {})).body).toMatchObject({ reason: 'nothing_there' });
  });

  test('gets a new secret, and the old one keeps signing for a day', async () => {
    const { secret, post } = await newEndpoint();
    const { body } = await post('roll-secret', {});
    expect(body.secret).toMatch(/^whsec_/);
    expect(body.secret).not.toBe(secret);
    const inADay = Date.now() + 24 * 3_600_000;
    expect(Math.abs(Date.parse(body.oldSecretUntil) - inADay)).toBeLessThan(60_000);
  });

  test('that the platform disabled says why, to its account and to operators', async () => {
    const { accountId, endpointId, get } = await newEndpoint();
    await inChange(
      fixture.pool,
      { kind: 'platform', name: 'deliveries' },
      'endpoint.disable',
      (by) => disableEndpoint(by, { endpointId, url, because: 'failing' }, null),
    );
    const [row] = (await get('endpoints')).body.endpoints;
    expect(row).toMatchObject({ state: 'disabled', disabledBecause: 'failing' });
    expect(Math.abs(Date.parse(row.disabledAt) - Date.now())).toBeLessThan(60_000);
    const needs = await fixture.get(operator, '/platform/overview/needs?mode=test');
    expect(needs.body.endpoints[0]).toMatchObject({ accountId, endpointId, url });
  });
});

describe('deliveries', () => {
  test('are listed newest first, paged and filtered', async () => {
    const { endpointId, get, post } = await newEndpoint();
    const sent: string[] = [];
    for (let time = 0; time < 3; time++) sent.push((await post('test', {})).body.deliveryId);
    const ids = async (query: string) => {
      const { body } = await get(`deliveries?${query}`);
      return body.deliveries.map(({ deliveryId }: { deliveryId: string }) => deliveryId);
    };
    expect((await ids('')).toSorted()).toEqual(sent.toSorted());
    const first = await get('deliveries?limit=2');
    const second = await get(`deliveries?limit=2&cursor=${first.body.cursor}`);
    expect([...first.body.deliveries, ...second.body.deliveries]).toEqual(
      (await get('deliveries')).body.deliveries,
    );
    expect(second.body.cursor).toBeNull();
    expect(first.body.deliveries[0]).toMatchObject({
      ...{ type: 'endpoint.test', state: 'pending', attempts: 0, lastStatus: null, url },
    });
    expect(await ids('state=delivered')).toEqual([]);
    expect(await ids(`endpointId=${endpointId}&type=endpoint.test&state=pending`)).toHaveLength(3);
    expect(await ids(`endpointId=${endpointId + 1}`)).toEqual([]);
    expect(await ids('type=sms.failed')).toEqual([]);
    expect(await ids('mode=live')).toEqual([]);
    const wrong = await get('deliveries?state=lost');
    expect(wrong.body).toMatchObject({ details: [{ field: 'state' }] });
  });

  test('show the request and the response of each attempt, latest first', async () => {
    const { endpointId, get, post } = await newEndpoint();
    const { deliveryId } = (await post('test', {})).body;
    await attempt(endpointId, 503);
    await attempt(endpointId, 200);
    const { body } = await get(`delivery?deliveryId=${deliveryId}`);
    expect(body.delivery).toMatchObject({
      deliveryId,
      state: 'delivered',
      attempts: 2,
      dueAt: null,
    });
    expect(JSON.parse(body.body)).toMatchObject({
      ...{ id: body.headers['webhook-id'], type: 'endpoint.test', data: { endpointId } },
    });
    const elsewhere = await get(`delivery?deliveryId=${deliveryId}&mode=live`);
    expect(elsewhere.body.reason).toBe('nothing_there');
    expect(body.tries).toMatchObject([
      { status: 200, problem: null, reply: 'answer 200', ms: 12 },
      { status: 503, problem: 'It answered with 503.', reply: 'answer 503', ms: 12 },
    ]);
  });

  test('are replayed: one, a period, or everything since, and the log says by whom', async () => {
    const { begin, lastDone } = tasks();
    const { accountId, endpointId, get, post } = await newEndpoint();
    const { deliveryId } = (await post('test', {})).body;
    await post('test', {});
    await attempt(endpointId, 200);
    const replay = (body: object) =>
      fixture.post(operator, `/${accountId}/webhooks/replay`, body).then((reply) => reply.body);
    const pending = async () => (await get('deliveries?state=pending')).body.deliveries.length;
    expect(await pending()).toBe(0);
    expect(await replay({ deliveryId })).toEqual({ count: 1 });
    expect(await pending()).toBe(1);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const replaySpan = async (span: object) => {
      const { body } = await begin(operator, accountId, 'events_replay', { endpointId, ...span });
      return body.details ?? lastDone(accountId);
    };
    expect(await replaySpan({ from, to: from })).toBe(0);
    const earlier = new Date(Date.parse(from) - 1).toISOString();
    expect(await replaySpan({ from, to: earlier })).toMatchObject([{ field: 'to' }]);
    expect(await replaySpan({ from })).toBe(2);
    expect(await pending()).toBe(2);
    expect(await replaySpan({})).toMatchObject([{ field: 'from' }]);
    const stale = { ...operator, factorAgeMs: 3_600_000 };
    const refused = await begin(stale, accountId, 'events_replay', { endpointId, from });
    expect(refused.body.reason).toBe('factor_required');
    const log = await fixture.get(operator, `/${accountId}/audit/entries?action=delivery.replay`);
    expect(log.body.entries[0]).toMatchObject({
      ...{ actor: { name: 'Lin' }, accountId, after: { kind: 'events_replay', endpointId } },
    });
  });
});

// @mutant src/surfaces/console/webhooks/require-endpoint.ts
// - findEndpoint(pool, scope, { endpointId })
// + findEndpoint(pool, scope && { kind: 'platform' }, { endpointId })
test('another account’s endpoints and deliveries can be neither seen nor changed', async () => {
  const theirs = await newEndpoint();
  const { deliveryId } = (await theirs.post('test', {})).body;
  const { accountId } = await fixture.newCaller();
  const member = { members: { [accountId]: 'developer' } } as const;
  const path = `/${accountId}/webhooks`;
  for (const list of ['endpoints', 'deliveries', `deliveries?endpointId=${theirs.endpointId}`]) {
    const { body } = await fixture.get(member, `${path}/${list}`);
    expect(body.endpoints ?? body.deliveries).toEqual([]);
  }
  const seen = await fixture.get(member, `${path}/delivery?deliveryId=${deliveryId}`);
  expect(seen.body.reason).toBe('nothing_there');
  const from = new Date(0).toISOString().replace('1970', '2020');
  for (const [verb, body] of [
    ['change', { isOn: false }],
    ['remove', {}],
    ['roll-secret', {}],
    ['test', {}],
    ['replay', { deliveryId }],
    ['resend', { deliveryId }],
  ] as const) {
    const asked = { ...('deliveryId' in body ? {} : { endpointId: theirs.endpointId }), ...body };
    const reply = await fixture.post(member, `${path}/${verb}`, asked);
    expect([verb, reply.body.reason]).toEqual([verb, 'nothing_there']);
  }
  for (const kind of ['events_replay', 'failed_resend']) {
    const params = { endpointId: theirs.endpointId, from };
    const reply = await tasks().begin(member, accountId, kind, params);
    expect([kind, reply.body.reason]).toEqual([kind, 'nothing_there']);
  }
  expect((await theirs.get('endpoints')).body.endpoints).toMatchObject([{ state: 'on' }]);
});

test('the platform lists the endpoints of all accounts with their owners', async () => {
  const { accountId, endpointId } = await newEndpoint();
  const { body } = await fixture.get(operator, '/platform/webhooks/endpoints?mode=test&limit=1');
  expect(body.endpoints).toMatchObject([{ accountId, endpointId }]);
  expect(body.endpoints[0].accountName).not.toBe('');
  const rest = await fixture.get(operator, `/platform/webhooks/endpoints?before=${body.next}`);
  expect(rest.body.endpoints.map((row: { endpointId: number }) => row.endpointId)).not.toContain(
    endpointId,
  );
  const deliveries = await fixture.get(operator, '/platform/webhooks/deliveries');
  expect(deliveries.body.reason).toBe('nothing_there');
});

test('what an endpoint did not accept is resent without a second factor, once', async () => {
  const { accountId, endpointId, get } = await newEndpoint();
  const [eventId = ''] = await failDeliveries(fixture.pool, endpointId, 12);
  const healthOf = async () => (await get('endpoints')).body.endpoints[0].health;
  expect(await healthOf()).toMatchObject({
    ...{ failedInRow: 12, undelivered: 12, lastStatus: 500, failingSince: expect.any(String) },
    turnsOffAt: expect.any(String),
  });
  const visitor = { ...operator, factorAgeMs: 3_600_000 };
  const resend = (body: object) => fixture.post(visitor, `/${accountId}/webhooks/resend`, body);
  const { begin, lastDone } = tasks();
  const resendAll = (by: Visitor, span = {}) =>
    begin(by, accountId, 'failed_resend', { endpointId, ...span });
  const one = { deliveryId: `${eventId}.${endpointId}` };
  expect((await resend(one)).body).toEqual({ count: 1 });
  for (const count of [11, 0]) {
    await resendAll(visitor);
    expect(await lastDone(accountId)).toBe(count);
  }
  const { deliveries } = (await get('deliveries')).body;
  expect(deliveries).toHaveLength(12);
  expect(deliveries[0].replayedAt).toEqual(expect.any(String));
  const back = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
  expect(await resendAll(visitor, back)).toMatchObject({
    ...{ status: 400, body: { details: [{ field: 'to' }] } },
  });
  const other = await newEndpoint();
  expect((await resend({ deliveryId: `${eventId}.${other.endpointId}` })).status).toBe(404);
  const viewer = { operator: 'viewer' } as const;
  expect((await resendAll(viewer)).status).toBe(403);
});
