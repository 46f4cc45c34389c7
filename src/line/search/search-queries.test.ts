import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { project, recount } from '../../../test/kit/search-recount.ts';
import { type Mode, products } from '../../foundation/contract/products.ts';
import type { Scope } from '../../foundation/contract/scope.ts';
import { exportCalls } from './export-calls.ts';
import { readFunnel, readSteps, readTotals } from './hour-queries.ts';
import type { CallFilter } from './search-filter.ts';
import { countCalls, type FoundCall, findCalls } from './search-queries.ts';

/** A few hundred calls of every kind, written without the line, and searched in every way. */
const count = 600;
const platform: Scope = { kind: 'platform' };
const scopes: Scope[] = [
  platform,
  { kind: 'account', accountId: 1 },
  { kind: 'account', accountId: 2 },
];
const hash = (text: string) => createHash('md5').update(text).digest();
const hourMs = 3_600_000;

let database: TestDatabase;
let pool: Pool;
let all: (FoundCall & { mode: Mode; numberHash: Buffer | null; cardHash: Buffer | null })[];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
  await pool.query(makeCalls, [count]);
  await pool.query(
    `insert into call_costs (account_id, call_id, provider_code, cost, source)
     select account_id, call_id, provider_code, 100, 'list' from calls where provider_code = 'north'`,
  );
  await pool.query(
    `insert into checks (
       account_id, check_id, mode, token_hash, link_hash, provider_code, created_at, expires_at, status,
       begun_by, consented_at, sessions_started, card_hash
     )
     select account_id, call_id, mode, uuid_send(call_id), uuid_send(call_id), 'facer', held_at, held_at,
       n % 5, case when n % 7 > 0 then '\\x01'::bytea end, case when n % 7 > 1 then held_at end,
       case when n % 7 > 2 then 1 else 0 end, decode(md5((n % 5)::text), 'hex')
     from (select c.*, row_number() over (order by call_id) as n from calls c) c
     where product = 'face_verify' and state = 'done'`,
  );
  await pool.query(
    `select events_note_changes(array_agg(account_id), array_agg(call_id)) from calls group by product`,
  );
  await project(pool);
  ({ rows: all } = await pool.query(everyCall));
});
afterAll(() => database.drop());

const makeCalls = `
  insert into calls (
    account_id, call_id, mode, key_id, product, price_source, unit_price, amount, parts, day, held_at,
    state, ended_at, provider_code, number_hash, message_state
  )
  select 1 + n % 3, (
      left(uuid_floor(at)::text, 14) || '7' || substr(md5(n::text), 1, 3) || '-8'
      || substr(md5(n::text), 5, 3) || '-' || substr(md5(n::text), 8, 12)
    )::uuid, case when n % 11 = 0 then 'test' else 'live' end, 1 + n % 3 + 10 * (n % 2), product,
    'default', 500, 500, 1, at::date, at, state::call_state, at + make_interval(secs => n / 100.0),
    (array['north', 'south'])[1 + n % 2],
    case when product <> 'face_verify' then decode(md5((n % 50)::text), 'hex') end,
    case when product <> 'face_verify' then
      (case when state = 'done' then (array['delivered', 'sent', 'undelivered', 'expired'])[1 + n % 4]
        else 'rejected' end)::message_state
    end
  from (
    select n, (array['sms_code', 'sms_notice', 'face_verify'])[1 + n / 7 % 3] as product,
      (array['done', 'done', 'done', 'rejected', 'unknown'])[1 + n / 13 % 5] as state,
      date_trunc('hour', now()) - make_interval(mins => n * 7) as at
    from generate_series(1, $1) n
  ) c`;

/** The expected results, computed from the calls themselves. */
const everyCall = `
  select c.account_id as "accountId", c.call_id as "callId", c.mode, c.key_id as "keyId", c.product,
    coalesce(k.provider_code, c.provider_code) as "providerCode", c.state,
    coalesce(
      (array['pending', 'passed', 'failed', 'expired', 'cancelled'])[k.status + 1], c.message_state::text
    ) as result,
    case
      when k.sessions_started > 0 then 'started' when k.consented_at is not null then 'consented'
      when k.begun_by is not null then 'opened' when k.check_id is not null then 'made'
    end as stage,
    null as reason, c.held_at as "heldAt", c.ended_at as "endedAt", c.amount,
    case when c.state = 'done' then c.amount else 0 end as charged, o.cost, c.parts,
    c.number_hash as "numberHash", k.card_hash as "cardHash"
  from calls c
  left join checks k on k.account_id = c.account_id and k.check_id = c.call_id
  left join call_costs o on o.account_id = c.account_id and o.call_id = c.call_id
  order by c.call_id desc`;

