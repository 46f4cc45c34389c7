import type { Pool } from 'pg';

/**
 * Claims a run: true for one process only, once an interval. A start that lies in the future is of a
 * clock that was ahead, and keeps nobody from running.
 */
export async function beginRun(pool: Pool, job: string, everyMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into job_runs as r (job, started_at)
     values ($1, now())
     on conflict (job) do update set started_at = now()
     where r.started_at < now() - make_interval(secs => $2 * 0.9 / 1000.0)
       or r.started_at > now() + interval '1 minute'`,
    [job, everyMs],
  );
  return rowCount === 1;
}

export async function endRun(pool: Pool, job: string, failure: string | null): Promise<void> {
  await pool.query(
    `update job_runs
     set ended_at = case when $2::text is null then now() else ended_at end,
       failed_at = case when $2::text is null then failed_at else now() end,
       failure = coalesce($2, failure)
     where job = $1`,
    [job, failure],
  );
}

export interface JobRun {
  job: string;
  startedAt: Date | null;
  endedAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
}

export async function listRuns(pool: Pool): Promise<JobRun[]> {
  const { rows } = await pool.query<JobRun>(
    `select job, started_at as "startedAt", ended_at as "endedAt", failed_at as "failedAt", failure
     from job_runs
     order by job`,
  );
  return rows;
}
