import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createWebhookFixture } from '../../../test/kit/webhook-fixture.ts';
import { type Scope, wholePlatform } from '../contract/scope.ts';
import type { Queryable } from '../db/queryable.ts';
import { type DeliveryKey, deliveryIdOf } from './delivery-id.ts';
import { type DeliveryFilter, findDelivery, listDeliveries } from './delivery-queries.ts';
import { type EventFilter, listEvents } from './event-queries.ts';

const many = 20_000;

let database: TestDatabase;
let accountId: number;
let own: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  const fixture = createWebhookFixture(pool);
  accountId = await fixture.account();
  own = { kind: 'account', accountId };
  const busy = await fixture.endpoint(accountId, 'https://rowan.example/live', { mode: 'live' });
  const quiet = await fixture.endpoint(accountId, 'https://rowan.example/test');
  await pool.query(
    `with made as (
       insert into events (account_id, event_id, mode, type, subject, sequence, body, made_at)
       select $1::integer, events_make_id(now() - n * interval '1 second'), case when n > $4::integer then 'test' else 'live' end,
         'balance.low', 'wallet', 1, '{}', now() - n * interval '1 second'
       from generate_series(1, $4::integer + 3) n
       returning event_id, mode
     )
     insert into deliveries (account_id, event_id, endpoint_id, state, due_at)
     select $1::integer, event_id, case mode when 'live' then $2::integer else $3::integer end, 'delivered', now()
     from made`,
    [accountId, busy.endpointId, quiet.endpointId, many],
  );
  await pool.query(
    `update deliveries set state = 'failed'
     where event_id in (select event_id from events where mode = 'live' order by event_id limit 3)`,
  );
  await pool.query(
    `update events set type = 'key.revoked'
     where event_id in (select event_id from deliveries where state = 'failed')`,
  );
  await pool.query('vacuum full deliveries, events, endpoints');
  await pool.query('vacuum analyze deliveries, events, endpoints');
});
afterAll(() => database.drop());

/** How many pages (of the table) a query reads. */
async function pagesOf(ask: (pool: Queryable) => Promise<unknown>): Promise<number> {
  return (await pagesOfEach(ask)).reduce((sum, pages) => sum + pages, 0);
}

/** The same for each of its statements. */
async function pagesOfEach(ask: (pool: Queryable) => Promise<unknown>): Promise<number[]> {
  const pages: number[] = [];
  const query = async (text: string, values: unknown[]) => {
    const explained = `explain (analyze, buffers, format json) ${text}`;
    const { rows } = await database.pool.query(explained, values);
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    pages.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
    return { rows: [], rowCount: 0 };
  };
  await ask({ query } as unknown as Queryable);
  return pages;
}

/** All pages, one after the other. */
async function readAll(scope: Scope, filter: DeliveryFilter, limit: number): Promise<string[]> {
  const seen: string[] = [];
  let before: DeliveryKey | undefined;
  do {
    const page = await listDeliveries(database.pool, scope, filter, { before, limit });
    seen.push(...page.deliveries.map(deliveryIdOf));
    before = page.next ?? undefined;
  } while (before);
  return seen;
}

describe('among twenty thousand deliveries of a live endpoint', () => {
  test.each<[string, DeliveryFilter, number]>([
    ['the newest', {}, 50],
    ['those of a quiet test endpoint', { mode: 'test' }, 3],
    ['those that failed long ago', { state: 'failed' }, 3],
    ['those of test that failed, which are none', { mode: 'test', state: 'failed' }, 0],
    ['those that wait, which are none', { state: 'pending' }, 0],
    ['those of a rare type', { type: 'key.revoked' }, 3],
    ['those of a type that there is none of', { type: 'sms.failed' }, 0],
  ])('%s are found without reading all of them', async (_, filter, count) => {
    for (const scope of [own, wholePlatform]) {
      const { deliveries } = await listDeliveries(database.pool, scope, filter, { limit: 50 });
      expect(deliveries).toHaveLength(count);
      // Page by page there are hundreds of them, and each also reads its event.
      const ask = (pool: Queryable) => listDeliveries(pool, scope, filter, { limit: 50 });
      expect(await pagesOf(ask)).toBeLessThan(1_500);
    }
  });

  test.each<[string, Scope['kind'], EventFilter, number]>([
    ['the newest of an account', 'account', {}, 50],
    ['those of an account of a rare type', 'account', { type: 'key.revoked' }, 3],
    ['those of an account of a type that there is none of', 'account', { type: 'sms.failed' }, 0],
    ['the newest of the platform', 'platform', {}, 50],
    ['the newest of the platform of a common type', 'platform', { type: 'balance.low' }, 50],
  ])('events: %s are found without reading all', async (_, kind, filter, count) => {
    const scope = kind === 'account' ? own : wholePlatform;
    const { events } = await listEvents(database.pool, scope, filter, { limit: 50 });
    expect(events).toHaveLength(count);
    const ids = events.map(({ eventId }) => eventId);
    expect(ids).toEqual(ids.toSorted().reverse());
    const { rows } = await database.pool.query<{ pages: number }>(
      `select sum(relpages)::integer as pages
       from pg_class
       where oid in (select relid from pg_partition_tree('events'))`,
    );
    // An EXPLAINed query returns no rows, so paging would never end: only the first statement
    // counts.
    const [first = 0] = await pagesOfEach((pool) => listEvents(pool, scope, filter, { limit: 50 }));
    expect(first).toBeLessThan((rows[0]?.pages ?? 0) / 2);
  });

  test('events of the platform are paged to the last one', async () => {
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await listEvents(database.pool, wholePlatform, {}, { before, limit: 3_000 });
      seen.push(...page.events.map(({ eventId }) => eventId));
      before = page.next ?? undefined;
    } while (before);
    expect(seen).toHaveLength(many + 3);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  test('a delivery is found by its key, for any reader', async () => {
    const { deliveries } = await listDeliveries(
      database.pool,
      own,
      { state: 'failed' },
      { limit: 1 },
    );
    const [key = expect.fail()] = deliveries;
    expect(await findDelivery(database.pool, wholePlatform, key)).toMatchObject({ accountId });
    expect(await pagesOf((pool) => findDelivery(pool, wholePlatform, key))).toBeLessThan(100);
  });

  test('pages reach the last row, without gaps or duplicates', async () => {
    const seen = await readAll(own, {}, 5_000);
    expect(seen).toHaveLength(many + 3);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  test('a page may end between the deliveries of one event, with any filter', async () => {
    const fixture = createWebhookFixture(database.pool);
    const other = await fixture.account();
    for (const path of ['a', 'b', 'c'])
      await fixture.endpoint(other, `https://rowan.example/${path}`);
    await fixture.happen(other, 5);
    const scope: Scope = { kind: 'account', accountId: other };
    for (const filter of [{}, { type: 'balance.low' }] as const) {
      const seen = await readAll(scope, filter, 2);
      expect(seen).toHaveLength(15);
      expect(seen).toEqual([...new Set(seen)]);
    }
  });
});
