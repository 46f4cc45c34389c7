import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { createFakeSms, done, type FakeSms, unavailable } from '../../../../test/kit/fake-sms.ts';
import type { Caller } from '../../../../test/kit/fixture.ts';
import { routeLive } from '../../../../test/kit/route-live.ts';
import { setLimits } from '../../../line/limits/queries.ts';

let fixture: ConsoleFixture;
let vendor: FakeSms;
let caller: Caller;
let other: Caller;
beforeAll(async () => {
  vendor = createFakeSms('vendor');
  fixture = await createConsoleFixture(undefined, {
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['vendor', vendor] as const]),
    }),
  });
  await routeLive(fixture.pool, { sms: ['vendor'] });
  caller = await fixture.newCaller({ mode: 'live' });
  other = await fixture.newCaller({ mode: 'live' });
});
afterAll(() => fixture.close());

const operator = { operator: 'support' } as const;
const memberOf = ({ accountId }: Caller) => ({ members: { [accountId]: 'viewer' } }) as const;
const since = () => `from=${new Date(Date.now() - 3_600_000).toISOString()}`;
const lastCode = () => vendor.sent.at(-1)?.variables.code ?? '';
const wrong = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));

async function start(of: Caller, mobile: string, purpose = 'sign-in'): Promise<string> {
  const { body } = await of.call('verify_start', { mobile, purpose });
  expect(body).toMatchObject({ code: 0 });
  return body.data.verificationId as string;
}
const guess = (of: Caller, verificationId: string, code: string) =>
  of.call('verify_check', { verificationId, code });
const read = async (path: string, visitor: object = operator, scope: unknown = 'platform') =>
  (await fixture.get(visitor, `/${scope}/verifications/${path}`)).body;
/** Lets the cool-down of a verification pass. */
const coolDown = (verificationId: string) =>
  fixture.pool.query(
    `update verifications set sent_at = array[now() - interval '3 minutes'] where verification_id = $1`,
    [verificationId],
  );

test('a verification tells its messages, its guesses and its end, and never its code', async () => {
  const id = await start(caller, '13912340001');
  const first = lastCode();
  await guess(caller, id, wrong(first));
  await coolDown(id);
  expect(await start(caller, '13912340001')).toBe(id);
  const second = lastCode();
  await guess(caller, id, second);
  const { body, text } = await fixture.get(
    operator,
    `/platform/verifications/show?verificationId=${id}`,
  );
  expect(body).toMatchObject({
    state: 'approved',
    person: '139****0001',
    purpose: 'sign-in',
    messages: 2,
    guessesLeft: 0,
    guesses: [{ isRight: false }, { isRight: true }],
    untimed: 0,
    sent: [
      { requestId: id, isCurrent: false, provider: 'vendor' },
      { isCurrent: true, provider: 'vendor' },
    ],
  });
  expect(body.guesses[1].at).toBe(body.endedAt);
  const texts = text.replaceAll(/"(\w*[iI]d|\w*[aA]t)":"[^"]*"/g, '');
  expect(texts).not.toContain(`"${first}"`);
  expect(texts).not.toContain(`"${second}"`);
});

// @mutant src/products/verifications/list-queries.ts
// - [verificationId, now, accountOf(scope)],
// + [verificationId, now, null],
test('a member sees the verifications of the own account, and no provider', async () => {
  const id = await start(other, '13912340002');
  const path = `show?verificationId=${id}`;
  expect(await read(path, memberOf(caller), caller.accountId)).toMatchObject({
    reason: 'nothing_there',
  });
  const own = await read(path, memberOf(other), other.accountId);
  expect(own.sent[0]).not.toHaveProperty('provider');
  const listed = await read('list?', memberOf(caller), caller.accountId);
  expect(listed.verifications.map((row: { accountId: number }) => row.accountId)).not.toContain(
    other.accountId,
  );
  const figures = await read(`conversion?${since()}`, memberOf(other), other.accountId);
  expect(figures).toMatchObject({ started: 1 });
  expect(figures).not.toHaveProperty('providers');
});

