import type { Pool } from 'pg';

/** As if a minute had passed without a heartbeat of the process that runs a shared job. */
export async function loseHeartbeats(pool: Pool, job: string): Promise<void> {
  await pool.query(
    `update job_runs set started_at = started_at - interval '1 minute',
       beat_at = beat_at - interval '1 minute' where job = $1`,
    [job],
  );
}
