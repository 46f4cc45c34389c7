import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createFakeSms, done, type FakeSms, unavailable } from '../../../test/kit/fake-sms.ts';
import { type Caller, createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { routeLive } from '../../../test/kit/route-live.ts';
import { setProductOff } from '../../people/accounts/queries.ts';
import type { Outcome } from '../../vendors/providers/provider.ts';
import { setLimits } from '../limits/queries.ts';
import { setAccountPrice } from '../pricing/queries.ts';
import type { HoldWriter } from './line-writer.ts';

let fixture: Fixture;
let vendor: FakeSms;
let caller: Caller;

beforeAll(async () => {
  vendor = createFakeSms('vendor');
  fixture = await createFixture({
    settings: { idempotencyWaitMs: 5_000 },
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['vendor', vendor]]),
    }),
  });
  await routeLive(fixture.pool, { sms: ['vendor'] });
});
afterAll(() => fixture.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  vendor.behave(done);
  vendor.sent.length = 0;
  caller = await fixture.newCaller({ mode: 'live' });
  await setLimits(byTest(fixture.pool), caller.accountId, 'live', { perNumber: false });
});

const code = { mobile: '139 1234 5678', code: '246810' };
const notice = { mobile: '13912345678', content: 'hello' };
const key = { 'idempotency-key': 'k' };
const chinese = { ...key, 'accept-language': 'zh-CN' };
const send = (headers: Record<string, string> = key, body: object = code, by = caller) =>
  by.call('sms_code', body, headers);

/** The provider answers when the test tells it to. */
function holdBack() {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  vendor.behave(() => promise);
  return resolve;
}

/** Returns a function that waits until this many repeats wait for the call in flight. */
function watchCopies() {
  const { mock } = vi.spyOn(fixture.app.line.inFlight, 'shareReply');
  const waiting = () => mock.results.filter(({ value }) => value !== null).length;
  return (count: number) => expect.poll(waiting).toBe(count);
}

describe('repeats that wait for a call', () => {
  test('share its reply if it is final', async () => {
    const answer = holdBack();
    const first = send();
    await expect.poll(() => vendor.sent.length).toBe(1);
    const copiesWait = watchCopies();
    const copies = [send(), send()];
    await copiesWait(2);
    answer({ kind: 'unavailable', reason: 'provider_fault', detail: 'down' });
    const { text } = await first;
    for (const copy of await Promise.all(copies)) {
      expect([copy.status, copy.text]).toEqual([502, text]);
      expect(copy.headers['idempotency-replayed']).toBe('true');
    }
    expect(vendor.sent).toHaveLength(1);
  });

  // @mutant src/line/calls/run-call.ts
  // - if (reply.status !== 504) leave?.(reply);
  // + leave?.(reply);
  test('do not share an outcome that is not final: it may be known by now', async () => {
    const { settles } = fixture.app.line;
    const settle = settles.add;
    settles.add = async (item) => {
      const result = await settle(item);
      // The resolver is faster than the reply.
      if (item.state === 'unknown') await settle({ ...item, state: 'done' });
      return result;
    };
    const answer = holdBack();
    const first = send();
    await expect.poll(() => vendor.sent.length).toBe(1);
    const copiesWait = watchCopies();
    const copy = send();
    await copiesWait(1);
    answer({ kind: 'unknown', reason: 'no_answer', detail: 'perhaps' });
    expect((await first).status).toBe(504);
    expect((await copy).status).toBe(201);
    settles.add = settle;
    expect(vendor.sent).toHaveLength(1);
  });

  test('in the other mode are not repeats', async () => {
    const { accountId } = caller;
    const testing = await fixture.newCaller({ accountId, mode: 'test' });
    await fixture.pool.query('update wallets set credit_limit = 10000 where account_id = $1', [
      accountId,
    ]);
    const answer = holdBack();
    const live = send();
    await expect.poll(() => vendor.sent.length).toBe(1);
    const reply = await send(key, code, testing);
    expect(reply.status).toBe(201);
    answer({ kind: 'done', providerRef: 'r' });
    expect((await live).body.requestId).not.toBe(reply.body.requestId);
  });
});