test('verifications are found by state and number, in pages', async () => {
  const fresh = await fixture.newCaller({ mode: 'live' });
  const ids: string[] = [];
  for (const n of [3, 4, 5]) ids.unshift(await start(fresh, `1391234000${n}`));
  await fresh.call('verify_cancel', { verificationId: ids[0] });
  const list = async (query: string) =>
    (await read(`list?account=${fresh.accountId}&${query}`)).verifications.map(
      (row: { verificationId: string }) => row.verificationId,
    );
  expect(await list('')).toEqual(ids);
  expect(await list('state=cancelled')).toEqual([ids[0]]);
  expect(await list('state=pending')).toEqual(ids.slice(1));
  expect(await list(`before=${ids[1]}`)).toEqual([ids[2]]);
  expect(await list(`after=${ids[1]}`)).toEqual([ids[0]]);
  const { body } = await fixture.post(operator, '/platform/calls/person', { text: '13912340004' });
  expect(await list(`person=${body.token}`)).toEqual([ids[1]]);
  await fixture.pool.query(
    'update verifications set expires_at = now() where verification_id = $1',
    [ids[2]],
  );
  expect(await list('state=expired')).toEqual([ids[2]]);
});

test('codes are counted by provider, region and time, and all of them add up', async () => {
  const account = await fixture.newCaller({ mode: 'live' });
  const { accountId } = account;
  const regions = ['CN', 'GB', 'CA'];
  await setLimits(byTest(fixture.pool), accountId, 'live', { perNumber: false, regions });
  const approved = await start(account, '13912340011');
  await guess(account, approved, lastCode());
  const resent = await start(account, '+447400123456');
  await coolDown(resent);
  await start(account, '+447400123456');
  await start(account, '+15062345678');
  vendor.behave(unavailable);
  await account.call('verify_start', { mobile: '13912340012' });
  vendor.behave(done);
  const found = await read(`conversion?account=${accountId}&${since()}`);
  expect(found).toMatchObject({ started: 4, delivered: 1, approved: 1, unit: 'hour' });
  expect(found.providers).toEqual([{ name: 'vendor', sent: 4, delivered: 1, approved: 1 }]);
  expect(found.regions).toEqual([
    { name: 'GB', sent: 2, delivered: 0, approved: 0 },
    { name: 'CA', sent: 1, delivered: 0, approved: 0 },
    { name: 'CN', sent: 1, delivered: 1, approved: 1 },
  ]);
  const sum = (rows: { sent: number }[]) => rows.reduce((total, { sent }) => total + sent, 0);
  expect(sum(found.times)).toBe(4);
});

test('a verification with two delivered messages is delivered once', async () => {
  const account = await fixture.newCaller({ mode: 'live' });
  const id = await start(account, '13912340031');
  await coolDown(id);
  await start(account, '13912340031');
  const { accountId } = account;
  await fixture.pool.query(`update calls set message_state = 'delivered' where account_id = $1`, [
    accountId,
  ]);
  const found = await read(`conversion?account=${accountId}&${since()}`);
  expect(found).toMatchObject({ started: 1, delivered: 1, approved: 0 });
  expect(found.providers).toEqual([{ name: 'vendor', sent: 2, delivered: 2, approved: 0 }]);
});

test('a period is limited, and has a beginning', async () => {
  const long = 'from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z';
  expect(await read(`conversion?${long}`)).toMatchObject({ reason: 'invalid_request' });
  expect(await read('attacks?')).toMatchObject({ reason: 'invalid_request' });
});

test('many wrong guesses for a number in an hour are shown as an attack', async () => {
  const victim = await fixture.newCaller({ mode: 'live' });
  await setLimits(byTest(fixture.pool), victim.accountId, 'live', { perNumber: false });
  const attacked = async () => {
    const id = await start(victim, '13912340021');
    for (let n = 0; n < 5; n += 1) await guess(victim, id, wrong(lastCode()));
    return id;
  };
  const ids = [await attacked()];
  const attacks = async () =>
    (await read(`attacks?account=${victim.accountId}&${since()}`)).attacks as unknown[];
  expect(await attacks()).toEqual([]);
  ids.push(await attacked());
  // The hour may turn between two guesses.
  await fixture.pool.query(
    `update verifications set guessed_at = array_fill(now(), array[5]) where verification_id = any ($1)`,
    [ids],
  );
  expect(await attacks()).toMatchObject([{ person: '139****0021', guesses: 10, wrong: 10 }]);
});
