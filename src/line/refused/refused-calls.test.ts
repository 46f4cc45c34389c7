import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { type PersonFilter, personOfCard, personOfMobile } from '../search/search-filter.ts';
import { findRefused, findRefusedCall, keepRefused, pruneRefused } from './queries.ts';
import { createRefusedCalls, type RefusedRequest } from './refused-calls.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const kept = (callId: string) => findRefusedCall(fixture.pool, wholePlatform, callId);
const body = { mobile: '13912345678', code: '1' };

function refusalOf(
  callId: string = randomUUIDv7(),
  error: unknown = new ApiError('balance_too_low'),
) {
  const { accountId, keyId, mode } = fixture;
  const caller = { accountId, keyId, mode };
  const refused: RefusedRequest = {
    ...{ requestId: callId, operation: 'sms_code', caller, error },
    readBody: () => body,
  };
  return refused;
}

const writerOn = (pool: unknown) =>
  createRefusedCalls({
    ...{ pool: pool as Fixture['pool'], log: quietLog, vault: fixture.app.line.vault },
    ...{ config: { defaultRegion: 'CN' }, rehearsals: { regionOf: () => undefined } },
  });

// @mutant src/line/calls/run-call.ts
// - if (isFirst && !progress.isHeld) {
// + if (isFirst && progress.isHeld) {
test('a refused call is kept, and found by its number as a call to it is', async () => {
  const poor = await fixture.newCaller({ balance: '0.0600' });
  const first = await poor.call('sms_code', body);
  const second = await poor.call('sms_code', body);
  expect([first.status, second.body.reason]).toEqual([201, 'balance_too_low']);
  await expect
    .poll(() => kept(second.body.requestId))
    .toMatchObject({
      ...{ accountId: poor.accountId, keyId: poor.keyId, mode: 'test', product: 'sms_code' },
      ...{ reason: 'balance_too_low', retryAfter: null, calls: 1 },
    });
  expect(await kept(first.body.requestId)).toBeUndefined();
  const { rows } = await fixture.pool.query(
    `select c.number_hash = r.person_hash as "isSame"
     from calls c
     join refused_calls r on r.account_id = c.account_id
     where c.account_id = $1`,
    [poor.accountId],
  );
  expect(rows).toEqual([{ isSame: true }]);
});

test('a refused face check is found by its ID number, whatever else the body has', async () => {
  const poor = await fixture.newCaller({ balance: '0' });
  const cardNo = '110101199003070003';
  await poor.call('face_verify', { name: '张三', cardNo, mobile: body.mobile });
  const scope = { kind: 'account', accountId: poor.accountId } as const;
  const find = (person: PersonFilter) =>
    findRefused(fixture.pool, scope, 'test', { person }, { limit: 5 });
  const { vault } = fixture.app.line;
  await expect.poll(() => find(personOfCard(vault, cardNo))).toHaveLength(1);
  expect(await find(personOfMobile(vault, body.mobile, 'CN') as PersonFilter)).toEqual([]);
});

test('a limit is kept with its policy and when to retry, before the body was read too', async () => {
  const fast = await fixture.newCaller({ perSecond: 1 });
  const replies = await Promise.all([1, 2, 3].map(() => fast.call('sms_code', body)));
  const limited = replies.find(({ status }) => status === 429);
  await expect
    .poll(() => kept(limited?.body.requestId ?? randomUUIDv7()))
    .toMatchObject({
      ...{ reason: 'rate_limited_key', policy: '"key";q=1;w=1', retryAfter: 1 },
    });
});

test('a request that names nobody, or whose body cannot be parsed, is kept without a person', async () => {
  const { body: reply } = await fixture.call('sms_code', '{');
  await expect.poll(() => kept(reply.requestId)).toMatchObject({ reason: 'body_malformed' });
  const { body: wrong } = await fixture.call('sms_code', { mobile: '1', code: '1' });
  await expect.poll(() => kept(wrong.requestId)).toMatchObject({ reason: 'invalid_request' });
  const { rows } = await fixture.pool.query(
    'select from refused_calls where call_id = any ($1) and person_hash is not null',
    [[reply.requestId, wrong.requestId]],
  );
  expect(rows).toEqual([]);
});

