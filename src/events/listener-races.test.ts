import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createWebhookStand } from '../../test/webhook-stand.ts';
import type { Queryable } from '../db/queryable.ts';
import { createListener, pruneListeners } from './listener-queries.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a listener that is made together with the last one is one too many', async () => {
  const { pool } = database;
  const accountId = await createWebhookStand(pool).account();
  const make = (by: Queryable) =>
    createListener(by, { accountId, mode: 'test' }, ['sms.failed'], Buffer.from('sealed'));
  for (let made = 0; made < 4; made++) expect(await make(pool)).toBeDefined();
  const quicker = await pool.connect();
  try {
    await quicker.query('begin');
    expect(await make(quicker)).toBeDefined();
    const slower = make(pool);
    // It waits for the other, so it is not over before that one is.
    const isOver = await Promise.race([slower.then(() => true), pause(500)]);
    expect(isOver).toBe(false);
    await quicker.query('commit');
    expect(await slower).toBeUndefined();
  } finally {
    quicker.release();
  }
});

test('a listener that is silent goes with what waited for it, in one statement', async () => {
  const { pool } = database;
  const stand = createWebhookStand(pool);
  const accountId = await stand.account();
  const owner = { accountId, mode: 'test' } as const;
  const silent = await createListener(pool, owner, ['balance.low'], Buffer.from('sealed'));
  await stand.happen(accountId, 3);
  expect(await stand.states()).toEqual({ pending: 3 });
  await pool.query(
    `update endpoints set created_at = now() - interval '6 minutes' where endpoint_id = $1`,
    [silent?.endpointId],
  );
  // A process that dies after its first statement has left nothing behind.
  let asked = 0;
  const dying = {
    query: (...statement: [string, unknown[]]) => {
      asked += 1;
      return asked > 1 ? Promise.reject(new Error('died')) : pool.query(...statement);
    },
  };
  await pruneListeners(dying as never).catch(() => {});
  expect(await stand.states()).toEqual({});
  expect(await pruneListeners(pool)).toBe(0);
});

function pause(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}
