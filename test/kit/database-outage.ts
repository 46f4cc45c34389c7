import pg from 'pg';
import { inject } from 'vitest';

/**
 * Makes one database unreachable for everyone, as if its server were down; returns the way back.
 */
export async function cutOffDatabase(target: string): Promise<() => Promise<void>> {
  const name = /\/([^/?]+)\?/.exec(target)?.[1] ?? '';
  const admin = new pg.Client(inject('sharedDatabaseUrl'));
  await admin.connect();
  await admin.query(`alter database ${name} allow_connections false`);
  // A terminated backend runs on for a moment: each one is awaited.
  await admin.query(
    'select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1',
    [name],
  );
  return async () => {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  };
}
