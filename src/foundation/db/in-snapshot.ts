import type { ClientBase, Pool } from 'pg';
import { connectPatiently } from './connect.ts';

/**
 * Reads in one snapshot, so that its parts agree whatever is written meanwhile, on a connection of its own without the
 * timeouts of calls.
 */
export async function inSnapshot<Result>(
  pool: Pool,
  read: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await connectPatiently(pool);
  try {
    await client.query('begin isolation level repeatable read read only');
    return await read(client);
  } finally {
    // The transaction is read-only, so the connection can be closed without a commit.
    client.release(true);
  }
}
