import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  answerWith,
  createReceiver,
  createWebhookFixture,
} from '../../../test/kit/webhook-fixture.ts';
import { Webhook } from '../../../test/reference-clients/standard-webhooks.ts';
import { listEntries } from '../audit/entry-queries.ts';
import { createMovableClock } from '../clock.ts';
import { wholePlatform } from '../contract/scope.ts';
import { rollSecret } from './change-endpoint.ts';
import { usualPace } from './deliver.ts';
import { findDelivery, listDeliveries, replayDelivery } from './delivery-queries.ts';
import { changeEndpoint, findEndpoint, rollEndpointSecret } from './endpoint-queries.ts';
import { sealSecret } from './endpoint-secret.ts';
import { initialLimit } from './endpoint-slots.ts';
import { makeSecret } from './sign-delivery.ts';
import { takeDeliveries } from './take-queries.ts';

const hour = 3_600_000;

let database: TestDatabase;
let receiver: Awaited<ReturnType<typeof createReceiver>>;
let fixture: ReturnType<typeof createWebhookFixture>;
let accountId: number;
const started: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  receiver = await createReceiver();
  fixture = createWebhookFixture(database.pool);
  accountId = await fixture.account();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
  await receiver.close();
  await database.drop();
});

function deliver(changes: Parameters<typeof fixture.deliverer>[0] = {}) {
  const deliverer = fixture.deliverer({
    ...changes,
    pace: { pollMs: 20, probeMs: 1, ...changes.pace },
  });
  deliverer.start();
  started.push(deliverer);
  return deliverer;
}

const delivered = (count: number) =>
  expect.poll(() => fixture.states()).toEqual({ delivered: count });

