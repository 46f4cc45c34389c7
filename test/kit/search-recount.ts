import type { Pool } from 'pg';
import { projectCalls } from '../../src/line/search/project-calls.ts';

const never = new AbortController().signal;

/** Copies changes now, without the usual delay. */
export function project(pool: Pool): Promise<void> {
  return projectCalls(pool, never, 0);
}

/** Quarters that calls left are zero until they are pruned. */
const hasCounted = '(calls, charged, cost, uncosted, uncosted_charged) <> (0, 0, 0, 0, 0)';

/**
 * The faults in the copies and counters, compared with the calls: none. Every finished call is
 * copied in its current state, and every counter is the count of the copies.
 */
export async function recount(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ fault: string }>(
    `with copies as (
       select s.*, f.state, f.result, f.mode, f.product, f.provider_code, x.key_id,
         date_trunc('hour', s.held_at) as hour,
         date_trunc('hour', s.held_at)
           + interval '15 minutes' * floor(extract(minute from s.held_at) / 15) as quarter,
         s.held_at >= (select since from quarters_since) as is_recent, coalesce(s.latency, -1::smallint) as step,
         (f.state = 'done' and s.cost is null)::integer as uncosted,
         x.facet_id <> s.facet_id or x.account_id <> s.account_id as is_odd
       from call_search s
       join call_facets f on f.facet_id = s.facet_id
       join call_series x on x.series_id = s.series_id
     ), faults as (
       select format('call %s is copied wrongly', coalesce(c.call_id, s.call_id)) as fault
       from calls c
       full join copies s on s.account_id = c.account_id and s.call_id = c.call_id
       left join call_costs k on k.account_id = c.account_id and k.call_id = c.call_id
       left join checks h on h.account_id = c.account_id and h.check_id = c.call_id
       left join transfers t
         on t.account_id = c.account_id and t.subject_id = c.call_id and t.phase = 3
       where (c.state <> 'held' or s.call_id is not null) and (
           (s.mode, s.product, s.key_id, s.state, s.amount, s.held_at, s.ended_at)
             is distinct from
             (c.mode, c.product, c.key_id, c.state, c.amount, c.held_at, c.ended_at)
           or s.is_odd or s.cost is distinct from k.cost
           or s.provider_code <> coalesce(h.provider_code, c.provider_code, '')
           or h.check_id is null and s.result <> coalesce(c.message_state::text, '')
           or s.charged
             <> case when c.state = 'done' and t.amount is null then c.amount else 0 end
         )
       union all
       select format('call %s is not found by its number', c.call_id)
       from calls c
       left join call_numbers n
         on n.number_hash = c.number_hash and n.call_id = c.call_id and n.account_id = c.account_id
       where c.number_hash is not null and c.state <> 'held' and n.call_id is null
       union all
       select format('an account''s hour %s', concat_ws(' ', to_jsonb(a), to_jsonb(b)))
       from (
         select account_id, hour, series_id, step as latency, count(*)::integer as calls,
           sum(charged)::bigint as charged, coalesce(sum(cost), 0)::bigint as cost,
           sum(uncosted)::integer as uncosted,
           coalesce(sum(charged) filter (where uncosted = 1), 0)::bigint as uncosted_charged
         from copies
         group by 1, 2, 3, 4
       ) a
       full join call_hours b using (account_id, hour, series_id, latency)
       where (a.calls, a.charged, a.cost, a.uncosted, a.uncosted_charged)
         is distinct from (b.calls, b.charged, b.cost, b.uncosted, b.uncosted_charged)
       union all
       select format('an hour of all %s', concat_ws(' ', to_jsonb(a), to_jsonb(b)))
       from (
         select hour, facet_id, step as latency, count(*)::integer as calls,
           sum(charged)::bigint as charged, coalesce(sum(cost), 0)::bigint as cost,
           sum(uncosted)::integer as uncosted,
           coalesce(sum(charged) filter (where uncosted = 1), 0)::bigint as uncosted_charged
         from copies
         group by 1, 2, 3
       ) a
       full join platform_hours b using (hour, facet_id, latency)
       where (a.calls, a.charged, a.cost, a.uncosted, a.uncosted_charged)
         is distinct from (b.calls, b.charged, b.cost, b.uncosted, b.uncosted_charged)
       union all
       select format('an account''s quarter %s', concat_ws(' ', to_jsonb(a), to_jsonb(b)))
       from (
         select account_id, quarter, series_id, count(*)::integer as calls,
           sum(charged)::bigint as charged, coalesce(sum(cost), 0)::bigint as cost,
           sum(uncosted)::integer as uncosted,
           coalesce(sum(charged) filter (where uncosted = 1), 0)::bigint as uncosted_charged
         from copies
         where is_recent
         group by 1, 2, 3
       ) a
       full join (select * from call_quarters where ${hasCounted}) b
         using (account_id, quarter, series_id)
       where (a.calls, a.charged, a.cost, a.uncosted, a.uncosted_charged)
         is distinct from (b.calls, b.charged, b.cost, b.uncosted, b.uncosted_charged)
       union all
       select format('a quarter of all %s', concat_ws(' ', to_jsonb(a), to_jsonb(b)))
       from (
         select quarter, facet_id, count(*)::integer as calls,
           sum(charged)::bigint as charged, coalesce(sum(cost), 0)::bigint as cost,
           sum(uncosted)::integer as uncosted,
           coalesce(sum(charged) filter (where uncosted = 1), 0)::bigint as uncosted_charged
         from copies
         where is_recent
         group by 1, 2
       ) a
       full join (select * from platform_quarters where ${hasCounted}) b using (quarter, facet_id)
       where (a.calls, a.charged, a.cost, a.uncosted, a.uncosted_charged)
         is distinct from (b.calls, b.charged, b.cost, b.uncosted, b.uncosted_charged)
     )
     select fault from faults limit 10`,
  );
  return rows.map(({ fault }) => fault);
}
