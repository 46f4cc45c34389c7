import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { endWithUs } from '../scripts/end-with-us.mjs';
import { createPool } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/open-database.ts';
import { databaseUrl, templateName } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of any database of the PostgreSQL that the whole run shares. */
    sharedDatabaseUrl: string;
  }
}

const quiet = { debug: () => {}, info: () => {}, warn: console.warn, error: console.error };

/** Starts one PostgreSQL for the run, as durable as in production, with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-test-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const database = await openDatabase({ dataDir }, { role: 'serve', log: quiet });
    const pidFile = await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8');
    const callOff = endWithUs(Number(pidFile.split('\n', 1)[0]), dataDir);
    const teardown = async () => {
      callOff();
      await database.close().finally(removeData);
    };
    await createTemplate(database.connectionTarget).catch(async (error) => {
      await teardown();
      throw error;
    });
    project.provide('sharedDatabaseUrl', database.connectionTarget);
    return teardown;
  } catch (error) {
    await removeData();
    throw error;
  }
}

async function createTemplate(sharedUrl: string): Promise<void> {
  const client = new pg.Client(sharedUrl);
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  const pool = createPool(databaseUrl(sharedUrl, templateName), {
    max: 1,
    applicationName: 'template',
  });
  try {
    await migrate(pool, { log: quiet });
  } finally {
    await pool.end();
  }
}
