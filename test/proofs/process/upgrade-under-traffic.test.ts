import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { products } from '../../../src/foundation/contract/products.ts';
import { dropRetired } from '../../../src/foundation/db/apply-functions.ts';
import { hashApiKey, makeApiKey } from '../../../src/line/callers/api-key.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { readLastRelease } from '../../kit/last-release.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { failToStart, launch, startServer } from '../../kit/server-process.ts';
import { startTraffic } from '../../kit/traffic.ts';
import { expectBooksClosed } from '../storms/books.ts';

const root = join(import.meta.dirname, '../../..');
const release = readLastRelease();
const hasHistory = (() => {
  try {
    execFileSync('git', ['cat-file', '-e', release.commit], { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
let folder: string;
let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-release-'));
  database = await createTestDatabase({ isBare: true });
  env = {
    DATABASE_URL: database.target,
    DATA_DIR: join(folder, 'data'),
    DATA_KEY: randomBytes(32).toString('hex'),
  };
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The program of the last release, from the history of this clone, with today's packages. */
function unpackRelease(): string {
  const place = join(folder, 'program');
  mkdirSync(place);
  const files = execFileSync('git', ['archive', release.commit], {
    cwd: root,
    maxBuffer: 500_000_000,
  });
  execFileSync('tar', ['-x', '-C', place], { input: files });
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  return join(place, 'src/main.ts');
}

test.skipIf(!hasHistory)(
  `servers of ${release.version} are replaced under traffic, and no call fails (needs the history of git)`,
  { timeout: longTimeoutMs },
  async () => {
    const { pool } = database;
    const older = unpackRelease();
    const first = await startServer(env, undefined, older);
    const second = await startServer(env, undefined, older);
    const { accountId } = await createAccount(byTest(pool), { name: 'A', testBalance: 10n ** 9n });
    const apiKey = makeApiKey('test');
    // `createKey` reads a table that this database does not have yet.
    await byTest(pool).query(
      `insert into keys (account_id, mode, name, key_hash, last_four, scopes)
       values ($1, 'test', '', $2, $3, $4)`,
      [accountId, hashApiKey(apiKey), apiKey.slice(-4), products],
    );
    const servers = [first, second];
    const traffic = startTraffic(servers, apiKey);
    await traffic.more(50);

    // A reader keeps the new server from its last transaction: it tries again and gives way, and is killed then.
    const reader = await pool.connect();
    await reader.query('begin; select from schema_functions');
    const { child } = launch(['serve'], env);
    const migrated = async () =>
      (await pool.query('select from schema_migrations where name > $1', [release.migration]))
        .rowCount ?? 0;
    // On a busy machine it gives way many times before it has all of its locks.
    await expect.poll(migrated, { timeout: 240_000 }).toBeGreaterThan(0);
    await traffic.more(100);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await traffic.more(50);
    await reader.query('commit');
    reader.release();

    const third = await startServer(env);
    servers.push(third);
    await traffic.more(200);
    for (const leaving of [first, second]) {
      await traffic.takeOut(leaving);
      expect(await leaving.end('SIGTERM')).toBe(0);
    }
    expect((await failToStart(env, older)).stderr).toMatch(/database is newer/);
    const drop = () => dropRetired(pool, { looks: 1, keepDays: 0 });
    await expect.poll(drop, { timeout: 30_000 }).not.toEqual([]);
    await traffic.more(50);
    await traffic.end();

    expect(traffic.errors).toEqual([]);
    // Servers of 0.1.0 wait half a second for what an upgrade locks, which is too short for a busy machine.
    expect(traffic.delayed).toBeLessThan(traffic.answers.length / 20);
    expect(traffic.answers.filter(({ status }) => status !== 201)).toEqual([]);
    const ids = traffic.answers.map(({ requestId }) => requestId);
    const { rows } = await pool.query(
      `select count(*)::integer as calls, count(*) filter (where state = 'done')::integer as done
       from calls where call_id = any ($1)`,
      [ids],
    );
    expect(rows).toEqual([{ calls: ids.length, done: ids.length }]);
    await expectBooksClosed(pool);
    expect(await third.end('SIGTERM')).toBe(0);
  },
);
