import pg from 'pg';
import { inject } from 'vitest';

/**
 * Makes one database unreachable for everyone, as if its server were down; returns the way back.
 */
export function cutOffDatabase(target: string): Promise<() => Promise<void>> {
  return change(target, {
    from: 'allow_connections true',
    to: 'allow_connections false',
  });
}

/** Makes one database read-only for everyone, like a primary that was demoted; returns the way back. */
export function makeReadOnly(target: string): Promise<() => Promise<void>> {
  return change(target, {
    from: 'reset default_transaction_read_only',
    to: 'set default_transaction_read_only = on',
  });
}

/** Changes a database, and ends its connections at each change, so that the next ones find it changed. */
async function change(
  target: string,
  { from, to }: { from: string; to: string },
): Promise<() => Promise<void>> {
  const name = /\/([^/?]+)\?/.exec(target)?.[1] ?? '';
  const admin = new pg.Client(inject('sharedDatabaseUrl'));
  await admin.connect();
  const apply = async (setting: string) => {
    await admin.query(`alter database ${name} ${setting}`);
    // A terminated backend runs on for a moment: each one is awaited.
    await admin.query(
      'select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1',
      [name],
    );
  };
  await apply(to);
  return async () => {
    await apply(from);
    await admin.end();
  };
}
