import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStand, type Stand } from '../../test/stand.ts';
import { wholePlatform } from '../contract/scope.ts';
import { findStory, lookForStory } from './story-queries.ts';

let stand: Stand;
beforeAll(async () => {
  stand = await createStand();
});
afterAll(() => stand.close());

test('a call is told to its account and to the platform, and to no other account', async () => {
  const { pool, accountId } = stand;
  const other = await stand.newCaller();
  const { body } = await stand.call('sms_code', { mobile: '13800000000', code: '1234' });
  const seenBy = async (id: number) =>
    (await lookForStory(pool, { kind: 'account', accountId: id }, body.requestId))?.callId;
  expect((await findStory(pool, wholePlatform, body.requestId)).accountId).toBe(accountId);
  expect(await seenBy(accountId)).toBe(body.requestId);
  expect(await seenBy(other.accountId)).toBeUndefined();
  const asOther = { kind: 'account', accountId: other.accountId } as const;
  await expect(findStory(pool, asOther, body.requestId)).rejects.toThrow('There is no call');
});
