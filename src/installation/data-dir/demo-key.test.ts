import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { formatMoney } from '../../foundation/money.ts';
import { hashApiKey } from '../../line/callers/api-key.ts';
import { findKeyByHash, revokeKey } from '../../line/callers/key-queries.ts';
import { readBalance } from '../../money/ledger/queries.ts';
import { demoKey } from './demo-key.ts';

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase({ max: 2 });
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-demo-'));
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const revoke = async (apiKey: string) => {
  const key = await findKeyByHash(database.pool, hashApiKey(apiKey));
  if (!key) throw new Error('the key is not known');
  const actor = { kind: 'command_line', name: 'tester' } as const;
  await inChange(database.pool, actor, 'key.revoke', (by) => revokeKey(by, key));
};

test('the demo key is shown once, readable by its owner only, and mentioned until it is revoked', async () => {
  const { pool } = database;
  const file = join(dataDir, 'demo.key');
  const made = await demoKey(pool, dataDir);
  expect(made).toEqual({ file, apiKey: expect.stringMatching(/test/) });
  expect(await readFile(file, 'utf8')).toBe(`${made?.apiKey}\n`);
  expect((await stat(file)).mode & 0o077).toBe(0);
  const balanceIn = async (mode: 'test' | 'live') =>
    formatMoney((await readBalance(pool, 1, mode)).available);
  expect([await balanceIn('test'), await balanceIn('live')]).toEqual(['100000.0000', '0.0000']);
  expect(await demoKey(pool, dataDir)).toEqual({ file });
  await revoke(made?.apiKey ?? '');
  expect(await demoKey(pool, dataDir)).toBeUndefined();
});

test('creates no demo key once an account exists', async () => {
  const { pool } = database;
  await demoKey(pool, dataDir);
  await rm(join(dataDir, 'demo.key'));
  expect(await demoKey(pool, dataDir)).toBeUndefined();
  const { rows } = await pool.query('select from accounts');
  expect(rows).toHaveLength(1);
});
