import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CheckFixture, createCheckFixture } from '../../../test/kit/check-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { project, recount } from '../../../test/kit/search-recount.ts';
import { forgetPersons } from '../../products/checks/erase-queries.ts';
import {
  deferExpiry,
  endCheck,
  recordConsent,
  recordWithdrawal,
} from '../../products/checks/queries.ts';
import { noteVisit } from '../../products/checks/visit-queries.ts';
import { personOfCard } from './search-filter.ts';
import { findCalls } from './search-queries.ts';

let database: TestDatabase;
let fixture: CheckFixture;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createCheckFixture(database.target);
  pool = database.pool;
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});
afterEach(async () => {
  await project(pool);
  expect(await recount(pool)).toEqual([]);
});

const ask = async (cardNo?: string) => {
  const { requestId: checkId } = await fixture.ask(cardNo);
  return { accountId: fixture.accountId, checkId };
};

async function stateOf(checkId: string) {
  await project(pool);
  const filter = { requestId: checkId };
  const { calls } = await findCalls(pool, { kind: 'platform' }, 'test', filter, { limit: 1 });
  return [calls[0]?.result, calls[0]?.stage, calls[0]?.reason];
}

test('every step of a person is copied, up to the end of the check', async () => {
  const check = await ask();
  expect(await stateOf(check.checkId)).toEqual(['pending', 'made', null]);
  await noteVisit(pool, check, { visitor: Buffer.from('a'), device: 'mobile' }, null);
  expect(await stateOf(check.checkId)).toEqual(['pending', 'opened', null]);
  await recordConsent(pool, check, { version: '1', providers: ['sandbox'] }, null);
  expect(await stateOf(check.checkId)).toEqual(['pending', 'consented', null]);
  await pool.query(
    `select checks_record_session($1, $2, 'sandbox', 'ref', 'mobile', null, now(), null)`,
    [check.accountId, check.checkId],
  );
  expect(await stateOf(check.checkId)).toEqual(['pending', 'started', null]);
  await pool.query(
    `select checks_note_session($1, $2, 1::smallint, 'failed', '', 'liveness', null, 700, 'list', 3, null)`,
    [check.accountId, check.checkId],
  );
  expect(await stateOf(check.checkId)).toEqual(['failed', 'started', 'liveness']);
});

test.each([
  ['passed', 1],
  ['expired', 3],
  ['cancelled', 4],
] as const)('a check that is %s is copied as such', async (result, status) => {
  const check = await ask();
  await endCheck(pool, check, status, null);
  expect(await stateOf(check.checkId)).toEqual([result, 'made', null]);
});

test('a check whose provider never answered is copied as expired', async () => {
  const check = await ask();
  await deferExpiry(pool, check, 'no answer', 1, new Date(Date.now() + 30 * 86_400_000));
  expect((await stateOf(check.checkId))[0]).toBe('expired');
});

test('a withdrawn consent is copied, and the person is no longer found', async () => {
  const cardNo = '11010519491231002x';
  const check = await ask(cardNo);
  await recordConsent(pool, check, { version: '1', providers: ['sandbox'] }, null);
  await project(pool);
  const own = { kind: 'account', accountId: fixture.accountId } as const;
  const person = personOfCard(fixture.app.line.vault, cardNo.toUpperCase());
  const find = async () =>
    (await findCalls(pool, own, 'test', { person }, { limit: 99 })).calls.map(
      ({ callId }) => callId,
    );
  expect(await find()).toContain(check.checkId);
  await recordWithdrawal(pool, check, null);
  expect(await stateOf(check.checkId)).toEqual(['withdrawn', 'consented', null]);
  expect(await find()).not.toContain(check.checkId);
});

test('a consent withdrawn after the result keeps the result', async () => {
  const check = await ask();
  await recordConsent(pool, check, { version: '1', providers: ['sandbox'] }, null);
  await endCheck(pool, check, 1, null);
  await recordWithdrawal(pool, check, null);
  expect(await stateOf(check.checkId)).toEqual(['passed', 'consented', null]);
});

test('a person past retention is no longer found', async () => {
  const cardNo = '999999199001010016';
  const check = await ask(cardNo);
  await endCheck(pool, check, 1, null);
  await project(pool);
  const person = personOfCard(fixture.app.line.vault, cardNo);
  const find = () => findCalls(pool, { kind: 'platform' }, 'test', { person }, { limit: 9 });
  expect((await find()).calls).toHaveLength(1);
  await forgetPersons(pool, 1, 100, new Date(Date.now() + 3 * 86_400_000));
  expect((await find()).calls).toEqual([]);
  expect((await stateOf(check.checkId))[0]).toBe('passed');
});
