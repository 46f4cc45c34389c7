import type { Pool } from 'pg';

/** The sizes of partitioned tables with all their partitions and indexes, the largest first. */
export async function readSizes(pool: Pool, tables: readonly string[]): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    `select string_agg(format('%s %s', t.name, pg_size_pretty(t.bytes)), ', ' order by t.bytes desc) as text
     from (
       select p.name, sum(pg_total_relation_size(i.relid)) as bytes
       from unnest($1::text[]) p (name)
       cross join pg_partition_tree(p.name::regclass) i
       group by p.name
     ) t`,
    [tables],
  );
  return rows[0]?.text ?? '';
}
