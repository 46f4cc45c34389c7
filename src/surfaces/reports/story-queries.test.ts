import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { findStory, requireStory } from './story-queries.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

test('a call is shown to its account and to the platform, and to no other account', async () => {
  const { pool, accountId } = fixture;
  const other = await fixture.newCaller();
  const { body } = await fixture.call('sms_code', { mobile: '13800000000', code: '1234' });
  const seenBy = async (id: number) =>
    (await findStory(pool, { kind: 'account', accountId: id }, body.requestId))?.callId;
  expect((await requireStory(pool, wholePlatform, body.requestId)).accountId).toBe(accountId);
  expect(await seenBy(accountId)).toBe(body.requestId);
  expect(await seenBy(other.accountId)).toBeUndefined();
  const asOther = { kind: 'account', accountId: other.accountId } as const;
  await expect(requireStory(pool, asOther, body.requestId)).rejects.toThrow(
    `Call ${body.requestId} not found`,
  );
});

test('a check shows its sessions, without their URLs and ids', async () => {
  const { pool, accountId } = fixture;
  const person = { name: '张小明', cardNo: '11010519491231002X' };
  const { body } = await fixture.call('face_verify', person);
  await pool.query(
    `insert into check_sessions (account_id, check_id, session_no, provider_code, session_ref, device,
       started_at, expires_at, sealed_url)
     select $1, $2, n, 'sandbox', 'hidden-' || n, 'mobile', now(), now(), 'hidden'
     from generate_series(2, 1, -1) n`,
    [accountId, body.requestId],
  );
  const story = await requireStory(pool, wholePlatform, body.requestId);
  expect(story.sessions).toMatchObject([
    { session_no: 1, provider_code: 'sandbox' },
    { session_no: 2, provider_code: 'sandbox' },
  ]);
  expect(JSON.stringify(story.sessions)).not.toMatch(/hidden|sealed_url|session_ref/);
  expect(story.check).toMatchObject({ status: 0 });
  // Its price, held and then settled, to the last digit.
  expect(story.transfers.map(({ phase, amount }) => [phase, amount])).toEqual([
    [1, String(story.amount)],
    [2, String(story.amount)],
  ]);
});

test('attempts and receipts are shown in order', async () => {
  const { pool, accountId } = fixture;
  const { body } = await fixture.call('sms_code', { mobile: '13800000000', code: '1234' });
  await pool.query(
    `insert into attempts (account_id, call_id, attempt, provider_code, started_at)
     select $1, $2, n, 'p' || n, now() from generate_series(3, 1, -1) n`,
    [accountId, body.requestId],
  );
  await pool.query(
    `insert into receipts (account_id, call_id, provider_code, part, state, vendor_code, said_at, received_at)
     select $1, $2, 'p1', n, 'sent', '', now(), now() + n * interval '1 second'
     from generate_series(3, 1, -1) n`,
    [accountId, body.requestId],
  );
  const { attempts, receipts } = await requireStory(pool, wholePlatform, body.requestId);
  expect(attempts.map(({ provider_code }) => provider_code)).toEqual(['p1', 'p2', 'p3']);
  expect(receipts.map(({ part }) => part)).toEqual([1, 2, 3]);
});
