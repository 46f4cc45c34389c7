import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { testConfig } from '../../../test/kit/test-config.ts';
import { namesOf } from '../backup/stored-backups.ts';
import { noteBackup, noteBackupStart } from './queries.ts';
import { backupJobs } from './scheduled-backup.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'countersign-job-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const log = { debug() {}, info() {}, warn() {}, error() {} };
const settings = () => ({ BACKUP_DIR: folder, BACKUP_AT: '00:00', TIME_ZONE: 'UTC' });
const clock = { databaseNow: () => null } as never;

/** Runs the job of a server that has just started, and returns what it ran. */
async function runJob(env: Record<string, string> = settings(), fails = false): Promise<string[]> {
  const ran: string[] = [];
  const [job] = backupJobs({
    ...{ pool: database.pool, clock, config: testConfig(env), log },
    run: async (words) => {
      ran.push(words.join(' '));
      if (fails) throw new Error('it failed');
    },
  });
  const runs = [job?.run(new AbortController().signal)];
  await Promise.all(runs).catch(() => ran.push('failed'));
  return ran;
}

test('a server without BACKUP_DIR makes no backups', () => {
  expect(backupJobs({ pool: database.pool, clock, config: testConfig({}), log })).toEqual([]);
});

test('a server makes the backup that is due, and no other until the next day', async () => {
  expect(await runJob()).toEqual(['backup run']);
  await noteBackupStart(database.pool);
  // Another server that starts during the run, or right after it was killed, waits an hour.
  expect(await runJob()).toEqual([]);
  await database.pool.query(`update job_runs set started_at = now() - interval '61 minutes'`);
  expect(await runJob(settings(), true)).toEqual(['backup run', 'failed']);
  await noteBackup(database.pool, 5, null);
  expect(await runJob()).toEqual([]);
});

test('a backup that is there and not proved is not made again on the same day', async () => {
  await database.pool.query('delete from job_runs');
  await writeFile(namesOf(folder, new Date()).unproved, 'x');
  expect(await runJob()).toEqual([]);
});