describe('a delivery', () => {
  test('is verified by the standard’s own package, with both secrets while one is rolled', async () => {
    const endpoint = await fixture.endpoint(accountId, receiver.url('/a'));
    const second = makeSecret();
    const sealed = sealSecret(fixture.vault, accountId, second);
    const span = { now: null, overlapHours: 24 };
    await rollEndpointSecret(byTest(database.pool), endpoint.endpointId, sealed, span);
    await fixture.happen(accountId, 1);
    deliver();
    await delivered(1);
    const [{ headers, body } = expect.fail()] = receiver.received;
    for (const secret of [endpoint.secret, second]) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        ...{ type: 'balance.low', mode: 'test', sequence: 1 },
        data: { available: '99.9999', threshold: '100.0000' },
      });
    }
    const stranger = new Webhook(makeSecret());
    expect(() => stranger.verify(body, headers as Record<string, string>)).toThrow();
    expect(headers['content-type']).toBe('application/json');
  });

  // @mutant src/foundation/events/sql/take-deliveries.sql
  // - case when v_endpoint.old_secret_until > v_now then v_endpoint.sealed_old_secret end
  // + v_endpoint.sealed_old_secret
  // @mutant src/foundation/events/endpoint-queries.ts
  // - make_interval(hours => $4)
  // + make_interval(days => $4)
  test('is signed with the old secret until the time that the endpoint shows, and no longer', async () => {
    // The package accepts only signatures of the last minutes, so the overlap ends now.
    const clock = createMovableClock(new Date(Date.now() - 24 * hour));
    const endpoint = await fixture.endpoint(accountId, receiver.url('/a'));
    const rolled = await rollSecret(byTest(database.pool), { ...fixture, clock }, endpoint);
    const shown = await findEndpoint(database.pool, wholePlatform, endpoint);
    const end = new Date(clock.nowMs() + 24 * hour);
    expect([shown?.oldSecretUntil, new Date(rolled.oldSecretUntil)]).toEqual([end, end]);
    const verifies = (secret: string, at: number) => {
      const { headers, body } = receiver.received[at] ?? expect.fail();
      try {
        return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
      } catch {
        return false;
      }
    };

    clock.set(new Date(end.getTime() - 1));
    await fixture.happen(accountId, 1, clock.now());
    deliver({ clock });
    await delivered(1);
    expect([verifies(endpoint.secret, 0), verifies(rolled.secret, 0)]).toEqual([true, true]);

    clock.set(end);
    await fixture.happen(accountId, 1, clock.now());
    await delivered(2);
    expect([verifies(endpoint.secret, 1), verifies(rolled.secret, 1)]).toEqual([false, true]);
  });

  test.each([301, 302, 307, 400, 500])(
    'that is answered with %i has failed and waits',
    async (status) => {
      receiver.answers.set('/a', answerWith(status, { location: receiver.url('/b') }));
      await fixture.endpoint(accountId, receiver.url('/a'));
      await fixture.happen(accountId, 1);
      deliver();
      await expect
        .poll(() => firstDelivery())
        .toMatchObject({
          ...{ state: 'pending', attempts: 1, lastStatus: status },
          lastProblem: `It answered with ${status}.`,
        });
      expect(receiver.at('/b')).toEqual([]);
      const story = await findDelivery(database.pool, wholePlatform, await firstDelivery());
      expect(story?.failed).toMatchObject([{ status, reply: 'noted' }]);
    },
  );

  test('that failed for good is sent again on request', async () => {
    const clock = createMovableClock(new Date());
    receiver.answers.set('/a', answerWith(500));
    await fixture.endpoint(accountId, receiver.url('/a'));
    await fixture.happen(accountId, 1, clock.now());
    const startedMs = clock.nowMs();
    let failures = 0;
    const metrics = { attempted: () => {}, gaveUp: () => failures++ };
    deliver({ clock, metrics, pace: { pollMs: 20, patienceMs: 100 * 24 * hour } });
    for (let attempts = 1; attempts <= 10; attempts++) {
      await expect.poll(async () => (await firstDelivery()).attempts).toBe(attempts);
      clock.move(27 * hour);
    }
    expect(await fixture.states()).toEqual({ failed: 1 });
    // It is counted once its result is stored.
    await expect.poll(() => failures).toBe(1);
    receiver.answers.delete('/a');
    const now = clock.databaseNow();
    const key = await firstDelivery();
    const { failed = [] } = (await findDelivery(database.pool, wholePlatform, key)) ?? {};
    const days = failed.map(({ triedAt }) => (triedAt.getTime() - startedMs) / (27 * hour));
    expect(days.map(Math.round)).toEqual([0, 1, 2, 7, 8, 9]);
    expect(await replayDelivery(database.pool, wholePlatform, key, { now })).toBe(1);
    await delivered(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const why = receiver.received.map(({ headers }) => headers['webhook-redelivery']);
    expect([why[0], why[1], why.at(-1)]).toEqual([undefined, 'retry', 'replay']);
  });

  test('is taken over by another process when its process has died', async () => {
    await fixture.endpoint(accountId, receiver.url('/a'));
    await fixture.happen(accountId, 3);
    const asked = { now: null, limit: 10, each: 10, after: 0, endpointIds: [], slots: [] };
    const taken = await takeDeliveries(database.pool, { ...asked, leaseMs: 1_000 });
    expect(taken).toHaveLength(3);
    expect(await takeDeliveries(database.pool, { ...asked, leaseMs: 1_000 })).toEqual([]);
    deliver();
    await delivered(3);
  });

  test.each([
    ['delivered', answerWith(204)],
    ['redirected', answerWith(302)],
    ['refused', answerWith(404)],
    ['broken', answerWith(503)],
    ['silent', (response: ServerResponse) => response.destroy()],
  ] as const)('is counted by its result: %s', async (outcome, answer) => {
    receiver.answers.set('/a', answer);
    await fixture.endpoint(accountId, receiver.url('/a'));
    await fixture.happen(accountId, 1);
    const counted: string[] = [];
    deliver({ metrics: { attempted: (one) => counted.push(one), gaveUp: () => {} } });
    await expect.poll(() => counted).toEqual([outcome]);
  });

  test('that cannot be serialized or signed fails, and the others go on', async () => {
    const other = await fixture.account();
    await fixture.endpoint(accountId, receiver.url('/a'));
    await fixture.endpoint(other, receiver.url('/b'));
    // As a newer version beside this one may write it.
    await database.pool.query(
      `select events_record_of($1, 'test', 'balance.low', 'wallet', '{}', clock_timestamp())`,
      [accountId],
    );
    deliver();
    await expect
      .poll(() => firstDelivery())
      .toMatchObject({ state: 'pending', attempts: 1, lastStatus: null });
    await fixture.happen(other, 1);
    await expect.poll(() => receiver.at('/b')).toHaveLength(1);
    expect(receiver.at('/a')).toEqual([]);
  });

  async function firstDelivery() {
    const page = await listDeliveries(database.pool, wholePlatform, {}, { limit: 1 });
    return page.deliveries[0] ?? expect.fail('no delivery');
  }
});

