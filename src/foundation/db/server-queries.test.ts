import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createPool } from './connect.ts';
import { tryWrite } from './server-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The file of the index: another one means that new pages were written. */
async function indexFile(): Promise<string> {
  const { rows } = await database.pool.query(
    `select pg_relation_filepath('write_probe_pkey') as file`,
  );
  return rows[0].file;
}

describe('tryWrite', () => {
  test('writes new pages every time, for one row', async () => {
    const files = [await indexFile()];
    for (let times = 0; times < 2; times++) {
      await tryWrite(database.pool);
      files.push(await indexFile());
    }
    expect(new Set(files).size).toBe(3);
    expect((await database.pool.query('select from write_probe')).rowCount).toBe(1);
  });

  test('fails on a database that is read-only', async () => {
    const options = encodeURIComponent('-c default_transaction_read_only=on');
    const pool = createPool(`${database.target}&options=${options}`, {
      max: 1,
      applicationName: 'read-only',
    });
    await expect(tryWrite(pool)).rejects.toMatchObject({ code: '25006' });
    await pool.end();
  });

  test('waits neither for another server that tries nor for a reader', async () => {
    const other = await database.pool.connect();
    await other.query('begin; lock table write_probe in share row exclusive mode');
    const before = await indexFile();
    await tryWrite(database.pool);
    expect(await indexFile()).toBe(before);
    await other.query('rollback; begin; lock table write_probe in access share mode');
    await tryWrite(database.pool);
    expect(await indexFile()).not.toBe(before);
    await other.query('rollback');
    other.release();
  });

  test('succeeds for many servers at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => tryWrite(database.pool)));
  });
});
