import type { Pool } from 'pg';

/** Copies calls that have changed, and says how many notes of it were taken; 0 also while another copies. */
export async function projectSome(pool: Pool, mostNotes: number, restMs: number): Promise<number> {
  const { rows } = await pool.query<{ notes: number }>({
    name: 'project_calls',
    text: 'select search_project($1, make_interval(secs => $2 / 1000.0)) as notes',
    values: [mostNotes, restMs],
  });
  return rows[0]?.notes ?? 0;
}
