import type { ClientBase, Pool } from 'pg';
import { connectPatiently } from '../src/foundation/db/connect.ts';

/** The accounts of the filled calls, and the values to search for. */
export const filled = {
  accounts: 10_000,
  days: 60,
  /** A third of all calls belong to one account, a third to ten, and the rest to many. */
  bigAccount: 101,
  smallAccount: 7_777,
  hotNumber: Buffer.from('00'.repeat(16), 'hex'),
} as const;

/**
 * Kinds of calls with their counts in ten million. The rarest are those that an operator looks for:
 * a reason that occurred a dozen times in two months, a provider that was tried for an hour.
 */
const kinds = `
  select 'live' as mode, p.product, v.provider, s.state, s.result, '' as stage, s.reason,
    p.part * v.part * s.part as part
  from (values ('sms_code', 0.7), ('sms_notice', 0.25)) p (product, part)
  cross join (values ('north', 0.6), ('south', 0.3), ('spare', 0.0999), ('old', 0.0001)) v (provider, part)
  cross join (
    values ('done', 'delivered', '', 0.93), ('done', 'sent', '', 0.002),
      ('done', 'undelivered', 'number_off', 0.03), ('done', 'undelivered', 'blocked_by_carrier', 0.01),
      ('done', 'unknown', '', 0.005), ('rejected', 'rejected', 'number_invalid', 0.015),
      ('rejected', 'rejected', 'content_refused', 0.005), ('rejected', 'rejected', 'frequency', 0.0015),
      ('unavailable', 'rejected', 'provider_unreachable', 0.001),
      ('unknown', 'accepted', 'no_answer', 0.0004), ('rejected', 'rejected', 'region', 0.000002)
  ) s (state, result, reason, part)
  union all
  select 'live', 'face_verify', 'facer', 'done', s.result, s.stage, s.reason, 0.05 * s.part
  from (
    values ('passed', 'started', '', 0.7), ('failed', 'started', 'face_mismatch', 0.08),
      ('failed', 'started', 'liveness', 0.02), ('expired', 'made', 'abandoned', 0.08),
      ('expired', 'opened', 'abandoned', 0.06), ('expired', 'consented', 'abandoned', 0.03),
      ('cancelled', 'opened', 'consent_refused', 0.02), ('pending', 'made', '', 0.0099),
      ('withdrawn', 'started', '', 0.0001)
  ) s (result, stage, reason, part)
  union all
  select 'test', 'sms_code', 'sandbox', 'done', 'delivered', '', '', 0.05`;

/** The days that calls lie in, up to the end. */
export interface FilledSpan {
  days: number;
  endMs: number;
}

const hourMs = 3_600_000;
const untilNow: FilledSpan = {
  days: filled.days,
  endMs: Math.floor(Date.now() / hourMs) * hourMs,
};

/** Fills only the projection, as the job would have left it. */
export async function fillSearch(pool: Pool, calls: number, span = untilNow): Promise<void> {
  const client = await connectPatiently(pool);
  try {
    await client.query(
      `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '512MB'`,
    );
    await fillBy(client, calls, span);
  } finally {
    client.release(true);
  }
}

async function fillBy(client: ClientBase, calls: number, span: FilledSpan): Promise<void> {
  for (const back of [3, 2, 1, 0]) {
    for (const table of ['call_search', 'call_numbers']) {
      const month = `date_trunc('month', now()) - make_interval(months => ${back})`;
      await client.query(`select db_make_partition($1, ${month})`, [table]);
    }
  }
  await client.query(
    `insert into call_facets (facet_id, mode, product, provider_code, state, result, stage, reason)
     overriding system value
     select row_number() over (), mode, product, provider, state::call_state, result, stage, reason
     from (${kinds}) k`,
  );
  // Where each kind starts when all are laid side by side between 0 and 1.
  await client.query(
    `create temporary table laid as
     select (array_agg(facet_id order by starts))[1:] as ids, array_agg(starts::double precision order by starts) as starts
     from (
       select f.facet_id, sum(k.part) over (order by f.facet_id) - k.part as starts
       from (${kinds}) k
       join call_facets f
         on (f.mode, f.product, f.provider_code, f.state::text, f.result, f.stage, f.reason)
         = (k.mode, k.product, k.provider, k.state, k.result, k.stage, k.reason)
     ) l`,
  );
  const rebuild = await dropIndexes(client);
  const chunk = 1_000_000;
  for (let from = 0; from < calls; from += chunk) {
    await fillChunk(client, from, Math.min(chunk, calls - from), { calls, ...span });
    console.error(`${from + chunk} calls are filled in`);
  }
  for (const text of rebuild) await client.query(text);
  console.error('indexes are made');
  await client.query(fillSeries);
  await client.query(
    fillHours('call_hours', 'account_id, date_trunc($$hour$$, held_at), series_id'),
  );
  await client.query(fillHours('platform_hours', 'date_trunc($$hour$$, held_at), facet_id'));
  await client.query(fillChecks, [filled.bigAccount]);
  await client.query('vacuum analyze');
}