function expected(scope: Scope, mode: Mode, filter: CallFilter): string[] {
  const { from, to, account, key, product, state, result, provider, requestId, person } = filter;
  return all
    .filter(
      (call) =>
        call.mode === mode &&
        (scope.kind === 'platform' || call.accountId === scope.accountId) &&
        (account === undefined || call.accountId === account) &&
        (key === undefined || call.keyId === key) &&
        (product === undefined || call.product === product) &&
        (state === undefined || call.state === state) &&
        (result === undefined || call.result === result) &&
        (provider === undefined || call.providerCode === provider) &&
        (requestId === undefined || call.callId === requestId) &&
        (from === undefined || call.heldAt >= from) &&
        (to === undefined || call.heldAt < to) &&
        (person?.numberHash === undefined || call.numberHash?.equals(person.numberHash)) &&
        (person?.cardHash === undefined || call.cardHash?.equals(person.cardHash)),
    )
    .map(({ callId }) => callId);
}

const someDay = {
  from: new Date(Date.now() - 48 * hourMs),
  to: new Date(Date.now() - 20 * hourMs),
};
const filters: Record<string, () => CallFilter> = {
  nothing: () => ({}),
  account: () => ({ account: 2 }),
  key: () => ({ key: 12 }),
  'account and key': () => ({ account: 1, key: 2 }),
  product: () => ({ product: 'face_verify' }),
  state: () => ({ state: 'rejected' }),
  result: () => ({ result: 'undelivered' }),
  provider: () => ({ provider: 'south' }),
  'what there is none of': () => ({ provider: 'nobody' }),
  time: () => someDay,
  'time and state': () => ({ ...someDay, state: 'done' }),
  'product, state and provider': () => ({
    product: 'sms_code',
    state: 'unknown',
    provider: 'north',
  }),
  mobile: () => ({ person: { numberHash: hash('7') } }),
  'mobile, state and time': () => ({
    person: { numberHash: hash('7') },
    state: 'done',
    ...someDay,
  }),
  'ID number': () => ({ person: { cardHash: hash('3') } }),
  'ID number and time': () => ({ person: { cardHash: hash('3') }, ...someDay }),
  'request id': () => ({ requestId: all[100]?.callId ?? '' }),
};

describe.each(Object.entries(filters))('calls by %s', (_name, filterOf) => {
  test('are counted, and found newest first, page by page in both directions', async () => {
    const filter = filterOf();
    for (const scope of scopes) {
      for (const mode of ['live', 'test'] as const) {
        const wanted = expected(scope, mode, filter);
        const pages: string[][] = [];
        for await (const page of exportCalls(pool, scope, mode, filter, { limit: 17 })) {
          pages.push(page.map(({ callId }) => callId));
        }
        expect(pages.flat()).toEqual(wanted);
        expect(pages.every(({ length }) => length > 0 && length <= 17)).toBe(true);
        const counted = await countCalls(pool, scope, mode, filter, 40);
        expect(counted).toBe(Math.min(wanted.length, 40));
        if (wanted.length < 30) continue;
        const after = { limit: 10, after: wanted[25] as string };
        const { calls, hasMore } = await findCalls(pool, scope, mode, filter, after);
        expect(calls.map(({ callId }) => callId)).toEqual(wanted.slice(15, 25));
        expect(hasMore).toBe(true);
      }
    }
  });
});

test('copies and counters match the calls', async () => {
  expect(await recount(pool)).toEqual([]);
});

