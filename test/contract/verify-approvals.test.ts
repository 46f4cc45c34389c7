import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatMoney } from '../../src/foundation/money.ts';
import { setAccountPrice } from '../../src/line/pricing/queries.ts';
import { audit } from '../../src/money/ledger/audit-ledger.ts';
import { readBalance } from '../../src/money/ledger/queries.ts';
import {
  eraseVerifications,
  expireVerifications,
} from '../../src/products/verifications/queries.ts';
import { byTest } from '../kit/by-test.ts';
import { createFakeSms, done, type FakeSms, silent, unavailable } from '../kit/fake-sms.ts';
import { type Caller, createFixture, type Fixture, type FixtureOptions } from '../kit/fixture.ts';
import { routeLive } from '../kit/route-live.ts';

let fixture: Fixture;
let second: Fixture;
let vendor: FakeSms;
let caller: Caller;

const messagePrice = 500n;
const approvalPrice = 300n;

beforeAll(async () => {
  vendor = createFakeSms('vendor');
  const options: FixtureOptions = {
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['vendor', vendor]]),
    }),
  };
  fixture = await createFixture(options);
  await routeLive(fixture.pool, { sms: ['vendor'] });
  const { vault } = fixture.app.line;
  second = await createFixture({ ...options, databaseTarget: fixture.database.target, vault });
});
afterAll(async () => {
  await second.close();
  await fixture.close();
});
beforeEach(async () => {
  vendor.behave(done);
  vendor.sent.length = 0;
  caller = await newCaller();
});

async function newCaller(balance = 10_0000n): Promise<Caller> {
  const made = await fixture.newCaller({ mode: 'live', balance: formatMoney(balance) });
  await setAccountPrice(byTest(fixture.pool), made.accountId, 'verify_approval', approvalPrice);
  return made;
}

const mobile = '13912345678';
const start = (more: object = {}) => caller.call('verify_start', { mobile, ...more });
const lastCode = () => vendor.sent.at(-1)?.variables.code ?? '';
const wrong = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));

async function startOne(more: object = {}) {
  const { status, body } = await start(more);
  expect(status).toBe(201);
  return { id: String(body.data.verificationId), code: lastCode() };
}

const guess = async (id: string, code: string) =>
  (await caller.call('verify_check', { verificationId: id, code })).body.data.result;

async function pass(seconds: number): Promise<void> {
  for (const table of ['verifications', 'open_verifications']) {
    await fixture.pool.query(
      `update ${table} set expires_at = expires_at - make_interval(secs => $2)
       where account_id = $1`,
      [caller.accountId, seconds],
    );
  }
  await fixture.pool.query(
    `update verifications
     set sent_at = array(select s - make_interval(secs => $2) from unnest(sent_at) s)
     where account_id = $1`,
    [caller.accountId, seconds],
  );
}

/** What the wallet has lost, and what it holds. */
async function money() {
  const { available, held } = await readBalance(fixture.pool, caller.accountId, 'live');
  return { spent: 10_0000n - available - held, held };
}

/** The approvals of this caller, by the states of their calls. */
async function approvals(): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ state: string }>(
    `select state from calls where account_id = $1 and product = 'verify_approval' order by call_id`,
    [caller.accountId],
  );
  return rows.map(({ state }) => state);
}

async function events(): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ type: string }>(
    `select type from events where account_id = $1 and type like 'verification.%' order by event_id`,
    [caller.accountId],
  );
  return rows.map(({ type }) => type);
}

const noFaults = async () => expect((await audit(fixture.pool)).faults).toEqual([]);