describe('an endpoint', () => {
  const stateOf = async (endpointId: number) =>
    (await findEndpoint(database.pool, wholePlatform, { endpointId }))?.state;

  test('that is off gets nothing, and what waits for it when it is on again', async () => {
    const off = await fixture.endpoint(accountId, receiver.url('/off'));
    await fixture.happen(accountId, 1);
    await changeEndpoint(byTest(database.pool), off.endpointId, { isOn: false });
    await fixture.endpoint(accountId, receiver.url('/on'));
    deliver();
    for (const count of [1, 2]) {
      await fixture.happen(accountId, 1);
      await expect.poll(() => receiver.at('/on').length).toBe(count);
    }
    expect(receiver.at('/off')).toEqual([]);
    await changeEndpoint(byTest(database.pool), off.endpointId, { isOn: true });
    await delivered(3);
    expect(receiver.at('/off')).toHaveLength(1);
  });

  test('that answers 410 is disabled with an audit entry, and the others still get their deliveries', async () => {
    receiver.answers.set('/gone', answerWith(410));
    const gone = await fixture.endpoint(accountId, receiver.url('/gone'));
    await fixture.endpoint(accountId, receiver.url('/other'));
    await fixture.happen(accountId, 1);
    deliver();
    await expect.poll(() => receiver.at('/other').length).toBe(2);
    const delivered = receiver.at('/other').map(({ body }) => JSON.parse(body));
    expect(delivered).toContainEqual(
      expect.objectContaining({
        type: 'endpoint.disabled',
        data: { endpointId: gone.endpointId, url: gone.url, because: 'gone' },
      }),
    );
    expect(await stateOf(gone.endpointId)).toBe('disabled');
    const { entries } = await listEntries(database.pool, wholePlatform, {}, { limit: 1 });
    expect(entries).toMatchObject([
      { action: 'endpoint.disable', actor: { kind: 'platform', name: 'deliveries' } },
    ]);
  });

  test('with a new URL stays on, whatever the old URL answered to deliveries under way', async () => {
    const { promise: moved, resolve: hasMoved } = Promise.withResolvers<void>();
    receiver.answers.set('/old', (response) => {
      void moved.then(() => response.writeHead(410).end());
    });
    const { endpointId } = await fixture.endpoint(accountId, receiver.url('/old'));
    await fixture.happen(accountId, 1);
    deliver();
    await expect.poll(() => receiver.at('/old').length).toBe(1);
    const url = receiver.url('/new');
    await changeEndpoint(byTest(database.pool), endpointId, { url });
    hasMoved();
    const attempts = async () =>
      (await database.pool.query('select attempts, last_status from deliveries')).rows;
    const gone = { attempts: 1, last_status: 410 };
    await expect.poll(attempts).toEqual([gone]);
    await fixture.happen(accountId, 1);
    await expect.poll(() => receiver.at('/new').length).toBe(1);
    const endpoint = await findEndpoint(database.pool, wholePlatform, { endpointId });
    expect(endpoint).toMatchObject({ url, state: 'on', failingSince: null });
  });

  test('that accepts nothing for five days is disabled, and not earlier', async () => {
    const clock = createMovableClock(new Date());
    receiver.answers.set('/a', answerWith(503));
    const { endpointId } = await fixture.endpoint(accountId, receiver.url('/a'));
    deliver({ clock });
    const untried = async () =>
      (await database.pool.query('select from deliveries where attempts = 0')).rowCount;
    // Until it is stored: the endpoint counts as failing from the time of storing.
    const failOnce = async () => {
      await fixture.happen(accountId, 1, clock.now());
      await expect.poll(untried).toBe(0);
    };
    await failOnce();
    clock.move(4.9 * 24 * hour);
    await failOnce();
    expect(await stateOf(endpointId)).toBe('on');
    // The failed delivery is retried by then, and fails again; the one stored only now comes a
    // little later.
    clock.move(0.2 * 24 * hour);
    const later = () => {
      clock.move(60_000);
      return stateOf(endpointId);
    };
    await expect.poll(later).toBe('disabled');
  });

  test('that fails at once is probed with single deliveries, and gets all that waits when it recovers', async () => {
    receiver.answers.set('/a', answerWith(500));
    await fixture.endpoint(accountId, receiver.url('/a'));
    await fixture.happen(accountId, 200);
    const { probeMs } = usualPace;
    const startedAt = performance.now();
    deliver({ pace: { probeMs } });
    await expect.poll(() => receiver.at('/a').length).toBe(initialLimit + 2);
    // One probe after a pause, and another after twice that.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3 * probeMs);
    receiver.answers.delete('/a');
    await delivered(200);
    const { rowCount } = await database.pool.query('select from delivery_attempts');
    expect(rowCount).toBe(initialLimit + 2);
  });

  test('that is slow delays only its own deliveries', async () => {
    receiver.answers.set('/hangs', () => {});
    await fixture.endpoint(accountId, receiver.url('/hangs'));
    const others = await fixture.account();
    await fixture.endpoint(others, receiver.url('/fast'));
    await fixture.happen(accountId, 300);
    await fixture.happen(others, 100);
    deliver({ pace: { pollMs: 20, maxInFlight: 16 } });
    await expect.poll(() => receiver.at('/fast').length).toBe(100);
    expect(receiver.at('/hangs').length).toBeLessThan(16);
  });
});

