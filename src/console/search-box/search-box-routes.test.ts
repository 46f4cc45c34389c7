import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleStand, createConsoleStand } from '../../../test/console-stand.ts';
import type { Caller } from '../../../test/stand.ts';

let stand: ConsoleStand;
let other: Caller;
let requestId: string;
beforeAll(async () => {
  stand = await createConsoleStand();
  other = await stand.newCaller();
  const sent = await other.call('sms_code', { mobile: '13900005678', code: '1234' });
  requestId = sent.body.requestId;
});
afterAll(() => stand.close());

const operator = { operator: 'support' } as const;
const find = (visitor: object, scope: string | number, text: string) =>
  stand.post(visitor, `/${scope}/search-box/find`, { text });

test('finds a call by its id and by the end of it, a key by its end, an account by its name', async () => {
  const whole = await find(operator, 'platform', requestId);
  expect(whole.body.calls).toMatchObject([{ requestId, accountId: other.accountId }]);
  const end = await find(operator, 'platform', requestId.slice(-8));
  expect(end.body.calls).toMatchObject([{ requestId }]);
  expect(end.body.lookedFor).toContain('reference');
  const key = await find(operator, 'platform', other.apiKey.slice(-4));
  expect(key.body.keys).toMatchObject([{ keyId: other.keyId }]);
  const account = await find(operator, 'platform', 'rowa');
  expect(account.body.accounts).toHaveLength(2);
});

test('a member finds nothing of another account, by whatever name', async () => {
  const member = { members: { [stand.accountId]: 'owner' } } as const;
  for (const text of [requestId, requestId.slice(-8), other.apiKey.slice(-4), 'Rowan']) {
    const { body } = await find(member, stand.accountId, text);
    expect(body).toMatchObject({ accounts: [], calls: [], keys: [] });
  }
});

test('a mobile is answered masked, with what stands for it', async () => {
  const { body, text } = await find(operator, 'platform', '13900005678');
  expect(body.person).toMatchObject({ kind: 'mobile', label: '139****5678' });
  expect(text).not.toContain('13900005678');
});