describe('an approval with a price', () => {
  test('is held once with the start, and charged with the approval', async () => {
    const { id } = await startOne();
    expect(await money()).toEqual({ spent: messagePrice, held: approvalPrice });
    await pass(30);
    const { code } = await startOne();
    expect(await money()).toEqual({ spent: 2n * messagePrice, held: approvalPrice });
    const status = async () =>
      (await caller.call('verify_status', { verificationId: id })).body.data;
    expect(await status()).toMatchObject({ approvalPrice: '0.0300', approvalCharged: '0.0000' });
    const { body } = await caller.call('verify_check', { verificationId: id, code });
    expect(body).toMatchObject({ unitPrice: '0.0000', data: { result: 'approved' } });
    expect(await money()).toEqual({ spent: 2n * messagePrice + approvalPrice, held: 0n });
    expect(await status()).toMatchObject({ approvalPrice: '0.0300', approvalCharged: '0.0300' });
    expect(await approvals()).toEqual(['done']);
    expect(await events()).toEqual(['verification.approved']);
    await noFaults();
  });

  // @mutant src/products/verifications/sql/end-verifications.sql
  // - and v.state = 'open'
  // -     returning v.account_id, v.mode,
  // +     returning v.account_id, v.mode,
  test('of fifty checks at once over two servers is charged once', async () => {
    const { id, code } = await startOne();
    const { accountId, mode } = { ...caller, mode: 'live' as const };
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 ? fixture : second).app.line.guesses.add({
          ...{ accountId, mode, target: { verificationId: id }, code },
        }),
      ),
    );
    expect(all.filter(({ result }) => result === 'approved')).toHaveLength(1);
    expect(await money()).toEqual({ spent: messagePrice + approvalPrice, held: 0n });
    expect(await events()).toEqual(['verification.approved']);
    await noFaults();
  });

  test('is released after the fifth wrong guess, although two servers count them', async () => {
    const { id, code } = await startOne();
    const { accountId, mode } = { ...caller, mode: 'live' as const };
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? fixture : second).app.line.guesses.add({
          ...{ accountId, mode, target: { verificationId: id }, code: wrong(code) },
        }),
      ),
    );
    expect(all.filter(({ result }) => result === 'wrong')).toHaveLength(5);
    expect(await money()).toEqual({ spent: messagePrice, held: 0n });
    expect(await approvals()).toEqual(['rejected']);
    expect(await events()).toEqual(['verification.failed']);
    await noFaults();
  });

  test('is released by a cancellation, without an event', async () => {
    const { id } = await startOne();
    await caller.call('verify_cancel', { verificationId: id });
    await caller.call('verify_cancel', { verificationId: id });
    expect(await money()).toEqual({ spent: messagePrice, held: 0n });
    expect(await events()).toEqual([]);
    await noFaults();
  });

  // @mutant src/products/verifications/sql/end-verifications.sql
  // - if cardinality(array_remove(v_ended.approval, null)) > 0 then
  // + if 'approved' = any (v_ended.state) then
  test('is released when the verification expires, with one event', async () => {
    const { id, code } = await startOne({ ttlSeconds: 60 });
    await expireVerifications(fixture.pool, null);
    expect(await events()).toEqual([]);
    await pass(61);
    await Promise.all([fixture, second].map(({ pool }) => expireVerifications(pool, null)));
    expect(await money()).toEqual({ spent: messagePrice, held: 0n });
    expect(await events()).toEqual(['verification.expired']);
    expect(await guess(id, code)).toBe('expired');
    const { body } = await caller.call('verify_status', { verificationId: id });
    expect(body.data).toMatchObject({ state: 'expired', attemptsLeft: 0 });
    expect(body.data.endedAt).toBe(body.data.expiresAt);
    await noFaults();
  });

  test('lives as long as the last message says', async () => {
    await startOne({ ttlSeconds: 60 });
    await pass(50);
    const { id, code } = await startOne({ ttlSeconds: 60 });
    await pass(30);
    await expireVerifications(fixture.pool, null);
    expect(await guess(id, code)).toBe('approved');
  });

  test('is released when its only message was not sent', async () => {
    vendor.behave(unavailable);
    expect((await start()).status).toBe(502);
    expect(await money()).toEqual({ spent: 0n, held: 0n });
    expect(await events()).toEqual([]);
    await noFaults();
  });

  // @mutant src/products/verifications/sql/end-verifications.sql
  // - when i.state = 'approved' and (
  // + when i.state = 'approved' or (
  test('is not charged if no provider is known to have taken a message', async () => {
    vendor.behave(silent);
    expect((await start()).status).toBe(504);
    const { result } = await fixture.app.line.guesses.add({
      ...{ accountId: caller.accountId, mode: 'live', code: lastCode() },
      target: {
        numberHash: fixture.app.line.vault.fingerprint('number', `+86${mobile}`),
        purpose: 'default',
      },
    });
    expect(result).toBe('approved');
    expect(await money()).toEqual({ spent: 0n, held: messagePrice });
    expect(await approvals()).toEqual(['rejected']);
    await noFaults();
  });

  test('is released when the person is erased', async () => {
    await startOne();
    const hash = fixture.app.line.vault.fingerprint('number', `+86${mobile}`);
    expect(await eraseVerifications(fixture.pool, hash, caller.accountId)).toBe(1);
    expect(await money()).toEqual({ spent: messagePrice, held: 0n });
    await noFaults();
  });

  test('and its message are refused together if the balance is too low for both', async () => {
    caller = await newCaller(messagePrice + approvalPrice - 1n);
    expect((await start()).body.reason).toBe('balance_too_low');
    expect(vendor.sent).toEqual([]);
    expect((await readBalance(fixture.pool, caller.accountId, 'live')).held).toBe(0n);
    caller = await newCaller(2n * messagePrice + approvalPrice);
    await startOne();
    await pass(30);
    // A further message needs no second approval.
    await startOne();
    await noFaults();
  });

  test('is no call that was abandoned', async () => {
    await startOne();
    await fixture.pool.query(
      `update calls set held_at = held_at - interval '2 minutes' where account_id = $1`,
      [caller.accountId],
    );
    const { rows } = await fixture.pool.query(
      `select calls_list_held(now() - interval '1 hour', now(), now()) as listed`,
    );
    expect(rows[0].listed).toBe(0);
  });
});

test('an approval without a price holds nothing and has no call', async () => {
  await setAccountPrice(byTest(fixture.pool), caller.accountId, 'verify_approval', 0n);
  const { id, code } = await startOne();
  expect(await money()).toEqual({ spent: messagePrice, held: 0n });
  expect(await guess(id, code)).toBe('approved');
  expect(await approvals()).toEqual([]);
  expect(await events()).toEqual(['verification.approved']);
});

test('started and approved verifications are counted by the day of their start', async () => {
  const { id, code } = await startOne({ purpose: 'a' });
  await startOne({ purpose: 'b' });
  await guess(id, code);
  await guess(id, code);
  vendor.behave(unavailable);
  await start({ purpose: 'c' });
  const { rows } = await fixture.pool.query(
    'select started, approved from verification_days where account_id = $1',
    [caller.accountId],
  );
  expect(rows).toEqual([{ started: 2, approved: 1 }]);
});
