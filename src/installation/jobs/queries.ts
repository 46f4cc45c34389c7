import type { Pool } from 'pg';

/**
 * Claims a run: true for only one process in each interval. A start in the future comes from a clock that was
 * ahead, and does not block a run. A failed run is retried after a minute.
 */
export async function beginRun(pool: Pool, job: string, everyMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into job_runs as r (job, started_at)
     values ($1, now())
     on conflict (job) do update set started_at = now()
     where r.started_at < now() - make_interval(secs => $2 * 0.9 / 1000.0)
       or r.started_at > now() + interval '1 minute'
       or (r.failed_at >= r.started_at and r.failed_at < now() - interval '1 minute')`,
    [job, everyMs],
  );
  return rowCount === 1;
}

/** Stores how a run ended. A claimed run keeps the start time of its claim. */
export async function endRun(
  pool: Pool,
  job: string,
  { durationMs, failure, isClaimed }: EndedRun,
): Promise<void> {
  await pool.query(
    `insert into job_runs as r (job, started_at, ended_at, failed_at, failure, duration_ms)
     select $1, now() - make_interval(secs => $2 / 1000.0),
       case when $3::text is null then now() end, case when $3::text is not null then now() end, $3, $2
     on conflict (job) do update
     set started_at = case when $4 then r.started_at else excluded.started_at end,
       ended_at = coalesce(excluded.ended_at, r.ended_at),
       failed_at = coalesce(excluded.failed_at, r.failed_at),
       failure = coalesce(excluded.failure, r.failure),
       duration_ms = excluded.duration_ms`,
    [job, Math.round(durationMs), failure, isClaimed],
  );
}

export interface EndedRun {
  durationMs: number;
  /** Null for a successful run. */
  failure: string | null;
  isClaimed: boolean;
}

export interface JobRun {
  job: string;
  startedAt: Date | null;
  /** When it last succeeded. */
  endedAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
  durationMs: number | null;
}

export async function listRuns(pool: Pool): Promise<JobRun[]> {
  const { rows } = await pool.query<JobRun>(
    `select job, started_at as "startedAt", ended_at as "endedAt", failed_at as "failedAt", failure,
       duration_ms as "durationMs"
     from job_runs
     order by job`,
  );
  return rows;
}
