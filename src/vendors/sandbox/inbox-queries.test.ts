import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import type { Scope } from '../../foundation/contract/scope.ts';
import { listInboxMessages, readInboxProgress } from './inbox-queries.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const limit = 10;
const scopeOf = ({ accountId }: Caller): Scope => ({ kind: 'account', accountId });

async function send(caller: Caller, mobile: string): Promise<string> {
  const { body } = await caller.call('sms_code', { mobile, code: '246810' });
  return body.requestId;
}

async function idsOf(scope: Scope, mode?: 'test' | 'live'): Promise<string[]> {
  const rows = await listInboxMessages(fixture.pool, scope, { mode, limit });
  return rows.map(({ callId }) => callId);
}

// @mutant src/vendors/sandbox/inbox-queries.ts
// - where ($1::integer is null or c.account_id = $1) and ($2::text is null or c.mode = $2)
// + where ($2::text is null or c.mode = $2)
test('an account sees nothing of another whose message was settled in the same statement', async () => {
  const [one, other] = [await fixture.newCaller(), await fixture.newCaller()];
  const [mine, theirs] = [await send(one, '13900000001'), await send(other, '13900000002')];
  await fixture.pool.query('delete from sandbox_messages where call_ids && $1', [[mine, theirs]]);
  await fixture.pool.query(
    `insert into sandbox_messages (batch_id, call_ids, account_ids, scripts, sent_at)
     values ($1, array[$1, $2]::uuid[], array[$3, $4]::integer[], '{delivered,delivered}', now())`,
    [mine, theirs, one.accountId, other.accountId],
  );
  expect(await idsOf(scopeOf(one))).toEqual([mine]);
  expect(await idsOf(scopeOf(other))).toEqual([theirs]);
  expect(await idsOf({ kind: 'platform' })).toEqual(expect.arrayContaining([mine, theirs]));
});

test('the newest come first, of one mode if given', async () => {
  const tested = await fixture.newCaller();
  const sold = await fixture.newCaller({ accountId: tested.accountId, mode: 'live' });
  await fixture.pool.query(
    `update wallets set available = 100000 where account_id = $1 and mode = 'live'`,
    [tested.accountId],
  );
  const first = await send(tested, '13900000003');
  const live = await send(sold, '13900000004');
  const last = await send(tested, '13900000005');
  expect(await idsOf(scopeOf(tested))).toEqual([last, live, first]);
  expect(await idsOf(scopeOf(tested), 'test')).toEqual([last, first]);
  expect(await idsOf(scopeOf(tested), 'live')).toEqual([live]);
});

test('a follower of the inbox gets each message and its receipt, and nothing else', async () => {
  const caller = await fixture.newCaller();
  const progress = () => readInboxProgress(fixture.pool, scopeOf(caller), { limit });
  const empty = await progress();
  await send(caller, '13900000006');
  const sent = await progress();
  expect(sent).not.toBe(empty);
  await send(fixture, '13900000007');
  expect(await progress()).toBe(sent);
  await fixture.fireReceipts();
  expect(await progress()).not.toBe(sent);
});