test('a call is shown in its current state, with its cost only to operators', async () => {
  const wanted = all.find(({ cost, mode }) => cost !== null && mode === 'live') ?? expect.fail();
  const { mode, numberHash, cardHash, ...call } = wanted;
  const filter = { requestId: call.callId };
  const own: Scope = { kind: 'account', accountId: call.accountId };
  const [shown, shownToAccount] = await Promise.all(
    [platform, own].map((scope) => findCalls(pool, scope, mode, filter, { limit: 1 })),
  );
  expect(shown?.calls).toEqual([call]);
  expect(shownToAccount?.calls).toEqual([{ ...call, cost: null }]);
});

test('a member who names another account finds nothing, not even a count', async () => {
  const scope: Scope = { kind: 'account', accountId: 1 };
  const span = { from: new Date(Date.now() - 1_000 * hourMs), to: new Date(Date.now() + hourMs) };
  for (const filter of [{ account: 2 }, { key: 2 + 1 }, { requestId: foreign() }]) {
    expect((await findCalls(pool, scope, 'live', filter, { limit: 9 })).calls).toEqual([]);
  }
  expect((await readTotals(pool, scope, 'live', span, { account: 2 })).result.calls).toBe(0);
  const person = {
    numberHash: all.find(({ accountId }) => accountId === 2)?.numberHash ?? hash('1'),
  };
  const found = await findCalls(pool, scope, 'live', { person }, { limit: 99 });
  expect(found.calls.every(({ accountId }) => accountId === 1)).toBe(true);
});
const foreign = () => all.find(({ accountId }) => accountId === 2)?.callId ?? '';

/**
 * Few calls of a kind are filtered by mobile, and many are not: a table of a few hundred never has
 * many, so the other plan is called directly.
 */
