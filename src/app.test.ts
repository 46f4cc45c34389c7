import { Server } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { byTest } from '../test/kit/by-test.ts';
import { createFixture, type Fixture } from '../test/kit/fixture.ts';
import { createReceiver } from '../test/kit/webhook-fixture.ts';
import { findVendor } from './vendors/providers/find-vendor.ts';
import { writeNewProvider } from './vendors/providers/write-provider.ts';
import { vendors } from './vendors/vendors.ts';

/** All differ from the defaults and from each other. */
const settings = {
  defaultRegion: 'GB',
  timeZone: 'Pacific/Chatham',
  currency: 'EUR',
  nationalIdCheck: true,
  providerTimeoutMs: 300,
  callDeadlineMs: 5_678,
  idempotencyWaitMs: 2_345,
  linkLifeMinutes: 34,
};
let receiver: Awaited<ReturnType<typeof createReceiver>>;
let fixture: Fixture;
/** The address that each listener of the platform was given. */
let listening: unknown[];

beforeAll(async () => {
  receiver = await createReceiver();
  const listen = vi.spyOn(Server.prototype, 'listen');
  fixture = await createFixture({
    withJobs: true,
    settings: {
      ...settings,
      ...{ resultDays: 45, metricsPort: 0, databasePool: 6, trustProxy: ['127.0.0.1'] },
      outboundAllowedHosts: [new URL(receiver.url('/')).host],
    },
  });
  listening = listen.mock.calls.map(([how]) => how);
  listen.mockRestore();
});
afterAll(async () => {
  await fixture.close();
  await receiver.close();
});

async function readMetrics(): Promise<string[]> {
  const url = fixture.app.metricsUrl() ?? expect.fail('there are no metrics');
  return (await (await fetch(url)).text()).split('\n');
}

test('calls and checks follow the operator’s settings', () => {
  const { line } = fixture.app;
  expect(line.settings).toMatchObject(settings);
  expect(line.checks.settings).toMatchObject({ providerTimeoutMs: 300, resultDays: 45 });
  expect(line.settings.publicUrl()).toBe(fixture.url);
  expect(line.pool.options.max).toBe(3);
});

test('the API and metrics listen on loopback only, and a burst of calls queues', () => {
  expect(listening).toEqual([
    expect.objectContaining({ host: '127.0.0.1', port: 0 }),
    expect.objectContaining({ host: '127.0.0.1', port: 0, backlog: 4_096 }),
  ]);
});

test('the address of a caller behind a trusted proxy is the one that the proxy reports', async () => {
  const caller = await fixture.newCaller({ addresses: ['192.0.2.0/24'] });
  const from = async (address: string) =>
    (await caller.call('balance', {}, { 'x-forwarded-for': address })).status;
  expect([await from('192.0.2.7'), await from('198.51.100.7')]).toEqual([201, 403]);
});

test('a provider gets the timeout that the operator set', async () => {
  const silence = new Promise<string>(() => {});
  const startedMs = performance.now();
  expect(await fixture.app.line.deadlines.race(silence, () => 'late')).toBe('late');
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

test('events go to the hosts that the operator allows, and are counted', async () => {
  const made = await fixture.call('webhook_endpoint_create', { url: receiver.url('/hooks') });
  expect(made.status).toBe(201);
  const { endpointId } = made.body.data;
  expect((await fixture.call('webhook_endpoint_test', { endpointId })).status).toBe(201);
  await expect.poll(() => receiver.at('/hooks').length).toBe(1);
  await expect
    .poll(readMetrics)
    .toContain('countersign_delivery_attempts_total{outcome="delivered"} 1');
});

test('events are delivered while jobs keep every connection of theirs', async () => {
  const made = await fixture.call('webhook_endpoint_create', { url: receiver.url('/meanwhile') });
  const { endpointId } = made.body.data;
  const { pool } = fixture.app;
  const kept = await Promise.all(Array.from({ length: 3 }, () => pool.connect()));
  try {
    expect((await fixture.call('webhook_endpoint_test', { endpointId })).status).toBe(201);
    await expect.poll(() => receiver.at('/meanwhile').length).toBe(1);
  } finally {
    for (const client of kept) client.release();
  }
});

test('each gauge measures what its name says', async () => {
  await fixture.pool.query(
    `insert into closed_prefixes (account_id, mode, prefix, closed_at, closed_until, reason)
     select $1, 'live', prefix, now(), now() + interval '1 hour', 'pumped'
     from unnest(array['+4470', '+4471', '+4472']) prefix`,
    [fixture.accountId],
  );
  const made = await fixture.call('webhook_endpoint_create', { url: receiver.url('/later') });
  const { endpointId } = made.body.data;
  await fixture.call('webhook_endpoint_test', { endpointId });
  const delivered = `select from deliveries where endpoint_id = $1 and state = 'delivered'`;
  await expect
    .poll(async () => (await fixture.pool.query(delivered, [endpointId])).rowCount)
    .toBe(1);
  await fixture.pool.query(
    `update deliveries set state = 'pending', due_at = now() + interval '1 hour' where endpoint_id = $1`,
    [endpointId],
  );
  await expect
    .poll(readMetrics)
    .toEqual(
      expect.arrayContaining([
        'countersign_closed_prefixes 3',
        'countersign_unresolved_calls 0',
        'countersign_deliveries_waiting{due="later"} 1',
        'countersign_deliveries_waiting{due="now"} 0',
        'countersign_job_runs_total{job="partitions",result="ok"} 1',
      ]),
    );
});

/** Adds a provider; `silently` without a notification. */
async function addProvider(code: string, isSilent: boolean): Promise<void> {
  const settings = { appKey: 'k', appSecret: 's' };
  const client = await fixture.pool.connect();
  try {
    if (isSilent) await client.query('set session_replication_role = replica');
    const by = isSilent ? client : byTest(fixture.pool);
    await writeNewProvider(by as never, fixture.app.line.vault, findVendor(vendors, 'yunxin'), {
      ...{ code, isOn: true, settings },
    });
  } finally {
    client.release(true);
  }
}
const shownAs = (code: string) => `countersign_provider_broken{provider="${code}"} 0`;

test('a new provider is known at once, and the sandbox has no breaker', async () => {
  await addProvider('heard', false);
  await expect.poll(readMetrics).toContain(shownAs('heard'));
  const shown = await readMetrics();
  expect(shown.filter((line) => /provider_broken.*sandbox/.test(line))).toEqual([]);
});

test('changes made while notifications were lost are known as soon as notifications work again', async () => {
  await addProvider('missed', true);
  expect(await readMetrics()).not.toContain(shownAs('missed'));
  const setListening = vi.spyOn(fixture.app.line.principals, 'setListening');
  const forget = vi.spyOn(fixture.app.chaos, 'forget');
  await fixture.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'countersign listen catalog_public %'`,
  );
  await expect.poll(() => setListening.mock.calls).toEqual([[false], [true]]);
  await expect.poll(readMetrics).toContain(shownAs('missed'));
  expect(forget).toHaveBeenCalledTimes(2);
});
