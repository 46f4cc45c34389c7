import type { Pool } from 'pg';

/**
 * The time of the newest call of each key, if any. It reads the search tables, so it costs the line nothing.
 */
export async function findLastUses(
  pool: Pool,
  keys: readonly { accountId: number; keyId: number }[],
): Promise<Map<number, Date>> {
  const { rows } = await pool.query<{ keyId: number; usedAt: Date }>(
    `select s.key_id as "keyId", max(newest.held_at) as "usedAt"
     from unnest($1::integer[], $2::integer[]) as k (account_id, key_id)
     join call_series s on s.account_id = k.account_id and s.key_id = k.key_id
     cross join lateral (
       select c.held_at
       from call_search c
       where c.series_id = s.series_id
       order by c.call_id desc
       limit 1
     ) newest
     group by s.key_id`,
    [keys.map(({ accountId }) => accountId), keys.map(({ keyId }) => keyId)],
  );
  return new Map(rows.map(({ keyId, usedAt }) => [keyId, usedAt]));
}
