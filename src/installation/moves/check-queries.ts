import { escapeIdentifier, escapeLiteral, type Pool, type PoolClient } from 'pg';
import { hasCitus } from '../../foundation/db/citus-node.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { publicationOf } from './source-queries.ts';

/** What the old database must have to be moved from. */
export interface SourceFacts {
  /** The owner of the cell's schema: the role of its servers. */
  role: string;
  /** The role that runs the move. */
  admin: string;
  walLevel: string;
  freeSlots: number;
  freeSenders: number;
  /** Other schemas that the role owns, and other databases in which it has sessions. */
  elsewhere: string[];
  systemId: string;
}

export async function readSourceFacts(source: Queryable, schema: string): Promise<SourceFacts> {
  const { rows } = await source.query<SourceFacts>(
    `select r.rolname::text as role, current_user::text as admin,
       current_setting('wal_level') as "walLevel",
       current_setting('max_replication_slots')::integer
         - (select count(*)::integer from pg_replication_slots) as "freeSlots",
       current_setting('max_wal_senders')::integer
         - (select count(*)::integer from pg_stat_replication) as "freeSenders",
       array(
         select nspname::text from pg_namespace where nspowner = r.oid and nspname <> $1
         union
         select datname::text from pg_stat_activity
         where usesysid = r.oid and datname <> current_database()
       ) as elsewhere,
       (select system_identifier::text from pg_control_system()) as "systemId"
     from pg_namespace n join pg_roles r on r.oid = n.nspowner
     where n.nspname = $1`,
    [schema],
  );
  return rows[0] as SourceFacts;
}

/** What Citus is to a database; without it, neither. */
export interface CitusFacts {
  /** Whether the schema is distributed: its rows are then in shards, which cannot be published. */
  isDistributed: boolean;
  /** Whether this is another node than the coordinator, which alone creates tables. */
  isWorker: boolean;
}

export async function readCitusFacts(db: Queryable, schema: string): Promise<CitusFacts> {
  if (!(await hasCitus(db))) return { isDistributed: false, isWorker: false };
  const { rows } = await db.query<CitusFacts>(
    `select (select groupid from pg_dist_local_group) <> 0 as "isWorker",
       exists (
         select from pg_dist_shard where logicalrelid = to_regclass(format('%I.platform', $1::text))
       ) as "isDistributed"`,
    [schema],
  );
  return rows[0] as CitusFacts;
}

/** What the new database must have to be moved to. */
export interface TargetFacts {
  encoding: string;
  systemId: string;
  /** Whether the role of the cell's servers exists there, and may log in and use temporary tables. */
  hasRole: boolean;
  /** Whether a server of that role that finds no schema would create one, and with it an empty cell. */
  mayCreate: boolean;
  /** Processes that apply or copy changes, and places for what they have applied. */
  freeWorkers: number;
  freeOrigins: number;
}

export async function readTargetFacts(target: Queryable, role: string): Promise<TargetFacts> {
  const { rows } = await target.query<TargetFacts>(
    `select current_setting('server_encoding') as encoding,
       current_setting('max_logical_replication_workers')::integer
         - (select count(*)::integer from pg_stat_subscription where pid is not null) as "freeWorkers",
       current_setting('max_replication_slots')::integer
         - (select count(*)::integer from pg_replication_origin) as "freeOrigins",
       (select system_identifier::text from pg_control_system()) as "systemId",
       exists (
         select from pg_roles
         where rolname = $1 and rolcanlogin
           and has_database_privilege(oid, current_database(), 'connect')
           and has_database_privilege(oid, current_database(), 'temporary')
       ) as "hasRole",
       exists (
         select from pg_roles
         where rolname = $1 and has_database_privilege(oid, current_database(), 'create')
       ) as "mayCreate"`,
    [role],
  );
  return rows[0] as TargetFacts;
}

/** Tries what the move will do to the old database, and undoes it. Returns why it cannot be done. */
export function trySource(
  source: Pool,
  { schema, role, tables }: { schema: string; role: string; tables: readonly string[] },
): Promise<string | undefined> {
  return tryOut(source, async (client) => {
    await client.query(publicationOf('countersign_move_trial', tables));
    await client.query(`alter role ${escapeIdentifier(role)} nologin`);
    await client.query(`alter schema ${escapeIdentifier(schema)} owner to current_user`);
  });
}

/** Tries what the move will do to the new database, and undoes it: it connects from there to the old one. */
export function tryTarget(
  target: Pool,
  { schema, role, sourceUrl }: { schema: string; role: string; sourceUrl: string },
): Promise<string | undefined> {
  return tryOut(target, async (client) => {
    const name = escapeIdentifier(role);
    await client.query(
      `create schema ${escapeIdentifier(`${schema}_trial`)} authorization ${name}`,
    );
    await client.query(`set local role ${name}`);
    await client.query('reset role');
    await client.query(
      `create subscription countersign_move_trial connection ${escapeLiteral(sourceUrl)}
       publication countersign_move_trial
       with (create_slot = false, slot_name = none, enabled = false, copy_data = false)`,
    );
  });
}

async function tryOut(
  pool: Pool,
  work: (client: PoolClient) => Promise<void>,
): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}