/**
 * An index over sorted data is built in a fraction of the time; returns how to build them again.
 */
async function dropIndexes(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select case when c.conname is null then 'drop index ' || i.indexrelid::regclass
         else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
       case when c.conname is null then pg_get_indexdef(i.indexrelid)
         else format('alter table %s add %s', i.indrelid::regclass, pg_get_constraintdef(c.oid)) end as make
     from pg_index i
     left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
     where i.indrelid in ('call_search'::regclass, 'call_numbers'::regclass)`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make.replace(' ON ONLY ', ' ON '));
}

/** Calls lie evenly over the days, in the order of their times, like real ones. */
async function fillChunk(
  client: ClientBase,
  from: number,
  count: number,
  { calls, days, endMs }: FilledSpan & { calls: number },
) {
  await client.query(
    `with drawn as (
       -- In double precision: decimals would take longer than everything else together.
       select n, md5(n::text) as word,
         (hashint8(n) & 2147483647)::double precision / 2147483648 as kind,
         (hashint8(n * 31 + 7) & 2147483647) as whose,
         $8::bigint - $3::bigint * 86400000 + n * ($3::bigint * 86400000) / $4::bigint as ms
       from generate_series($1::bigint + 1, $1::bigint + $2) n
     ), made as (
       select d.n, to_timestamp(d.ms::double precision / 1000) as at, l.ids[width_bucket(d.kind, l.starts)] as facet_id,
         case d.whose % 3
           when 0 then $5
           when 1 then $5 + 1 + (d.whose / 3) % 10
           else 1 + (d.whose / 3) % $6
         end as account_id,
         ('0' || to_hex(d.ms) || '7' || substr(d.word, 1, 3) || '8' || substr(d.word, 5, 15))::uuid
           as call_id
       from drawn d, laid l
     ), copied as (
       insert into call_search (
         account_id, call_id, facet_id, series_id, held_at, ended_at, amount, charged, cost, parts, latency
       )
       select m.account_id, m.call_id, m.facet_id,
         (m.account_id * 256 + m.facet_id) * 2 + (m.n % 50 = 0)::integer, m.at, m.at, 500,
         case when f.state = 'done' then 500 else 0 end,
         case when f.state = 'done' then 310 end, 1,
         case when f.state = 'done' then (4 + m.n % 4)::smallint end
       from made m
       join call_facets f using (facet_id)
     )
     insert into call_numbers (number_hash, call_id, account_id)
     select case when n % 500 = 0 then $7 else decode(md5((n % 3000000)::text), 'hex') end, call_id,
       account_id
     from made`,
    [from, count, days, calls, filled.bigAccount, filled.accounts, filled.hotNumber, endMs],
  );
}

const fillSeries = `
  insert into call_series (series_id, account_id, key_id, facet_id)
  overriding system value
  select distinct series_id, account_id, account_id * 2 + series_id % 2, facet_id from call_search`;

function fillHours(table: string, keys: string): string {
  const [last] = keys.split(', ').slice(-1);
  const names = table === 'call_hours' ? 'account_id, hour, series_id' : `hour, ${last}`;
  return `insert into ${table} (${names}, latency, calls, charged, cost, uncosted)
    select ${keys}, coalesce(latency, -1::smallint) as latency, count(*), sum(charged),
      coalesce(sum(cost), 0), 0
    from call_search
    group by ${keys}, coalesce(latency, -1::smallint)
    -- As they would have come.
    order by date_trunc('hour', held_at)`;
}

/** A thousand checks of the big account belong to a hundred people. */
const fillChecks = `
  insert into checks (
    account_id, check_id, mode, token_hash, link_hash, provider_code, created_at, expires_at, card_hash
  )
  select account_id, call_id, 'live', uuid_send(call_id), uuid_send(call_id), 'facer', held_at, held_at,
    decode(md5((row_number() over (order by call_id) % 100)::text), 'hex')
  from (
    select s.account_id, s.call_id, s.held_at
    from call_search s join call_facets f using (facet_id)
    where s.account_id = $1 and f.product = 'face_verify'
    order by s.call_id desc
    limit 1000
  ) c`;
