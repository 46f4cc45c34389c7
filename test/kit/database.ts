import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool } from '../../src/foundation/db/connect.ts';

/** The migrated database that every test database is a copy of. */
export const templateName = 'template_countersign';

const objectInUse = '55006';

export interface TestDatabase {
  /** A URL for `createPool`, and for the DATABASE_URL of a server process. */
  target: string;
  pool: pg.Pool;
  /** Ends the pool and drops the database, even if others are still connected. */
  drop(): Promise<void>;
}

/** Creates a database for one test: migrated and without rows, or empty with `isBare`. */
export async function createTestDatabase({ max = 10, isBare = false } = {}): Promise<TestDatabase> {
  const sharedUrl = inject('sharedDatabaseUrl');
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const template = isBare ? 'template1' : templateName;
  await withClient(sharedUrl, (client) => copyTemplate(client, name, template));
  const target = databaseUrl(sharedUrl, name);
  const pool = createPool(target, { max, applicationName: name });
  return {
    target,
    pool,
    drop: async () => {
      if (!pool.ended) await pool.end();
      await withClient(sharedUrl, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, database: string): string {
  return url.replace(/\/[^/?]*\?/, `/${database}?`);
}

/** PostgreSQL copies a database only while no one is connected to it, not even another copy. */
async function copyTemplate(client: pg.Client, name: string, template: string): Promise<void> {
  for (;;) {
    try {
      // Copying the files takes less than half the time of logging them.
      await client.query(`create database ${name} template ${template} strategy file_copy`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== objectInUse) throw error;
      await sleep(20);
    }
  }
}

async function withClient(url: string, action: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await action(client);
  } finally {
    await client.end();
  }
}