describe('a repeat is answered', () => {
  test.each([
    ['sms_code', code],
    ['sms_notice', notice],
  ])('in the language, and at the price, of the first %s', async (operation, body) => {
    await setAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_code', 700n);
    await setAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_notice', 800n);
    const first = await caller.call(operation, body, chinese);
    expect(first.status).toBe(201);
    expect(first.body.priceSource).toBe('account');
    expect(first.body.message).toMatch(/\p{Script=Han}/u);
    const copy = await caller.call(operation, body, key);
    expect(copy.text).toBe(first.text);
  });

  test('in the language of the first one even if its outcome was resolved later', async () => {
    vendor.behave(() => ({ kind: 'unknown', reason: 'no_answer', detail: 'perhaps' }));
    const first = await send(chinese);
    expect(first.status).toBe(504);
    const early = await send();
    expect([early.status, early.body.requestId]).toEqual([504, first.body.requestId]);
    await fixture.pool.query(`update unresolved_calls set next_try_at = now()`);
    expect(await fixture.resolve()).toBe(1);
    const copy = await send();
    expect(copy.status).toBe(201);
    expect(copy.body.message).toMatch(/\p{Script=Han}/u);
    expect(copy.body.requestId).toBe(first.body.requestId);
  });

  test('with the link and the token of the first face verification', async () => {
    const face = await fixture.newCaller({ mode: 'test' });
    const person = {
      name: '张三',
      cardNo: '110101199003070134',
      redirectUrl: 'https://a.example/',
    };
    const first = await face.call('face_verify', person, key);
    expect(first.status).toBe(201);
    expect((await face.call('face_verify', person, key)).text).toBe(first.text);
  });

  // @mutant src/line/calls/run-call.ts
  // - if (!claim || !first || first.isFree) throw refusal;
  // + throw refusal;
  test('like the first one even if it would be refused now, unless its body differs', async () => {
    const first = await send();
    await setProductOff(byTest(fixture.pool), caller.accountId, ['sms_code']);
    await expect.poll(async () => (await send({})).status).toBe(403);
    expect((await send()).text).toBe(first.text);
    const other = await send(key, { ...code, code: '1' });
    expect(other.body.reason).toBe('idempotency_body_differs');
  });

  test('as a new call if the first one was released: its key is free', async () => {
    vendor.behave(unavailable);
    expect((await send()).status).toBe(502);
    const refused = await send(key, { ...code, mobile: 'abc' });
    expect(refused.body.reason).toBe('invalid_request');
    vendor.behave(done);
    expect((await send()).status).toBe(201);
  });
});

test('a provider that was removed since the hold was certainly not asked: the hold is released', async () => {
  const sms = fixture.app.line.registry.sms as Map<string, FakeSms>;
  await routeLive(fixture.pool, { sms: ['vendor', 'second'] });
  sms.set('second', createFakeSms('second'));
  vendor.behave(() => {
    sms.delete('second');
    return unavailable();
  });
  const other = await fixture.newCaller({ mode: 'live' });
  const reply = await send({}, code, other);
  await routeLive(fixture.pool, { sms: ['vendor'] });
  expect([reply.status, reply.body.reason]).toEqual([502, 'provider_unavailable']);
  expect((await other.wallet()).held).toBe('0.0000');
});

describe('a call that is not held', () => {
  test('blocks no other call with its key', async () => {
    const poor = await fixture.newCaller({ mode: 'live', balance: '0' });
    for (let i = 0; i < 2; i++) {
      expect((await send(key, code, poor)).body.reason).toBe('balance_too_low');
    }
  });

  test('because its terms keep changing is given up, and told to retry', async () => {
    const { holds, principals } = fixture.app.line;
    const hold = holds.add;
    // The cached principal was outdated: it is read again each time.
    const drop = vi.spyOn(principals, 'drop');
    let asked = 0;
    const stale: HoldWriter['add'] = async () => {
      asked++;
      return { verdict: 'stale', retryAfterMs: null };
    };
    holds.add = stale;
    const reply = await send();
    holds.add = hold;
    expect([reply.status, reply.body.reason]).toEqual([503, 'overloaded']);
    expect(reply.headers['retry-after']).toBe('1');
    expect(asked).toBe(11);
    expect(drop.mock.calls).toEqual(Array(11).fill([caller.apiKey]));
    expect((await send()).status).toBe(201);
  });

  // @mutant src/line/calls/run-call.ts
  // - if (isFirst) takeRateSlot(line, caller);
  // + takeRateSlot(line, caller);
  test('costs one slot of the key’s rate, however often it is decided again', async () => {
    const { holds } = fixture.app.line;
    const hold = holds.add;
    const { accountId } = caller;
    const limited = await fixture.newCaller({ accountId, mode: 'live', perSecond: 1 });
    let isFirst = true;
    holds.add = (item) => {
      if (!isFirst) return hold(item);
      isFirst = false;
      return Promise.resolve({ verdict: 'stale', retryAfterMs: null });
    };
    const reply = await limited.call('sms_code', code);
    holds.add = hold;
    expect([reply.status, isFirst]).toEqual([201, false]);
  });
});
