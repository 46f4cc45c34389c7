import type pg from 'pg';

/**
 * Distributes the schema of a cell, as docs/growth.md tells operators to. The triggers rest meanwhile: they would
 * write an entry into the audit log for each row that is copied.
 */
export async function distribute(coordinator: pg.Client, schema: string): Promise<void> {
  const audited = await listTables(
    coordinator,
    schema,
    'exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)',
  );
  const nameless = await listTables(
    coordinator,
    schema,
    `c.relreplident = 'd' and not exists (
       select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  );
  // A move by logical replication must recognize each row, and skips what is not logged.
  for (const table of nameless) {
    await coordinator.query(`alter table ${table} replica identity full`);
  }
  for (const table of await listTables(coordinator, schema, `c.relpersistence = 'u'`)) {
    await coordinator.query(`alter table ${table} set logged`);
  }
  for (const table of audited) await coordinator.query(`alter table ${table} disable trigger user`);
  await coordinator.query('select citus_schema_distribute($1::text::regnamespace)', [schema]);
  for (const table of audited) await coordinator.query(`alter table ${table} enable trigger user`);
}

async function listTables(client: pg.Client, schema: string, condition: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name
     from pg_class c
     where c.relnamespace = $1::text::regnamespace and c.relkind in ('r', 'p') and ${condition}
     order by c.relispartition, 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

/** Keeps a proof that kills a node from one that needs all of them, until the session ends or lets go. */
export async function lockNodes(coordinator: pg.Client): Promise<void> {
  await coordinator.query('select pg_advisory_lock(1131375990)');
}

export async function unlockNodes(coordinator: pg.Client): Promise<void> {
  await coordinator.query('select pg_advisory_unlock(1131375990)');
}

/** A node, and the host and port by which the cluster knows it. */
export interface Node {
  id: number;
  host: string;
  port: number;
}

export async function listWorkers(coordinator: pg.Client): Promise<Node[]> {
  const { rows } = await coordinator.query<Node>(
    `select nodeid as id, nodename as host, nodeport as port
     from pg_dist_node
     where groupid <> 0 and isactive
     order by nodeid`,
  );
  return rows;
}

/** The node that holds a schema. */
export async function findHolder(coordinator: pg.Client, schema: string): Promise<Node> {
  const { rows } = await coordinator.query<Node>(
    `select n.nodeid as id, n.nodename as host, n.nodeport as port
     from pg_dist_shard s
     join pg_dist_placement p on p.shardid = s.shardid
     join pg_dist_node n on n.groupid = p.groupid
     where s.logicalrelid = ($1 || '.platform')::regclass`,
    [schema],
  );
  return rows[0] as Node;
}
