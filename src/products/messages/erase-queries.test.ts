import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { eraseOldNumbers } from './erase-queries.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const day = 24 * 3_600_000;

async function sendAged(mobile: string, days: number): Promise<string> {
  const { body } = await fixture.call('sms_notice', { mobile, content: 'Hello' });
  await fixture.pool.query(
    `update calls set held_at = now() - make_interval(days => $2, secs => 60) where call_id = $1`,
    [body.requestId, days],
  );
  return body.requestId;
}

async function hasNumber(callId: string): Promise<boolean> {
  const { rows } = await fixture.pool.query(
    `select number_hash is not null or prefix is not null or content_id is not null as has
     from calls where call_id = $1`,
    [callId],
  );
  return rows[0].has;
}

// @mutant src/products/messages/sql/erase-numbers.sql
// - set number_hash = null, prefix = null, content_id = null
// + set prefix = null, content_id = null
test('the number of a message is erased from its call on the day that its text is, and not before', async () => {
  const older = await sendAged('13800000000', 45);
  const old = await sendAged('13800000001', 30);
  const young = await sendAged('13800000002', 29);
  expect(await eraseOldNumbers(fixture.pool, 30, null)).toBe(2);
  expect(await Promise.all([older, old, young].map(hasNumber))).toEqual([false, false, true]);
  expect(await eraseOldNumbers(fixture.pool, 30, null)).toBe(0);
  expect(await eraseOldNumbers(fixture.pool, 30, new Date(Date.now() + day))).toBe(1);
  expect(await hasNumber(young)).toBe(false);
});

test('a setting that keeps numbers for longer erases none twice, and none too early', async () => {
  const young = await sendAged('13800000003', 10);
  expect(await eraseOldNumbers(fixture.pool, 300, null)).toBe(0);
  expect(await hasNumber(young)).toBe(true);
});

// @mutant src/products/messages/sql/erase-numbers.sql
// - update number_sweep set swept_until = v_end where v_from > v_end;
test('a clock that was years ahead leaves out no call that is made after it', async () => {
  await eraseOldNumbers(fixture.pool, 30, new Date(Date.now() + 900 * day));
  const made = await sendAged('13800000004', 0);
  expect(await eraseOldNumbers(fixture.pool, 30, null)).toBe(0);
  expect(await hasNumber(made)).toBe(true);
  expect(await eraseOldNumbers(fixture.pool, 30, new Date(Date.now() + 31 * day))).toBe(1);
  expect(await hasNumber(made)).toBe(false);
});
