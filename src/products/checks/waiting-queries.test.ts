import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { type CheckRows, createCheckRows } from '../../../test/kit/check-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import type { Scope } from '../../foundation/contract/scope.ts';
import { listWaitingChecks, readWaitingProgress, replaceLink } from './waiting-queries.ts';

let database: TestDatabase;
let pool: Pool;
let rows: CheckRows;
let own: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
  rows = await createCheckRows(pool);
  own = { kind: 'account', accountId: rows.accountId };
});
afterAll(() => database.drop());

const later = () => new Date(Date.now() + 3_600_000);
const replace = (checkId: string, scope = own, mode: Mode = 'test') =>
  replaceLink(byTest(pool), scope, { mode, checkId, linkHash: randomBytes(32) });
const listed = async (scope = own, limit = 9) =>
  (await listWaitingChecks(pool, scope, { mode: 'test', limit })).map(({ checkId }) => checkId);

test('a check waits while it is open, not expired and of the mode', async () => {
  const waiting = await rows.check({ expires_at: later() });
  const over = await rows.check({ expires_at: new Date(Date.now() - 1_000) });
  const ended = await rows.check({ expires_at: later(), status: 1 });
  const sold = await rows.check({ expires_at: later(), mode: 'live' });
  expect(await listed()).toEqual([waiting.checkId]);
  expect(await listed({ kind: 'platform' })).toEqual([waiting.checkId]);
  for (const { checkId } of [over, ended, sold]) expect(await replace(checkId)).toBeUndefined();
  expect(await replace(sold.checkId, own, 'live')).toBeDefined();
  const before = await rows.readCheck(waiting);
  expect(await replace(waiting.checkId)).toMatchObject({ accountId: rows.accountId });
  expect((await rows.readCheck(waiting)).link_hash).not.toEqual(before.link_hash);
});

test('a check of another account is not listed', async () => {
  const other = await createCheckRows(pool);
  const theirs = await other.check({ expires_at: later() });
  expect(await listed()).not.toContain(theirs.checkId);
  expect(await replace(theirs.checkId)).toBeUndefined();
});

test('a follower gets each step of a person', async () => {
  const mine = await createCheckRows(pool);
  const scope: Scope = { kind: 'account', accountId: mine.accountId };
  const progress = () => readWaitingProgress(pool, scope, { mode: 'test', limit: 9 });
  const { checkId } = await mine.check({ expires_at: later(), consented_at: null });
  const seen = [await progress()];
  expect(await progress()).toBe(seen[0]);
  for (const step of [`begun_by = '\\x01'`, 'consented_at = now()', 'sessions_started = 1']) {
    await pool.query(`update checks set ${step} where check_id = $1`, [checkId]);
    seen.push(await progress());
  }
  expect(new Set(seen).size).toBe(4);
});

test('the check with the most time left comes first, up to the requested number', async () => {
  await pool.query('update checks set status = 3 where status = 0');
  const inHours = (hours: number) =>
    rows.check({ expires_at: new Date(Date.now() + hours * 3_600_000) });
  const [second, first, third] = [await inHours(2), await inHours(3), await inHours(1)];
  const order = [first, second, third].map(({ checkId }) => checkId);
  expect(await listed()).toEqual(order);
  expect(await listed(own, 2)).toEqual(order.slice(0, 2));
});