test('free operations, and errors of the server, are not kept', async () => {
  const { body: free } = await fixture.call('sms_status', { requestId: 'nonsense' });
  const token = { authToken: 'unknown' };
  const { body: recheck } = await fixture.call('face_verify', token);
  const overloaded = refusalOf(undefined, new ApiError('overloaded'));
  const broken = refusalOf(undefined, new Error('broken'));
  const writer = writerOn(fixture.pool);
  for (const refused of [overloaded, broken]) writer.note(refused);
  const last = refusalOf();
  writer.note(last);
  await writer.close();
  expect(await kept(last.requestId)).toBeDefined();
  for (const id of [free.requestId, recheck.requestId, overloaded.requestId, broken.requestId]) {
    expect(await kept(id)).toBeUndefined();
  }
});

// @mutant src/line/refused/refused-calls.ts
// - if (limiter.take(accountId, rowsOfAccount, now) > 0) return false;
test('a flood is counted: each call, but few rows', async () => {
  await fixture.pool.query('delete from refused_calls');
  const writer = writerOn(fixture.pool);
  for (let n = 0; n < 5_000; n++) writer.note(refusalOf());
  await writer.close();
  const { rows } = await fixture.pool.query(
    `select count(*)::integer as rows, sum(calls)::integer as calls,
       count(person_hash)::integer as persons
     from refused_calls`,
  );
  expect(rows).toEqual([{ rows: 601, calls: 5_000, persons: 600 }]);
});

test('a silent database costs a bounded number of rows in memory, and no reply', async () => {
  let sent = 0;
  const query = vi.fn((_text: string, [ids]: unknown[][]) => {
    sent += ids?.length ?? 0;
    return new Promise(() => {});
  });
  const writer = writerOn({ query });
  const reads = vi.fn(() => body);
  for (let account = 1; account <= 3_000; account++) {
    const refused = refusalOf();
    const caller = { ...refused.caller, accountId: account };
    writer.note({ ...refused, caller, readBody: reads });
  }
  await expect.poll(() => sent).toBe(200);
  expect(reads).toHaveBeenCalledTimes(1_000);
});

test('a database that refuses a row loses that row alone', async () => {
  const writer = writerOn(fixture.pool);
  const refused = [refusalOf('not an id'), refusalOf()];
  for (const one of refused) writer.note(one);
  await writer.close();
  expect(await kept(refused[1]?.requestId as string)).toBeDefined();
});

test('refused calls are pruned by their age, and pages stay within an account', async () => {
  const other = await fixture.newCaller();
  const [old, recent] = ['00000000-0000-7000-8000-000000000001', randomUUIDv7()];
  const row = { mode: 'test', product: 'sms_code', reason: 'product_off', policy: null } as const;
  await keepRefused(
    fixture.pool,
    [old, recent].map((callId) => ({
      ...{ ...row, callId, accountId: other.accountId, keyId: other.keyId },
      ...{ retryAfter: null, personHash: null, notedMs: performance.now(), calls: 1 },
    })),
  );
  const listed = async (accountId: number) => {
    const scope = { kind: 'account', accountId } as const;
    const filter = { reason: 'product_off' };
    const found = await findRefused(fixture.pool, scope, 'test', filter, { limit: 5 });
    return found.map(({ callId }) => callId);
  };
  expect(await listed(other.accountId)).toEqual([recent, old]);
  expect(await listed(fixture.accountId)).toEqual([]);
  await pruneRefused(fixture.pool, 30);
  expect(await listed(other.accountId)).toEqual([recent]);
});
