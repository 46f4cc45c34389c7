import type { Queryable } from './queryable.ts';

/** An expression that is true in a database with Citus, whose nodes share out the schemas among them. */
export const hasCitusSql = `to_regclass('pg_catalog.pg_dist_placement') is not null`;

export async function hasCitus(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ hasCitus: boolean }>(`select ${hasCitusSql} as "hasCitus"`);
  return rows[0]?.hasCitus ?? false;
}

/**
 * Whether this node holds the schema of the session; without Citus, the only one does. On another node every
 * statement works too, but triggers run in a session on the node that holds the schema: they know no actor, and
 * nobody here hears what they notify. A schema that is not distributed is on the coordinator, the group 0.
 */
export async function holdsSchema(db: Queryable): Promise<boolean> {
  if (!(await hasCitus(db))) return true;
  const { rows } = await db.query<{ isHolder: boolean }>(
    `select (select l.groupid from pg_dist_local_group l) = coalesce(
       (
         select p.groupid
         from pg_dist_shard s
         join pg_dist_placement p on p.shardid = s.shardid
         where s.logicalrelid = to_regclass('platform')
         limit 1
       ),
       0
     ) as "isHolder"`,
  );
  return rows[0]?.isHolder ?? false;
}

/** Like a connection that is refused: the next one looks for the node that holds the schema. */
export class WrongNode extends Error {
  readonly code = 'ECONNREFUSED';

  constructor() {
    super('this node of Citus does not hold the schema');
  }
}

export async function requireHolder(db: Queryable): Promise<void> {
  if (!(await holdsSchema(db))) throw new WrongNode();
}
