import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { loadConfig } from '../../foundation/settings/config.ts';
import { openForRestore, openPlatform } from './open-platform.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  folder = await mkdtemp(join(tmpdir(), 'countersign-platform-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const configOf = (target = database.target) =>
  loadConfig({ DATABASE_URL: target, DATA_DIR: join(folder, 'data') });

test('refuses a database that may lose committed data', async () => {
  const careless = `${database.target}&options=${encodeURIComponent('-c synchronous_commit=off')}`;
  const why = /cannot be trusted with money: synchronous_commit is off/;
  for (const role of ['serve', 'visit'] as const) {
    await expect(openPlatform(configOf(careless), { role, log: quietLog })).rejects.toThrow(why);
  }
  await expect(openForRestore(configOf(careless), quietLog)).rejects.toThrow(why);
});

test('a command creates no data key; a server does, in a new folder, and then both use it', async () => {
  await expect(openPlatform(configOf(), { role: 'visit', log: quietLog })).rejects.toMatchObject({
    name: 'Unreachable',
    message: expect.stringContaining('data.key is missing'),
  });
  expect(await readdir(folder)).toEqual([]);
  const served = await openPlatform(configOf(), { role: 'serve', log: quietLog });
  await served.close();
  expect(await readdir(join(folder, 'data'))).toEqual(['data.key']);
  const visited = await openPlatform(configOf(), { role: 'visit', log: quietLog });
  await visited.close();
  expect(visited.vault.open(served.vault.seal('x', 'c'), 'c')).toBe('x');
  const [one, other] = [visited, served].map(({ vault }) => vault.fingerprint('number', '+1'));
  expect(one).toEqual(other);
  expect(visited.embedded).toBe(false);
});

// @mutant src/installation/data-dir/open-platform.ts
// -     if (mayWrite) await bindBooks(pool, config);
// +     await bindBooks(pool, config);
test('a command without the settings of the books takes them from the database, and changes nothing', async () => {
  const germany = { currency: 'EUR', timeZone: 'Europe/Berlin' };
  const served = await openPlatform(
    { ...configOf(), ...germany },
    { role: 'serve', log: quietLog },
  );
  await served.close();
  const visited = await openPlatform(configOf(), { role: 'visit', log: quietLog });
  await visited.close();
  expect(visited.config).toMatchObject(germany);
  const { rows } = await database.pool.query('select currency from ledger_closed');
  expect(rows).toEqual([{ currency: 'EUR' }]);
});

// @mutant src/installation/data-dir/open-platform.ts
// - const mayWrite = role === 'serve' && !isArriving;
// + const mayWrite = role === 'serve';
test('a server that opens a cell on its way here only reads it, and is refused if it could not serve it', async () => {
  const config = { ...configOf(), currency: 'EUR' };
  const served = await openPlatform(config, { role: 'serve', log: quietLog });
  await served.close();
  await database.pool.query('create table arriving_cell (move_id uuid, hand_over uuid)');
  const arriving = { role: 'serve', log: quietLog, mayArrive: true } as const;
  const opened = await openPlatform(config, arriving);
  await opened.close();
  expect(opened.isArriving).toBe(true);
  await expect(openPlatform(config, { ...arriving, mayArrive: false })).rejects.toThrow(
    'is being moved here',
  );
  await expect(openPlatform({ ...config, currency: 'USD' }, arriving)).rejects.toThrow(
    'CURRENCY must be EUR',
  );
  // The number would be stored by the first start with it.
  await expect(openPlatform({ ...config, cell: 3 }, arriving)).rejects.toThrow('has no number yet');
  await database.pool.query('update schema_functions set number = number - 1');
  await expect(openPlatform(config, arriving)).rejects.toThrow('is of an older Countersign');
});
