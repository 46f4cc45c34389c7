import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { endWithUs } from '../../scripts/end-with-us.mjs';
import { createPool } from '../../src/foundation/db/connect.ts';
import { migrate } from '../../src/foundation/db/migrate.ts';
import { embeddedPaths } from '../../src/installation/embedded-postgres/embedded.ts';
import { openDatabase } from '../../src/installation/embedded-postgres/open-database.ts';
import { addProductsAtStart } from '../../src/installation/jobs/add-products.ts';
import { databaseUrl, templateName } from './database.ts';
import { tellingSettings, watchCrash } from './watch-crash.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of any database of the run's shared PostgreSQL. */
    sharedDatabaseUrl: string;
    /** A folder that is removed with everything in it when the run ends. */
    runFolder: string;
  }
}

const quiet = { debug: () => {}, info: () => {}, warn: console.warn, error: console.error };

/** Starts one PostgreSQL for the run, with production settings, and a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-test-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const options = { role: 'serve', log: quiet, settings: tellingSettings } as const;
    const database = await openDatabase({ dataDir }, options);
    const pidFile = await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8');
    const callOff = endWithUs(Number(pidFile.split('\n', 1)[0]), dataDir);
    const endWatch = watchCrash(embeddedPaths(dataDir).logFile, (tail) => endRun(project, tail));
    const teardown = async () => {
      endWatch();
      callOff();
      await database.close().finally(removeData);
    };
    await createTemplate(database.connectionTarget).catch(async (error) => {
      await teardown();
      throw error;
    });
    project.provide('sharedDatabaseUrl', database.connectionTarget);
    project.provide('runFolder', dataDir);
    return teardown;
  } catch (error) {
    await removeData();
    throw error;
  }
}

/** How long running tests may take to fail before they are cut off. */
const lastWordsMs = 20_000;

/** Every connection is lost with the server: the crash is the failure, and no other test starts. */
function endRun({ vitest }: TestProject, logTail: string): void {
  process.exitCode = 1;
  console.error(`the PostgreSQL of the tests has crashed; its log ends with:\n${logTail}`);
  void vitest.cancelCurrentRun('test-failure');
  setTimeout(cutOff, lastWordsMs).unref();
}

/** A test that waits forever continues without us; under `npm test` it is in our process group. */
function cutOff(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(1);
  }
}

async function createTemplate(sharedUrl: string): Promise<void> {
  const client = new pg.Client(sharedUrl);
  await client.connect();
  await client.query(`create database ${templateName}`);
  await admitAll(client);
  await client.end();
  const pool = createPool(databaseUrl(sharedUrl, templateName), {
    max: 1,
    applicationName: 'template',
  });
  try {
    await migrate(pool, { log: quiet });
    await addProductsQuietly(pool);
  } finally {
    await pool.end();
  }
}

/** Tests read the audit log from its first entry, so the template has none. */
async function addProductsQuietly(pool: pg.Pool): Promise<void> {
  const tables = ['products', 'templates', 'template_assignments'];
  const set = (verb: string) =>
    tables.map((table) => `alter table ${table} ${verb} trigger ${table}_audited`).join(';');
  await pool.query(set('disable'));
  await addProductsAtStart(pool);
  await pool.query(set('enable'));
}

/** Tests create roles; our own PostgreSQL admits only its own. */
async function admitAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select current_setting('hba_file') as file`);
  await appendFile(rows[0].file, 'local all all trust\n');
  await client.query('select pg_reload_conf()');
}
