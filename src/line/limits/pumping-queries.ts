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
 * the last week, and most of them were not delivered, or, of verifications, not approved. Codes younger than two
 * minutes do not count yet.
 * Accounts are found by recent usage and their messages by a range of ids; for the week before, only the
 * hourly counts are read.
 */
export async function closePumpedPrefixes(
  change: Change,
  now: Date | null,
  rule: PumpingRule,
): Promise<ClosedPrefix[]> {
  const { rows } = await change.query<ClosedPrefix>(
    `select account_id as "accountId", mode, prefix, codes, undelivered
     from limits_close_pumped($1, $2, $3, $4, make_interval(mins => $5))`,
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
