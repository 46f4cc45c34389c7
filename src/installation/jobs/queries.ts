import type { Pool } from 'pg';

/** How long a run counts as alive after its last heartbeat; heartbeats come four times as often. */
export const leaseMs = 60_000;

/** Whether the claimed run of a row began after its last end and has not ended since. */
const isOpen = `r.started_at > greatest(r.ended_at, r.failed_at, '-infinity')`;

/**
 * Claims a run for a process: true for only one process in each interval, and not while another one runs it.
 * A run whose process died or could not store its end is claimed again as soon as its heartbeat is old. A
 * time in the future comes from a clock that was ahead, and does not block a run. A failed run is retried
 * after a minute.
 */
export async function beginRun(
  pool: Pool,
  job: string,
  everyMs: number,
  owner: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select where jobs_begin_run(
       $1, make_interval(secs => $2 / 1000.0), $3, make_interval(secs => $4 / 1000.0)
     )`,
    [job, everyMs, owner, leaseMs],
  );
  return rowCount === 1;
}

/** Says that a claimed run is still under way. */
export async function heartbeatRun(pool: Pool, job: string, owner: string): Promise<void> {
  await pool.query('update job_runs set beat_at = now() where job = $1 and owner = $2', [
    job,
    owner,
  ]);
}

/**
 * Stores how a run ended. A claimed run keeps the start time of its claim; if another process has taken it
 * over, its end is left to that process.
 */
export async function endRun(
  pool: Pool,
  job: string,
  { durationMs, failure, claimedBy }: EndedRun,
): Promise<void> {
  await pool.query('select jobs_end_run($1, $2, $3, $4)', [
    job,
    Math.round(durationMs),
    failure,
    claimedBy,
  ]);
}

export interface EndedRun {
  durationMs: number;
  /** Null for a successful run. */
  failure: string | null;
  /** The process that claimed it; null for a job that each process runs for itself. */
  claimedBy: string | null;
}

/** The name under which backups are recorded among the jobs: an ended run is a backup that was proved. */
export const backupJob = 'backup';

/** Records that a backup begins, so that no server begins another one soon. */
export async function noteBackupStart(pool: Pool): Promise<void> {
  // A standby takes no writes, and its backup is none the worse.
  await pool
    .query(
      `insert into job_runs (job, started_at) values ($1, now())
       on conflict (job) do update set started_at = excluded.started_at`,
      [backupJob],
    )
    .catch(() => {});
}

/** Records that a backup was proved, or why it was not. */
export async function noteBackup(
  pool: Pool,
  durationMs: number,
  failure: string | null,
): Promise<void> {
  await endRun(pool, backupJob, { durationMs, failure, claimedBy: null }).catch(() => {});
}

interface JobRun {
  job: string;
  startedAt: Date | null;
  /** When it last succeeded. */
  endedAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
  durationMs: number | null;
  /** It began and never ended: its process is gone, and no other one has taken it over. */
  isLost: boolean;
}

export async function listRuns(pool: Pool): Promise<JobRun[]> {
  const { rows } = await pool.query<JobRun>(
    `select job, started_at as "startedAt", ended_at as "endedAt", failed_at as "failedAt", failure,
       duration_ms as "durationMs",
       coalesce(
         ${isOpen} and r.beat_at >= r.started_at
           and r.beat_at < now() - make_interval(secs => $1 / 1000.0),
         false
       ) as "isLost"
     from job_runs r
     order by job`,
    [leaseMs],
  );
  return rows;
}
