import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStand, type Stand } from '../../test/stand.ts';
import { sweepReceipts } from './queries.ts';

let stand: Stand;

beforeAll(async () => {
  stand = await createStand();
});
afterAll(() => stand.close());

/** Sends a message that was taken so long ago, and gives its id. */
async function sendAt(ago: string): Promise<string> {
  const { body } = await stand.call('sms_code', { mobile: '13800000003', code: '1' });
  await stand.pool.query(
    'update sandbox_messages set sent_at = now() - $2::interval where $1 = any (call_ids)',
    [body.requestId, ago],
  );
  return body.requestId;
}

const lost = async () => (await sweepReceipts(stand.pool, 60_000)).map(({ callId }) => callId);

test('a lost receipt is found once, and again after the clock of the database was ahead', async () => {
  expect(await lost()).toEqual([]);
  const before = await sendAt('2 minutes');
  await stand.pool.query(`update sandbox_sweep set swept_until = now() - interval '1 hour'`);
  expect(await lost()).toEqual([before]);
  expect(await lost()).toEqual([]);

  await stand.pool.query(`update sandbox_sweep set swept_until = now() + interval '1 year'`);
  const meanwhile = await sendAt('-1 year');
  expect((await lost()).sort()).toEqual([before, meanwhile].sort());
  expect(await lost()).toEqual([]);
});
