import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import type { Caller } from '../../../../test/kit/fixture.ts';
import { projectUntilNow } from '../../../line/search/project-calls.ts';

let fixture: ConsoleFixture;
let other: Caller;
let requestId: string;
beforeAll(async () => {
  fixture = await createConsoleFixture();
  other = await fixture.newCaller();
  const sent = await other.call('sms_code', { mobile: '13900005678', code: '1234' });
  requestId = sent.body.requestId;
});
afterAll(() => fixture.close());

const operator = { operator: 'support' } as const;
const find = (visitor: object, scope: string | number, text: string) =>
  fixture.post(visitor, `/${scope}/search-box/find`, { text });

// @mutant src/surfaces/console/search-box/queries.ts
// - and ($2::integer is null or account_id = $2)
// -      order by account_id::text = $1 desc
// + and $2::integer is not distinct from $2
// +      order by account_id::text = $1 desc
test('finds a call by its id or its end, a key by its end, an account by its name', async () => {
  const whole = await find(operator, 'platform', requestId);
  expect(whole.body.calls).toMatchObject([{ requestId, accountId: other.accountId }]);
  const end = await find(operator, 'platform', requestId.slice(-8));
  expect(end.body.calls).toMatchObject([{ requestId }]);
  expect(end.body.lookedFor).toContain('reference');
  const key = await find(operator, 'platform', other.apiKey.slice(-4));
  expect(key.body.keys).toMatchObject([{ keyId: other.keyId }]);
  const account = await find(operator, 'platform', 'rowa');
  expect(account.body.accounts).toHaveLength(2);
  const byNumber = await find(operator, 'platform', ` ${other.accountId} `);
  expect(byNumber.body.accounts).toMatchObject([{ accountId: other.accountId }]);
  const within = await find(operator, other.accountId, 'rowa');
  expect(within.body.accounts).toMatchObject([{ accountId: other.accountId }]);
});

test('a member finds nothing of another account, by any name', async () => {
  const member = { members: { [fixture.accountId]: 'owner' } } as const;
  for (const text of [requestId, requestId.slice(-8), other.apiKey.slice(-4), 'Rowan']) {
    const { body } = await find(member, fixture.accountId, text);
    expect(body).toMatchObject({ accounts: [], calls: [], keys: [] });
  }
});

test('results are ranked by likelihood, at most five of each kind', async () => {
  const { pool } = fixture;
  await pool.query(
    `insert into accounts (name) values ('Maple and Sons'), ('Maple'), ('Maples'), ('Old Maple'),
       ('Maple Three'), ('Maple Four')`,
  );
  const { body } = await find(operator, 'platform', 'MAPLE');
  const names = body.accounts.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Maple', 'Maples', 'Old Maple', 'Maple Four', 'Maple Three']);
  const lastFour = other.apiKey.slice(-4);
  const copy = async (ended: string) =>
    pool.query(
      `insert into keys (account_id, mode, name, key_hash, last_four, scopes, revoked_at)
       values ($1, 'live', $2, $2::text::bytea, $3, '{}', case when $2 = 'ended' then now() end)`,
      [fixture.accountId, ended, lastFour],
    );
  await copy('ended');
  await copy('good');
  const keys = (await find(operator, 'platform', `…${lastFour}`)).body.keys;
  expect(
    keys.map((key: { name: string; isRevoked: boolean }) => [key.name, key.isRevoked]),
  ).toEqual([
    ['good', false],
    [expect.any(String), false],
    ['ended', true],
  ]);
});

test('the end of an id finds a check of any time, and a message of the last day', async () => {
  const { pool, accountId } = fixture;
  const face = await fixture.call('face_verify', { name: '张三', cardNo: '110101199003070003' });
  const old = await fixture.call('sms_code', { mobile: '13800000000', code: '1' });
  const endOf = ({ body }: typeof old) => body.requestId.slice(-8);
  const calls = async (text: string) => (await find(operator, 'platform', text)).body.calls;
  expect(await calls(endOf(face).toUpperCase())).toMatchObject([
    { requestId: face.body.requestId, product: 'face_verify', accountId },
  ]);
  const past = `00000000-0000-7000-8000-0000${endOf(old)}`;
  await pool.query('update calls set call_id = $2 where call_id = $1', [old.body.requestId, past]);
  expect(await calls(endOf(old))).toEqual([]);
});

test('a mobile is returned masked, with its search token', async () => {
  const { body, text } = await find(operator, 'platform', '13900005678');
  expect(body.person).toMatchObject({ kind: 'mobile', label: '139****5678' });
  expect(text).not.toContain('13900005678');
  // Eight digits are the end of an id.
  expect((await find(operator, 'platform', '12345678')).body).toMatchObject({
    ...{ person: null, lookedFor: expect.arrayContaining(['reference']) },
  });
});

test('a mobile names the modes in which it has calls or refused calls, in this scope alone', async () => {
  await projectUntilNow(fixture.pool, AbortSignal.timeout(30_000));
  const modesOf = async (visitor: object, scope: string | number, text: string) =>
    (await find(visitor, scope, text)).body.person.modes;
  expect(await modesOf(operator, 'platform', '13900005678')).toEqual(['test']);
  expect(await modesOf(operator, other.accountId, '13900005678')).toEqual(['test']);
  const member = { members: { [fixture.accountId]: 'owner' } } as const;
  expect(await modesOf(member, fixture.accountId, '13900005678')).toEqual([]);
  expect(await modesOf(operator, 'platform', '13900005679')).toEqual([]);
  // Refused, so that no call was made.
  expect((await fixture.call('sms_code', { mobile: '13800000015', code: '1' })).status).toBe(403);
  await expect.poll(() => modesOf(member, fixture.accountId, '13800000015')).toEqual(['test']);
});
