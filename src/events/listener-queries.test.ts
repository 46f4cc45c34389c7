import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createWebhookStand } from '../../test/webhook-stand.ts';
import type { Queryable } from '../db/queryable.ts';
import { createListener } from './listener-queries.ts';

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

function pause(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}
