import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createLedgerWorld, settleItemOf } from '../../../test/kit/ledger-table.ts';
import { messageItemOf } from '../../../test/kit/message-item.ts';
import { noteAttempt } from './attempt-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('all attempts are stored with their words, including those noted before', async () => {
  const { pool } = database;
  const world = await createLedgerWorld(pool);
  const item = messageItemOf(world);
  await world.holds.add(item);
  const next = { providerCode: 'second', attempt: 2 };
  await noteAttempt(pool, world.accountId, item.callId, next);
  const said = (provider: string, code: string) => ({
    ...{
      provider,
      outcome: 'unavailable',
      reason: 'provider_fault',
      code,
      words: `of ${provider}`,
    },
    ...{ agoMs: 20, endedAgoMs: 10 },
  });
  const details = JSON.stringify({ attempts: [said('first', '1'), said('second', '2')] });
  const settle = settleItemOf(world, item.callId, 'unavailable');
  await world.settles.add({ ...settle, providerCode: 'second', details });
  const { rows } = await pool.query(
    `select attempt, provider_code as provider, outcome, reason, vendor_code as code, words,
       ended_at is not null as "isOver"
     from attempts where call_id = $1 order by attempt`,
    [item.callId],
  );
  const kept = { outcome: 'unavailable', reason: 'provider_fault', isOver: true };
  expect(rows).toEqual([
    { ...kept, attempt: 1, provider: 'first', code: '1', words: 'of first' },
    { ...kept, attempt: 2, provider: 'second', code: '2', words: 'of second' },
  ]);
});
