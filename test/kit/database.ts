import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool } from '../../src/foundation/db/connect.ts';

/** The migrated database that every test database is a copy of. */
export const templateName = 'template_countersign';

const objectInUse = '55006';

export interface TestDatabase {
  /** A URL for `createPool`, and for the DATABASE_URL of a server in a process of its own. */
  target: string;
  pool: pg.Pool;
  /** Ends the pool and removes the database, whoever else is still connected. */
  drop(): Promise<void>;
}

/** Makes a database that nobody else uses: migrated, and without rows, or `isBare` as PostgreSQL makes it. */
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

/** PostgreSQL copies a database only while nobody is connected, not even another copy's maker. */
async function copyTemplate(client: pg.Client, name: string, template: string): Promise<void> {
  for (;;) {
    try {
      // To copy the files takes less than half the time of writing them to the log.
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
