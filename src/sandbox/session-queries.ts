import type { Pool } from 'pg';

/** A session that is long over is of no use to anyone; a vendor forgets its own in the same way. */
export async function pruneSessions(pool: Pool, days: number): Promise<number> {
  const { rowCount } = await pool.query(
    'delete from sandbox_sessions where expires_at < now() - make_interval(days => $1)',
    [days],
  );
  return rowCount ?? 0;
}
