import type { Pool } from 'pg';

/** Copies calls that have changed, as many as are in so many notes; 0 when there are none, or another does. */
export async function projectSome(pool: Pool, most: number, restMs: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'project_calls',
    text: 'select search_project($1, make_interval(secs => $2 / 1000.0)) as count',
    values: [most, restMs],
  });
  return rows[0]?.count ?? 0;
}
