import type { Change } from '../../foundation/audit/change-queries.ts';
import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';

/** How a provider answered last. */
export interface ProviderRun {
  providerCode: string;
  /** The last attempts, oldest first: a dot for each that succeeded, an `x` for each that failed. */
  recent: string;
  /** Failures since the last success, and when the first of them was. */
  failedInRow: number;
  failingSince: Date | null;
  /** Of the last failure. */
  reason: FailureReason | null;
}

/** Attempts that are kept for each provider. */
export const keptAttempts = 100;

/**
 * Adds what one server saw. In the order of the code, so that two servers cannot wait for each other's rows. A
 * provider that was removed meanwhile gets no row.
 */
export async function addRuns(pool: Queryable, runs: readonly ProviderRun[]): Promise<void> {
  await pool.query(
    `insert into provider_runs as r (provider_code, recent, failed_in_row, failing_since, reason)
     select i.provider_code, i.recent, i.failed_in_row, i.failing_since, i.reason
     from unnest($1::text[], $2::text[], $3::integer[], $4::timestamptz[], $5::text[])
       as i (provider_code, recent, failed_in_row, failing_since, reason)
     join providers p on p.provider_code = i.provider_code
     order by i.provider_code
     on conflict (provider_code) do update
     set recent = right(r.recent || excluded.recent, $6),
       failed_in_row = excluded.failed_in_row
         + case when strpos(excluded.recent, '.') > 0 then 0 else r.failed_in_row end,
       failing_since = case
         when strpos(excluded.recent, '.') > 0 then excluded.failing_since
         else least(r.failing_since, excluded.failing_since)
       end,
       reason = coalesce(excluded.reason, r.reason)`,
    [
      runs.map(({ providerCode }) => providerCode),
      runs.map(({ recent }) => recent),
      runs.map(({ failedInRow }) => failedInRow),
      runs.map(({ failingSince }) => failingSince),
      runs.map(({ reason }) => reason),
      keptAttempts,
    ],
  );
}

export async function readRuns(pool: Queryable): Promise<ProviderRun[]> {
  const { rows } = await pool.query<ProviderRun>(
    `select provider_code as "providerCode", recent, failed_in_row as "failedInRow",
       failing_since as "failingSince", reason
     from provider_runs
     order by provider_code`,
  );
  return rows;
}

/** A later provider with the same code begins without a past. */
export async function removeRun(change: Change, providerCode: string): Promise<void> {
  await change.query('delete from provider_runs where provider_code = $1', [providerCode]);
}
