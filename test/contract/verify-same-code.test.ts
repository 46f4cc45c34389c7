import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setKeepsCode } from '../../src/people/accounts/queries.ts';
import { byTest } from '../kit/by-test.ts';
import { countBlocked } from '../kit/count-blocked.ts';
import { createFakeSms, done, type FakeSms, unavailable } from '../kit/fake-sms.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';
import { routeLive } from '../kit/route-live.ts';

let fixture: Fixture;
let sms: FakeSms;
let voice: FakeSms;
let caller: Caller;

beforeAll(async () => {
  sms = createFakeSms('texts');
  voice = createFakeSms('calls', 'voice');
  fixture = await createFixture({
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['texts', sms]]),
      voice: new Map([...registry.voice, ['calls', voice]]),
    }),
  });
  await routeLive(fixture.pool, { sms: ['texts'], voice: ['calls'] });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  sms.behave(done);
  sms.sent.length = 0;
  caller = await fixture.newCaller({ mode: 'live' });
  await setKeepsCode(byTest(fixture.pool), caller.accountId, true);
});

const mobile = '139 1234 5678';
// Eight digits, so that two codes are not equal by chance.
const start = (more: object = {}) =>
  caller.call('verify_start', { mobile, codeLength: 8, ...more });
const guess = async (body: object) => (await caller.call('verify_check', body)).body.data.result;
const codeOf = (provider: FakeSms) => provider.sent.at(-1)?.variables.code ?? '';

/** Lets the cool-down of this caller's verifications pass. */
async function cool(): Promise<void> {
  await fixture.pool.query(
    `update verifications
     set sent_at = array(select s - interval '4 minutes' from unnest(sent_at) s)
     where account_id = $1`,
    [caller.accountId],
  );
}

async function startOne(more: object = {}, provider = sms) {
  const { status, body } = await start(more);
  expect(status).toBe(201);
  return { id: String(body.data.verificationId), code: codeOf(provider) };
}

// @mutant src/line/calls/prepare-verification.ts
// - codeOf(ports.vault, kept ?? callId, codeLength)
// + codeOf(ports.vault, callId, codeLength)
test('a resend has the code of its verification again, by any channel', async () => {
  const first = await startOne();
  expect(first.code).toMatch(/^\d{8}$/);
  await cool();
  expect(await startOne()).toEqual(first);
  await cool();
  expect(await startOne({ channel: 'voice' }, voice)).toEqual(first);
  expect(await guess({ verificationId: first.id, code: first.code })).toBe('approved');
});

test('the code is approved once, and the next verification has another', async () => {
  const first = await startOne();
  await cool();
  await startOne();
  expect(await guess({ verificationId: first.id, code: first.code })).toBe('approved');
  expect(await guess({ verificationId: first.id, code: first.code })).toBe('used_up');
  await cool();
  const next = await startOne();
  expect(next.id).not.toBe(first.id);
  expect(next.code).not.toBe(first.code);
  expect(await guess({ verificationId: next.id, code: first.code })).toBe('wrong');
});

test('two numbers, purposes or accounts have different codes', async () => {
  const codes = [
    (await startOne()).code,
    (await startOne({ purpose: 'other' })).code,
    (await startOne({ mobile: '13912345679' })).code,
  ];
  caller = await fixture.newCaller({ mode: 'live' });
  await setKeepsCode(byTest(fixture.pool), caller.accountId, true);
  codes.push((await startOne()).code);
  expect(new Set(codes).size).toBe(4);
});

test('a resend does not give new guesses', async () => {
  const { id, code } = await startOne();
  const wrong = code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
  for (let n = 0; n < 3; n++) await guess({ verificationId: id, code: wrong });
  await cool();
  await startOne();
  for (let n = 0; n < 2; n++) await guess({ verificationId: id, code: wrong });
  expect(await guess({ verificationId: id, code })).toBe('used_up');
});

test('a resend that was not sent leaves the code valid', async () => {
  const { id, code } = await startOne();
  await cool();
  sms.behave(unavailable);
  expect((await start()).status).toBe(502);
  expect(await guess({ verificationId: id, code })).toBe('approved');
  expect(await fixture.findFaults()).toEqual([]);
});

// @mutant src/products/verifications/sql/start-verifications.sql
// - when i.kept is not null and (i.kept is distinct from i.verification_id or not f.is_open)
// + when false
test('a verification that ends during a resend does not pass its code on to the next', async () => {
  const first = await startOne();
  await cool();
  const client = await fixture.pool.connect();
  await client.query('begin');
  await client.query('select from verifications where verification_id = $1 for update', [first.id]);
  const resend = startOne();
  await expect.poll(() => countBlocked(fixture.pool)).toBe(1);
  await client.query('select verifications_cancel(null, array[$1::integer], $2, array[$3::uuid])', [
    ...[caller.accountId, 'live', first.id],
  ]);
  await client.query('commit');
  client.release();
  const next = await resend;
  expect(next.id).not.toBe(first.id);
  expect(next.code).not.toBe(first.code);
  expect(await guess({ verificationId: next.id, code: next.code })).toBe('approved');
});

// @mutant src/products/verifications/sql/start-verifications.sql
// -  and p_kept is null then
// +  then
test('a verification that is erased during a resend does not pass its code on either', async () => {
  const first = await startOne();
  await cool();
  const client = await fixture.pool.connect();
  await client.query('begin');
  await client.query('select from accounts where account_id = $1 for update', [caller.accountId]);
  await client.query('select from wallets where account_id = $1 for update', [caller.accountId]);
  const resend = startOne();
  await expect.poll(() => countBlocked(fixture.pool)).toBe(1);
  await client.query('delete from open_verifications where verification_id = $1', [first.id]);
  await client.query('delete from verifications where verification_id = $1', [first.id]);
  await client.query('commit');
  client.release();
  expect((await resend).code).not.toBe(first.code);
});