test('the result of an attempt is saved later if the database is unavailable, and sent once', async () => {
  await fixture.endpoint(accountId, receiver.url('/a'));
  await fixture.happen(accountId, 1);
  let refusals = 0;
  const query = (statement: { name?: string }) => {
    if (statement.name !== 'finish_deliveries' || refusals > 0) {
      return database.pool.query(statement as never);
    }
    refusals += 1;
    return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  };
  const pool = { query, connect: () => database.pool.connect() } as unknown as typeof database.pool;
  deliver({ pool });
  await delivered(1);
  expect([refusals, receiver.received.length]).toEqual([1, 1]);
});

test('the result of an attempt counts once, even if its endpoint could not be disabled', async () => {
  receiver.answers.set('/a', answerWith(410));
  const { endpointId } = await fixture.endpoint(accountId, receiver.url('/a'));
  await fixture.happen(accountId, 1);
  let refusals = 0;
  const connect = () => {
    if (refusals++ > 0) return database.pool.connect();
    return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  };
  const query = (statement: unknown) => database.pool.query(statement as never);
  deliver({ pool: { query, connect } as unknown as typeof database.pool });
  await expect.poll(() => refusals).toBe(1);
  await fixture.happen(accountId, 1);
  const state = async () =>
    (await findEndpoint(database.pool, wholePlatform, { endpointId }))?.state;
  await expect.poll(state).toBe('disabled');
  const { rows } = await database.pool.query('select attempts from deliveries order by event_id');
  expect(rows).toEqual([{ attempts: 1 }, { attempts: 1 }]);
});

test('a good endpoint is served even if slow endpoints outnumber the slots', async () => {
  const good = await fixture.account();
  await fixture.endpoint(good, receiver.url('/fast'));
  await fixture.happen(good, 1);
  deliver({ pace: { pollMs: 20, maxInFlight: 16, timeoutMs: 600_000, leaseMs: 700_000 } });
  await delivered(1);
  receiver.answers.set('/hangs', () => {});
  for (let made = 0; made < 20; made++) await fixture.endpoint(accountId, receiver.url('/hangs'));
  await fixture.happen(accountId, 4);
  await expect.poll(() => receiver.at('/hangs').length).toBe(8);
  await fixture.happen(good, 50);
  await expect.poll(() => receiver.at('/fast').length).toBe(51);
  expect(receiver.at('/hangs')).toHaveLength(8);
});

test('a stop leaves deliveries under way to be sent again', async () => {
  receiver.answers.set('/a', () => {});
  await fixture.endpoint(accountId, receiver.url('/a'));
  await fixture.happen(accountId, 1);
  const first = deliver();
  started.splice(0);
  await expect.poll(() => receiver.received.length).toBe(1);
  await first.stop();
  receiver.answers.delete('/a');
  expect(await fixture.states()).toEqual({ pending: 1 });
  const { rows } = await database.pool.query('select attempts from deliveries');
  expect(rows).toEqual([{ attempts: 0 }]);
});
