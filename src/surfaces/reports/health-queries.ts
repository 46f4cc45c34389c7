import type { Pool } from 'pg';

/** The outcomes of a provider's attempts in a period. */
export interface ProviderHealth {
  providerCode: string;
  minutes: number;
  /** Attempts with an outcome; a call that moved on to another provider counts for both. */
  asked: number;
  done: number;
  rejected: number;
  unavailable: number;
  unknown: number;
  /** In milliseconds; null if no duration is known. */
  medianMs: number | null;
  slowMs: number | null;
  /** Accepted messages with a final state, and how many of them were delivered. */
  finished: number;
  delivered: number;
}

export interface LastFailure {
  providerCode: string;
  outcome: string;
  reason: string | null;
  vendorCode: string | null;
  at: Date;
}

/**
 * The attempts of live calls in a period, by provider. A message without attempt rows either succeeded at
 * once or was ended by evidence alone; its duration is from hold to settle, slightly more than the provider
 * took. A face check has no attempt when its link is made, only when a session starts, which may be long
 * after. The conditions on ids select partitions. Ids carry the clock of the server that made them, so they
 * allow an hour of difference; a link lives for days at most, so check ids allow 31 days.
 */
export const recentAnswers = `
  since as (
    -- Found once: asked for every row it would cost more than everything else.
    select uuid_floor(now() - make_interval(mins => $1) - interval '1 hour') as least_id,
      uuid_floor(now() - make_interval(mins => $1) - interval '31 days') as least_check_id
  ), recent as (
    select c.account_id, c.call_id, c.provider_code, c.state, c.held_at, c.ended_at, c.evidence,
      c.message_state
    from calls c
    where c.mode = 'live' and c.product <> 'face_verify' and c.held_at >= now() - make_interval(mins => $1)
      and c.call_id >= (select least_id from since)
  ), tried as (
    select a.*
    from attempts a
    where a.started_at >= now() - make_interval(mins => $1)
      and a.call_id >= (select least_check_id from since)
  ), said as (
    select t.provider_code, t.outcome, t.reason, t.vendor_code, t.started_at as at,
      t.ended_at - t.started_at as took
    from tried t
    cross join lateral (
      select c.mode from calls c where c.account_id = t.account_id and c.call_id = t.call_id limit 1
    ) c
    where t.outcome is not null and c.mode = 'live'
    union all
    select s.provider_code, 'done', null, null, s.started_at, null::interval
    from check_sessions s
    join checks k on k.account_id = s.account_id and k.check_id = s.check_id
    where s.started_at >= now() - make_interval(mins => $1) and k.mode = 'live'
    union all
    select r.provider_code, r.state::text, null, null, r.held_at,
      case when r.state = 'done' and r.evidence is null then r.ended_at - r.held_at end
    from recent r
    left join tried t on t.account_id = r.account_id and t.call_id = r.call_id
    where r.state <> 'held' and r.provider_code is not null and t.call_id is null
  )`;

export async function readHealth(pool: Pool, minutes: number): Promise<ProviderHealth[]> {
  const { rows } = await pool.query<ProviderHealth>(
    `with ${recentAnswers}, words as (
       select r.provider_code,
         count(*) filter (
           where r.message_state in ('delivered', 'undelivered', 'expired', 'rejected')
         ) as finished,
         count(*) filter (where r.message_state = 'delivered') as delivered
       from recent r
       where r.state = 'done'
       group by r.provider_code
     )
     select s.provider_code as "providerCode", $1::integer as minutes, count(*)::integer as asked,
       count(*) filter (where s.outcome = 'done')::integer as done,
       count(*) filter (where s.outcome = 'rejected')::integer as rejected,
       count(*) filter (where s.outcome = 'unavailable')::integer as unavailable,
       count(*) filter (where s.outcome = 'unknown')::integer as unknown,
       round(
         1000 * percentile_cont(0.5) within group (order by extract(epoch from s.took))
       )::integer as "medianMs",
       round(
         1000 * percentile_cont(0.95) within group (order by extract(epoch from s.took))
       )::integer as "slowMs",
       coalesce(w.finished, 0)::integer as finished, coalesce(w.delivered, 0)::integer as delivered
     from said s
     left join words w on w.provider_code = s.provider_code
     group by s.provider_code, w.finished, w.delivered
     order by s.provider_code`,
    [minutes],
  );
  return rows;
}

/** The latest failure of each provider in the period. */
export async function readLastFailures(pool: Pool, minutes: number): Promise<LastFailure[]> {
  const { rows } = await pool.query<LastFailure>(
    `with ${recentAnswers}
     select distinct on (provider_code) provider_code as "providerCode", outcome, reason,
       vendor_code as "vendorCode", at
     from said
     where outcome <> 'done'
     order by provider_code, at desc`,
    [minutes],
  );
  return rows;
}
