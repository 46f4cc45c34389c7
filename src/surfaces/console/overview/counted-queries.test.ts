import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/database.ts';
import { hourAhead } from '../../../../test/kit/hour-ahead.ts';
import { createWebhookFixture } from '../../../../test/kit/webhook-fixture.ts';
import type { Mode } from '../../../foundation/contract/products.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import { wholePlatform } from '../../../foundation/contract/scope.ts';
import { removeEndpoint } from '../../../foundation/events/endpoint-queries.ts';
import { createKey } from '../../../line/callers/key-queries.ts';
import { createAccount } from '../../../people/accounts/queries.ts';
import {
  readAccounts,
  readDisabledEndpoints,
  readLowWallets,
  readProof,
  readReasons,
  readSetupProgress,
} from './queries.ts';
import { readOverview } from './read-overview.ts';

/** The counters are written directly, and not by calls, so that hours can be chosen. */
let database: TestDatabase;
let accounts: number[];

interface Counted {
  account: number;
  hoursAgo: number;
  mode?: Mode;
  product?: string;
  state?: string;
  result?: string;
  reason?: string;
  calls?: number;
  charged?: number;
  cost?: number;
  uncosted?: number;
  uncostedCharged?: number;
}

async function count(counted: Counted): Promise<void> {
  const { account, hoursAgo, mode = 'live', product = 'sms_code', result = 'delivered' } = counted;
  const { state = 'done', reason = '', calls = 1, charged = 0, cost = 0, uncosted = 0 } = counted;
  const { uncostedCharged = 0 } = counted;
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into call_facets (facet_id, mode, product, provider_code, state, result, stage, reason)
     select coalesce(max(facet_id), 0) + 1, $1, $2, 'mine', $5, $3, '', $4 from call_facets
     on conflict (mode, product, provider_code, state, result, stage, reason)
     do update set mode = excluded.mode
     returning facet_id as id`,
    [mode, product, result, reason, state],
  );
  await database.pool.query(
    `with series as (
       insert into call_series (series_id, account_id, key_id, facet_id)
       select coalesce(max(series_id), 0) + 1, $1, 1, $2 from call_series
       on conflict (account_id, key_id, facet_id) do update set key_id = 1
       returning series_id
     ), own as (
       insert into call_hours (account_id, hour, series_id, latency, calls, charged, cost, uncosted,
         uncosted_charged)
       select $1, date_trunc('hour', now()) - make_interval(hours => $3), series_id, -1, $4, $5, $6, $7, $8
       from series
     )
     insert into platform_hours as p (hour, facet_id, latency, calls, charged, cost, uncosted,
       uncosted_charged)
     values (date_trunc('hour', now()) - make_interval(hours => $3), $2, -1, $4, $5, $6, $7, $8)
     on conflict (hour, facet_id, latency) do update set calls = p.calls + excluded.calls`,
    [account, facetOf(rows), hoursAgo, calls, charged, cost, uncosted, uncostedCharged],
  );
}

const facetOf = (rows: { id: number }[]) => rows[0]?.id ?? expect.fail('no facet');
const scopeOf = (accountId = 0): Scope => ({ kind: 'account', accountId });

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  accounts = [];
  for (const name of ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gum']) {
    accounts.push((await createAccount(byTest(database.pool), { name })).accountId);
  }
});
afterAll(() => database.drop());
beforeEach(() => hourAhead());

const lastHours = (hours: number) => ({
  from: new Date(Date.now() - hours * 3_600_000),
  to: new Date(),
});

test('the accounts with the highest revenue come first, with the margin where the cost is known', async () => {
  for (const [at, account] of accounts.entries()) {
    await count({ account, hoursAgo: 30, charged: (at + 1) * 1_000, cost: 400, calls: at + 1 });
  }
  const account = accounts[6] as number;
  await count({ account, hoursAgo: 29, charged: 500, uncosted: 1, uncostedCharged: 200, calls: 2 });
  await count({ account, hoursAgo: 28, charged: 90_000, mode: 'test' });
  await count({ account, hoursAgo: 40, charged: 90_000 });
  const most = await readAccounts(database.pool, 'live', lastHours(31));
  expect(most.map(({ name }) => name)).toEqual(['Gum', 'Fir', 'Elm', 'Dogwood', 'Cedar']);
  // A period that ended before has none of them.
  const { from } = lastHours(31);
  expect(await readAccounts(database.pool, 'live', { from, to: from })).toEqual([]);
  expect(most[0]).toEqual({
    ...{ accountId: account, name: 'Gum', calls: 9, revenue: 7_500n },
    ...{ uncostedRevenue: 200n, margin: 6_900n },
  });
});

test('an account without any known cost has no margin', async () => {
  const { accountId } = await createAccount(byTest(database.pool), { name: 'Hemlock' });
  const none = { uncosted: 3, uncostedCharged: 99_000, calls: 3 };
  await count({ account: accountId, hoursAgo: 30, charged: 99_000, ...none });
  const [first] = await readAccounts(database.pool, 'live', lastHours(31));
  expect(first).toMatchObject({ name: 'Hemlock', uncostedRevenue: 99_000n, margin: null });
});

describe('a low wallet', () => {
  test('is ranked by how long it lasts at the last day’s pace, and only live money counts', async () => {
    const [ash, birch, cedar, dogwood] = accounts as [number, number, number, number];
    const fill = (account: number, available: number, credit: number) =>
      database.pool.query(
        `update wallets set available = $2, credit_limit = $3
         where account_id = $1 and mode = 'live'`,
        [account, available, credit],
      );
    await count({ account: ash, hoursAgo: 1, charged: 24_000 });
    await count({ account: birch, hoursAgo: 1, charged: 24_000 });
    await count({ account: cedar, hoursAgo: 1, charged: 24_000 });
    await count({ account: dogwood, hoursAgo: 2, charged: 24_000, mode: 'test' });
    await fill(ash, 6_500, 0);
    await fill(birch, -1_000, 1_000);
    await fill(cedar, 20_000, 4_000);
    const soon = { threshold: null, anHour: 1_000n };
    const low = await readLowWallets(database.pool, wholePlatform, 'live');
    expect(low).toEqual([
      { accountId: birch, name: 'Birch', available: -1_000n, ...soon, hoursLeft: 0 },
      { accountId: ash, name: 'Ash', available: 6_500n, ...soon, hoursLeft: 6 },
    ]);
    const own = await readLowWallets(database.pool, scopeOf(ash), 'live');
    expect(own.map(({ accountId }) => accountId)).toEqual([ash]);
  });
});

test('reasons of failed messages are counted within the period, most frequent first', async () => {
  const [account = 0, other = 0] = accounts;
  const failed = { hoursAgo: 100, result: 'undelivered' };
  for (const [at, reason] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    await count({ account, ...failed, reason, calls: at + 1 });
  }
  await count({ account, ...failed, reason: 'arrived', result: 'delivered', calls: 90 });
  await count({ account, ...failed, reason: 'unread', state: 'unknown', result: '', calls: 90 });
  await count({ account, ...failed, reason: 'face', product: 'face_verify', calls: 90 });
  await count({ account, ...failed, reason: 'test', mode: 'test', calls: 90 });
  await count({ account, ...failed, reason: 'early', hoursAgo: 101, calls: 90 });
  await count({ account, ...failed, reason: 'late', hoursAgo: 99, calls: 90 });
  await count({ account, ...failed, reason: '', calls: 90 });
  await count({ account, ...failed, reason: 'none', calls: 0 });
  await count({ account: other, ...failed, reason: 'a', calls: 2 });
  const hour = Math.floor(Date.now() / 3_600_000);
  const at = (hoursAgo: number) => new Date((hour - hoursAgo) * 3_600_000);
  const span = { from: at(100), to: at(99) };
  const reported = async (scope: Scope) =>
    (await readReasons(database.pool, scope, 'live', span)).map((row) => [row.reason, row.calls]);
  expect(await reported(wholePlatform)).toEqual([
    ['e', 5],
    ['d', 4],
    ['a', 3],
    ['c', 3],
  ]);
  expect(await reported(scopeOf(other))).toEqual([['a', 2]]);
});

test('the figures of a period are compared with a week before, up to the same time of day', async () => {
  const { accountId } = await createAccount(byTest(database.pool), { name: 'Hazel' });
  const week = 7 * 24;
  const of = (hoursAgo: number, calls: number, more: Partial<Counted> = {}) =>
    count({ account: accountId, mode: 'test', hoursAgo, calls, charged: calls * 100, ...more });
  await of(1, 3);
  await of(2, 1, { product: 'face_verify', charged: 10_000 });
  await of(week + 1, 5);
  await of(week + 2, 7);
  // A week ago, in the hours that today has not reached yet.
  await of(week - 5, 100);
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const at = (hours: number) => new Date(hour + hours * 3_600_000);
  const scope = scopeOf(accountId);
  const span = { from: at(-3), to: at(21) };
  const viewer = { scope, isOperator: false, seen: scope };
  const asked = { mode: 'test', span, now: at(0.5), timeZone: 'UTC' } as const;
  const shown = await readOverview(database.pool, viewer, asked);
  expect(shown.sums).toMatchObject({ calls: 4, done: 4, spend: '1.0300' });
  expect(shown.sums).not.toHaveProperty('margin');
  expect(shown.before).toMatchObject({ calls: 12, spend: '0.1200' });
  expect([shown.times.length, shown.times[0]]).toEqual([24, at(-3).toISOString()]);
  const callsOf = (product: string) =>
    shown.series.find((one) => one.product === product)?.calls.slice(0, 4);
  expect(callsOf('sms_code')).toEqual([0, 0, 3, 0]);
  expect(callsOf('face_verify')).toEqual([0, 1, 0, 0]);
  expect([shown.past.slice(0, 4), shown.past[8]]).toEqual([[0, 7, 5, 0], 100]);
  expect(shown.balance).toEqual({ available: '0.0000', held: '0.0000', hoursLeft: null });
});

test('endpoints disabled by the platform are listed until someone handles them, latest first', async () => {
  const fixture = createWebhookFixture(database.pool);
  const [account = 0, other = 0] = accounts;
  const off = async (accountId: number, minutesAgo: number, mode: Mode = 'live') => {
    const { endpointId } = await fixture.endpoint(accountId, 'https://ash.example/', { mode });
    await database.pool.query(
      `update endpoints set is_on = false, disabled_because = 'failing',
         disabled_at = now() - make_interval(mins => $2)
       where endpoint_id = $1`,
      [endpointId, minutesAgo],
    );
    return endpointId;
  };
  const first = await off(account, 30);
  const second = await off(other, 20);
  const third = await off(account, 10);
  await off(account, 5, 'test');
  await removeEndpoint(byTest(database.pool), await off(account, 4));
  const byHand = await fixture.endpoint(account, 'https://ash.example/', { mode: 'live' });
  await database.pool.query('update endpoints set is_on = false where endpoint_id = $1', [
    byHand.endpointId,
  ]);
  const again = await off(account, 3);
  await database.pool.query('update endpoints set is_on = true where endpoint_id = $1', [again]);
  const reported = async (scope: Scope) =>
    (await readDisabledEndpoints(database.pool, scope, 'live')).map(({ endpointId }) => endpointId);
  expect(await reported(wholePlatform)).toEqual([third, second, first]);
  expect(await reported(scopeOf(other))).toEqual([second]);
});

test('setup progress is reported for an account, and for the platform as a whole', async () => {
  const [account = 0, other = 0] = accounts;
  const change = byTest(database.pool);
  const gone = await createKey(change, { accountId: other, mode: 'test' });
  await database.pool.query('update keys set revoked_at = now() where key_id = $1', [gone.keyId]);
  const kept = await createKey(change, { accountId: other, mode: 'live' });
  const key = `cs_live_…${kept.apiKey.slice(-4)}`;
  await database.pool.query(
    `insert into providers (provider_code, kind, vendor_code, sealed_config, callback_hash, is_on)
     values ('on', 'sms', 'yunxin', '', 'a', true), ('off', 'sms', 'yunxin', '', 'b', false),
       ('unused', 'sms', 'yunxin', '', 'c', true)`,
  );
  await database.pool.query(
    `insert into routes (product, providers) values ('sms_code', '[{"code": "off"}, {"code": "on"}]')`,
  );
  const begun = await readSetupProgress(database.pool, scopeOf(other));
  expect(begun).toMatchObject({
    account: 'Birch',
    accounts: expect.any(Number),
    key,
    hasCall: false,
  });
  expect(begun.providers).toEqual(['on']);
  expect(await readSetupProgress(database.pool, scopeOf(account))).toMatchObject({ key: null });
  expect(await readSetupProgress(database.pool, wholePlatform)).toMatchObject({
    account: 'Ash',
    key,
  });
});

test('the state of the books covers both jobs, with the last fault found', async () => {
  await database.pool.query(
    `insert into job_runs (job, started_at, ended_at, failed_at, failure)
     values ('close days', now(), '2026-01-03Z', '2026-01-02Z', 'later'),
       ('ledger audit', now(), '2026-01-01Z', '2026-01-01Z', 'earlier'),
       ('project calls', now(), '2026-01-09Z', '2026-01-09Z', 'other')`,
  );
  expect(await readProof(database.pool)).toEqual({
    ...{ endedAt: new Date('2026-01-03Z'), failedAt: new Date('2026-01-02Z') },
    ...{ failure: 'later', wallets: expect.any(Number) },
  });
});
