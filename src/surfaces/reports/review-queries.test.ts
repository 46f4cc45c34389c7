import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import { type Scope, wholePlatform } from '../../foundation/contract/scope.ts';
import { putOnReview } from '../../line/calls/queries.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { findReviewEvidence, listReview, sumAsked } from './review-queries.ts';

let database: TestDatabase;
let one: number;
let two: number;

beforeAll(async () => {
  database = await createTestDatabase();
  one = (await createAccount(byTest(database.pool), { name: 'One' })).accountId;
  two = (await createAccount(byTest(database.pool), { name: 'Two' })).accountId;
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('truncate calls, unresolved_calls, attempts'));

const now = new Date('2026-06-15T12:00:00Z');
const hour = 3_600_000;
const at = (hours: number) => new Date(now.getTime() + hours * hour);

interface Waiting {
  accountId?: number;
  mode?: Mode;
  state?: string;
  heldAt?: Date;
  nextTryAt?: Date;
  reviewSince?: Date | null;
}

/** A call without an outcome; in review unless stated otherwise. */
async function put(waiting: Waiting = {}): Promise<string> {
  const callId = randomUUIDv7();
  const { accountId = one, mode = 'live', state = 'unknown', heldAt = at(-9) } = waiting;
  const { nextTryAt = now, reviewSince = now } = waiting;
  await database.pool.query(
    `with made as (
       insert into calls (account_id, call_id, mode, key_id, product, price_source, unit_price, amount,
         day, held_at, state, provider_code)
       values ($1, $2, $3, 1, 'sms_code', 'default', 500, 500, current_date, $5, $4::call_state, 'vendor')
     )
     insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane, review_since)
     values ($1, $2, $6, 'unknown', 'vendor', $7)`,
    [accountId, callId, mode, state, heldAt, nextTryAt, reviewSince],
  );
  return callId;
}

const own = () => ({ kind: 'account', accountId: one }) as const;
const ids = async (scope: Scope, asked: { limit: number; mode?: Mode }) =>
  (await listReview(database.pool, scope, asked)).map(({ callId }) => callId);

test('calls for the operator are listed by age, for one account and mode if given', async () => {
  const late = await put({ reviewSince: at(2) });
  const early = await put({ reviewSince: at(1), mode: 'test' });
  const other = await put({ reviewSince: at(3), accountId: two });
  await put({ reviewSince: null });
  expect(await ids(wholePlatform, { limit: 9 })).toEqual([early, late, other]);
  expect(await ids(wholePlatform, { limit: 2 })).toEqual([early, late]);
  expect(await ids(wholePlatform, { limit: 9, mode: 'live' })).toEqual([late, other]);
  expect(await ids(own(), { limit: 9 })).toEqual([early, late]);
  const [first] = await listReview(database.pool, wholePlatform, { limit: 1 });
  expect(first).toMatchObject({ accountName: 'One', amount: 500n, providerCode: 'vendor' });
});

test('a call is listed once, and queried once a day from then on', async () => {
  const callId = await put({ reviewSince: null });
  const beside = await put({ reviewSince: null });
  await putOnReview(database.pool, { accountId: one, callId }, now);
  await putOnReview(database.pool, { accountId: one, callId }, at(24));
  expect(await ids(wholePlatform, { limit: 9 })).toEqual([callId]);
  expect(await findReviewEvidence(database.pool, own(), callId)).toMatchObject({
    ...{ reviewSince: now, nextTryAt: at(48) },
  });
  expect(await findReviewEvidence(database.pool, own(), beside)).toBeUndefined();
});

test('the evidence of a call is its own attempts in order, and only for its account', async () => {
  const callId = await put();
  const beside = await put();
  for (const [of, attempt, code] of [
    [callId, 2, 'second'],
    [callId, 1, 'first'],
    [beside, 1, 'third'],
  ]) {
    await database.pool.query(
      `insert into attempts (account_id, call_id, attempt, provider_code, outcome, started_at)
       values ($1, $2, $3, $4, 'unknown', now())`,
      [one, of, attempt, code],
    );
  }
  const found = await findReviewEvidence(database.pool, own(), callId);
  expect(found?.attempts.map(({ providerCode }) => providerCode)).toEqual(['first', 'second']);
  const foreign = { kind: 'account', accountId: two } as const;
  expect(await findReviewEvidence(database.pool, foreign, callId)).toBeUndefined();
});

test('calls still being queried are counted by mode and account, without finished ones', async () => {
  const asked = { reviewSince: null };
  await put({ ...asked, heldAt: at(-5), nextTryAt: at(3) });
  await put({ ...asked, heldAt: at(-7), nextTryAt: at(4), state: 'held' });
  await put({ ...asked, heldAt: at(-20), nextTryAt: at(1), mode: 'test' });
  await put({ ...asked, heldAt: at(-30), nextTryAt: at(1), state: 'done' });
  await put({ heldAt: at(-40) });
  await put({ ...asked, heldAt: at(-9), nextTryAt: at(2), accountId: two });
  const sum = (scope: Scope, mode: Mode) => sumAsked(database.pool, scope, { mode });
  expect(await sum(own(), 'live')).toEqual({ count: 2, oldestAt: at(-7), nextTryAt: at(3) });
  expect(await sum(wholePlatform, 'live')).toEqual({
    ...{ count: 3, oldestAt: at(-9), nextTryAt: at(2) },
  });
  expect(await sum(own(), 'test')).toMatchObject({ count: 1, oldestAt: at(-20) });
});