describe('the calls of a mobile', () => {
  const bounds = [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '-infinity',
    'infinity',
  ];
  const idsOf = async (text: string, values: unknown[]) => {
    const { rows } = await pool.query<{ id: string }>(text, values);
    return rows.map(({ id }) => id);
  };
  const byMobile = (limit: number, order: string, account: number | null, within = bounds) =>
    idsOf(
      `select call_id as id
       from search_calls_of_mobile(
         $1, $2, 'facet_id', array(select facet_id from call_facets where mode = 'live'), $3, $4, $5, $6, $7, $8
       )`,
      [hash('7'), account, ...within, limit, order],
    );
  const theirs = (account: number | null) =>
    all
      .filter(({ mode, numberHash }) => mode === 'live' && numberHash?.equals(hash('7')))
      .filter(({ accountId }) => account === null || accountId === account)
      .map(({ callId }) => callId);

  test.each([null, 1, 2])('come day by day, in either order, of account %s', async (account) => {
    const newest = theirs(account).toSorted().reverse();
    expect(newest.length).toBeGreaterThan(1);
    expect(await byMobile(1_000, 'desc', account)).toEqual(newest);
    expect(await byMobile(1, 'desc', account)).toEqual(newest.slice(0, 1));
    expect(await byMobile(1_000, 'asc', account)).toEqual(newest.toReversed());
    expect(await byMobile(1, 'asc', account)).toEqual(newest.slice(-1));
  });

  test('lie between two ids, excluding both', async () => {
    const newest = theirs(null).toSorted().reverse();
    const [least, greatest] = [newest.at(-1) ?? '', newest[0] ?? ''];
    const within = [least, greatest, '-infinity', 'infinity'];
    expect(await byMobile(1_000, 'desc', null, within)).toEqual(newest.slice(1, -1));
  });

  test('lie between two instants, including the first', async () => {
    const newest = theirs(null).toSorted().reverse();
    const heldAt = (at: number) =>
      all.find(({ callId }) => callId === newest.at(at))?.heldAt.toISOString() ?? expect.fail();
    const within = [bounds[0] ?? '', bounds[1] ?? '', heldAt(-1), heldAt(0)];
    expect(await byMobile(1_000, 'desc', null, within)).toEqual(newest.slice(1));
  });

  test('are none, quickly, if the number is not stored', async () => {
    const client = await pool.connect();
    try {
      await client.query(`begin; set local statement_timeout = '20s'; delete from call_numbers`);
      const { rows } = await client.query(
        `select from search_calls_of_mobile($1, null, 'facet_id', array[1], $2, $3, $4, $5, 10, 'desc')`,
        [hash('7'), ...bounds],
      );
      expect(rows).toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('are counted exactly below the limit', async () => {
    const live = all.filter(({ mode }) => mode === 'live').length;
    const areFew = async (few: number) => {
      const { rows } = await pool.query<{ answer: boolean }>(
        `select search_are_few(
           'facet_id', array(select facet_id from call_facets where mode = 'live'), $1, $2, $3
         ) as answer`,
        [bounds[0], bounds[1], few],
      );
      return rows[0]?.answer;
    };
    expect(await areFew(live)).toBe(false);
    expect(await areFew(live + 1)).toBe(true);
  });
});

test('people are found by their ID number until they are erased', async () => {
  const filter = { person: { cardHash: hash('3') } };
  const before = await findCalls(pool, platform, 'live', filter, { limit: 99 });
  expect(before.calls.length).toBeGreaterThan(0);
  expect(new Set(before.calls.map(({ product }) => product))).toEqual(new Set(['face_verify']));
});

test.each(['', 'x', "' or true --", '0'.repeat(36)])(
  '%j is not the id of a call',
  async (requestId) => {
    const { calls } = await findCalls(pool, platform, 'live', { requestId }, { limit: 9 });
    expect(calls).toEqual([]);
    for (const page of [{ before: requestId }, { after: requestId }]) {
      const found = await findCalls(pool, platform, 'live', {}, { limit: 9, ...page });
      expect(found).toEqual({ calls: [], hasMore: false });
    }
  },
);

test('calls are found by the reason of their failure', async () => {
  const { rows } = await pool.query<{ facet: number }>(
    `update call_facets set reason = 'content_refused'
     where facet_id = (
       select facet_id from call_facets
       where mode = 'live' and product = 'sms_code' and state = 'rejected' and provider_code = 'north'
     )
     returning facet_id as facet`,
  );
  expect(rows).toHaveLength(1);
  try {
    const filter = { reason: 'content_refused' };
    const { calls } = await findCalls(pool, platform, 'live', filter, { limit: 999 });
    const wanted = { product: 'sms_code', state: 'rejected', provider: 'north' } as const;
    expect(calls.map(({ callId }) => callId)).toEqual(expected(platform, 'live', wanted));
    expect(new Set(calls.map(({ reason }) => reason))).toEqual(new Set(['content_refused']));
  } finally {
    await pool.query(`update call_facets set reason = '' where facet_id = $1`, [rows[0]?.facet]);
  }
});

test('checks are listed by state', async () => {
  const { calls } = await findCalls(
    pool,
    platform,
    'live',
    { product: 'face_verify', result: 'passed' },
    { limit: 99 },
  );
  const wanted = expected(platform, 'live', { product: 'face_verify', result: 'passed' });
  expect(calls.map(({ callId }) => callId)).toEqual(wanted);
  expect(wanted.length).toBeGreaterThan(0);
});

describe('counters', () => {
  const to = new Date(Math.ceil(Date.now() / hourMs) * hourMs);
  const span = { from: new Date(to.getTime() - 48 * hourMs), to };
  const within = (scope: Scope, filter: CallFilter = {}) => {
    const ids = new Set(expected(scope, 'live', { ...filter, ...span }));
    return all.filter(({ callId }) => ids.has(callId));
  };

  test.each(scopes)('sum up a period for $kind', async (scope) => {
    const { result, isApproximate } = await readTotals(pool, scope, 'live', span);
    const calls = within(scope);
    const done = calls.filter(({ state }) => state === 'done');
    expect(isApproximate).toBe(false);
    expect(result).toMatchObject({
      calls: calls.length,
      done: done.length,
      finished: done.filter(({ product, result }) => product !== 'face_verify' && result !== 'sent')
        .length,
      delivered: calls.filter(({ result }) => result === 'delivered').length,
      spend: BigInt(done.length) * 500n,
      cost:
        scope.kind === 'account' ? null : calls.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n),
      margin:
        scope.kind === 'account'
          ? null
          : calls.reduce(
              (sum, { state, cost }) =>
                cost === null ? sum : sum + (state === 'done' ? 500n : 0n) - cost,
              0n,
            ),
      uncosted: scope.kind === 'account' ? null : done.filter(({ cost }) => cost === null).length,
      uncostedSpend:
        scope.kind === 'account'
          ? null
          : 500n * BigInt(done.filter(({ cost }) => cost === null).length),
    });
  });

  test('got the revenue of unknown cost from the copies, when their column was added', async () => {
    const migration = '../../foundation/db/migrations/0036_uncosted_revenue.sql';
    const text = await readFile(new URL(migration, import.meta.url), 'utf8');
    const client = await pool.connect();
    const mixed = 'select from platform_hours where uncosted between 1 and calls - 1';
    try {
      await client.query('begin');
      await client.query('delete from call_costs where get_byte(uuid_send(call_id), 15) % 2 = 0');
      await client.query('select events_note_change(account_id, call_id) from calls');
      await client.query(`select search_project(${count}, interval '0')`);
      for (const table of ['call_hours', 'platform_hours']) {
        await client.query(`alter table ${table} drop column uncosted_charged`);
      }
      await client.query(text);
      expect(await recount(client)).toEqual([]);
      expect((await client.query(mixed)).rowCount).toBeGreaterThan(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test.each(scopes)('separate the hours for $kind', async (scope) => {
    const { result } = await readSteps(pool, scope, 'live', span);
    const byHour = Map.groupBy(within(scope), ({ heldAt }) =>
      new Date(Math.floor(heldAt.getTime() / hourMs) * hourMs).toISOString(),
    );
    expect(
      Object.fromEntries(result.steps.map(({ at, calls }) => [at.toISOString(), calls])),
    ).toEqual(Object.fromEntries([...byHour].map(([hour, calls]) => [hour, calls.length])));
    expect(result.sums).toEqual((await readTotals(pool, scope, 'live', span)).result);
    for (const product of products) {
      const counted = result.ofProducts.get(product)?.reduce((sum, { calls }) => sum + calls, 0);
      expect(counted ?? 0).toBe(within(scope, { product }).length);
    }
  });

  test.each([{}, { state: 'rejected' }, { account: 2 }, { key: 12 }] as CallFilter[])(
    'add up in steps of several hours, with the filter %j',
    async (filter) => {
      const { result } = await readSteps(pool, platform, 'live', span, filter, 6);
      const counted = result.steps.reduce((sum, { calls }) => sum + calls, 0);
      expect(counted).toBe(within(platform, filter).length);
      for (const { at } of result.steps) {
        expect((at.getTime() - span.from.getTime()) % (6 * hourMs)).toBe(0);
      }
    },
  );

  test('show where people drop off', async () => {
    const { result } = await readFunnel(pool, platform, 'live', span);
    const checks = within(platform).filter(({ stage }) => stage !== null);
    const atLeast = (...stages: string[]) =>
      checks.filter(({ stage }) => stages.includes(stage ?? '')).length;
    expect(result).toEqual({
      made: checks.length,
      opened: atLeast('opened', 'consented', 'started'),
      consented: atLeast('consented', 'started'),
      started: atLeast('started'),
      passed: checks.filter(({ result }) => result === 'passed').length,
    });
    expect(result.opened).toBeGreaterThan(result.consented);
  });

  test('are marked approximate while something is uncounted, or within an hour', async () => {
    const unaligned = { from: new Date(span.from.getTime() + 1), to: span.to };
    expect((await readTotals(pool, platform, 'live', unaligned)).isApproximate).toBe(true);
    const short = { from: span.from, to: new Date(span.to.getTime() - 1) };
    expect((await readTotals(pool, platform, 'live', short)).isApproximate).toBe(true);
    // A partly requested hour is counted whole.
    const whole = { from: span.from, to: new Date(span.to.getTime() - 3 * hourMs) };
    const part = { from: unaligned.from, to: new Date(whole.to.getTime() - 1) };
    const [counted, expected] = await Promise.all(
      [part, whole].map((asked) => readTotals(pool, platform, 'live', asked)),
    );
    expect(counted?.result).toEqual(expected?.result);
    await pool.query('select events_note_change(1, $1)', [all[0]?.callId]);
    await pool.query(`update call_changes set made_at = now() - interval '1 minute'`);
    expect((await readTotals(pool, platform, 'live', span)).isApproximate).toBe(true);
    await project(pool);
    expect((await readTotals(pool, platform, 'live', span)).isApproximate).toBe(false);
  });
});
