import type { Pool, PoolClient } from 'pg';

/** Each round asks again; a pooler that hands out its connections in turn needs a few. */
const rounds = 3;

/**
 * Refuses a pooler in transaction mode. It gives the statements of one session to any connection, so session
 * settings, prepared statements and notifications get lost, and jobs fail long after the start.
 */
export async function assertOwnSessions(pool: Pool): Promise<void> {
  const first = await pool.connect();
  const second = await pool.connect().catch((error) => {
    first.release();
    throw error;
  });
  try {
    for (let round = 0; round < rounds; round++) {
      const before = await readPid(first);
      // A transaction keeps its connection, so a pooler must serve the other session by another one.
      await second.query('begin');
      const beside = await readPid(second);
      const isShared = beside === before || (await readPid(first)) !== before;
      await second.query('rollback');
      if (isShared) throw new Error(refusal);
    }
  } finally {
    // A refused session may share a connection that is in a transaction.
    first.release(true);
    second.release(true);
  }
}

const refusal =
  'A pooler in transaction mode is between Countersign and PostgreSQL. Use its session mode, or connect directly.';

async function readPid(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid as number;
}
