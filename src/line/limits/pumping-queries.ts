import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { walkPages } from '../../foundation/db/walk-pages.ts';

interface PumpingRule {
  minCodes: number;
  factor: number;
  undeliveredPercent: number;
  closeMinutes: number;
}

interface ClosedPrefix {
  accountId: number;
  mode: string;
  prefix: string;
  codes: number;
  undelivered: number;
}

/** Counts the next complete hour; returns true while there are more. See count-prefix-hour.sql. */
export async function countPrefixHour(pool: Pool, now: Date | null): Promise<boolean> {
  const { rows } = await pool.query<{ isMore: boolean }>(
    'select limits_count_prefix_hour($1) as "isMore"',
    [now],
  );
  return rows[0]?.isMore ?? false;
}

/** Deletes hours older than the history that `closePumpedPrefixes` reads. */
export function prunePrefixHours(pool: Pool, signal?: AbortSignal): Promise<number> {
  return walkPages(pool, 'prefix_hours', signal, (from, to) =>
    pool.query(
      `delete from prefix_hours
       where ctid >= $1::tid and ctid < $2::tid and hour < now() - interval '8 days'`,
      [from, to],
    ),
  );
}

/**
 * Closes prefixes that look pumped: in the last hour they got many more codes than their hourly average of
 * the last week, and most of them were not delivered. Codes younger than two minutes do not count yet.
 * Accounts are found by recent usage and their messages by a range of ids; for the week before, only the
 * hourly counts are read.
 */
export async function closePumpedPrefixes(
  change: Change,
  now: Date | null,
  rule: PumpingRule,
): Promise<ClosedPrefix[]> {
  const { rows } = await change.query<ClosedPrefix>(
    `with moment as (
       select coalesce($1, now()) as now
     ), active as (
       select distinct u.account_id, u.mode
       from moment t
       cross join usage_days u
       join default_limits d on d.mode = u.mode
       left join limits l on l.account_id = u.account_id and l.mode = u.mode
       where u.day >= (t.now - interval '2 days')::date and u.product = 'sms_code'
         and coalesce(l.per_number, d.per_number, u.mode = 'live')
     ), suspect as (
       select a.account_id, a.mode, m.prefix, count(*)::integer as codes,
         (count(*) filter (where m.message_state <> 'delivered'))::integer as undelivered
       from moment t
       cross join active a
       join calls m
         on m.account_id = a.account_id and m.mode = a.mode
         and m.call_id >= uuid_floor(t.now - interval '1 hour')
       where m.product = 'sms_code' and m.held_at < t.now - interval '2 minutes'
       group by a.account_id, a.mode, m.prefix
       having count(*) >= $2
         and count(*) filter (where m.message_state <> 'delivered') * 100 >= count(*) * $4
     ), closed as (
       insert into closed_prefixes as c (account_id, mode, prefix, closed_at, closed_until, reason)
       select s.account_id, s.mode, s.prefix, t.now, t.now + make_interval(mins => $5),
         format('%s codes in an hour, %s of them not delivered', s.codes, s.undelivered)
       from moment t
       cross join suspect s
       cross join lateral (
         select coalesce(sum(h.codes), 0) as codes
         from prefix_hours h
         where h.account_id = s.account_id and h.mode = s.mode and h.prefix = s.prefix
           and h.hour >= t.now - interval '7 days'
           -- What is suspect now is not counted as history.
           and h.hour <= t.now - interval '2 hours'
       ) history
       where s.codes > $3 * history.codes / 166.0
       on conflict (account_id, mode, prefix) do update
       set closed_at = excluded.closed_at, closed_until = excluded.closed_until,
         reason = excluded.reason, opened_at = null
       where c.closed_until <= excluded.closed_at
         -- One that a person opened within the hour stays open: they knew why.
         and coalesce(c.opened_at < excluded.closed_at - interval '1 hour', true)
       returning c.account_id, c.mode, c.prefix
     )
     select account_id as "accountId", mode, prefix, s.codes, s.undelivered
     from closed
     join suspect s using (account_id, mode, prefix)`,
    [now, rule.minCodes, rule.factor, rule.undeliveredPercent, rule.closeMinutes],
  );
  return rows;
}

export async function countClosedPrefixes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from closed_prefixes where closed_until > now()',
  );
  return rows[0]?.count ?? 0;
}
