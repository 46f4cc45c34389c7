import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import {
  type Caller,
  type CallReply,
  createFixture,
  type Fixture,
} from '../../../test/kit/fixture.ts';
import { routeLive } from '../../../test/kit/route-live.ts';
import { createVault } from '../../foundation/vault.ts';
import type { MessageProvider, Outcome } from '../../vendors/providers/provider.ts';
import { setLimits } from '../limits/queries.ts';
import { setAccountPrice } from '../pricing/queries.ts';
import { canonicalJson } from './claim.ts';
import { pruneClaims } from './queries.ts';

const waitMs = 1_000;
const vault = createVault(randomBytes(32));
let fixture: Fixture;
/** A second server on the same database, with a key of the same account. */
let other: Fixture;
let caller: Caller;
/** The provider's next answer, and the calls it was asked to send. */
let answer: () => Promise<Outcome['kind']>;
let sent: string[];

beforeAll(async () => {
  const extendRegistry = (registry: Fixture['app']['line']['registry']) => ({
    ...registry,
    sms: new Map([...registry.sms, ['scripted', scripted()]]),
  });
  const settings = { idempotencyWaitMs: waitMs };
  fixture = await createFixture({ vault, settings, extendRegistry });
  const databaseTarget = fixture.database.target;
  other = await createFixture({ vault, settings, extendRegistry, databaseTarget });
  await routeLive(fixture.pool, { sms: ['scripted'] });
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await other.close();
  await fixture.close();
});
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  answer = async () => 'done';
  sent = [];
  caller = await fixture.newCaller({ mode: 'live', balance: '10' });
  await setLimits(byTest(fixture.pool), caller.accountId, 'live', { perNumber: false });
});

function scripted(): MessageProvider {
  return {
    kind: 'sms',
    code: 'scripted',
    vendorCode: 'scripted',
    title: { en: 'Scripted', zh: 'Scripted' },
    horizonHours: 72,
    findFault: () => undefined,
    async send({ callId }) {
      sent.push(callId);
      return {
        kind: await answer(),
        providerRef: callId,
        reason: 'provider_fault',
        detail: 'as scripted',
      };
    },
    async queryStatus({ callId, to: mobile }) {
      const state = mobile.endsWith('1') ? 'sent' : 'absent';
      return { state, providerRef: callId, detail: 'as scripted', at: new Date() };
    },
  };
}

const message = { mobile: '13912345671', code: '123456' };
const send = (key: string, body: object | string = message, by: Caller = caller) =>
  by.call('sms_code', body, { 'idempotency-key': key });

function expectRepeat(first: CallReply, copy: CallReply): void {
  expect(copy.headers['idempotency-replayed']).toBe('true');
  expect(copy.status).toBe(first.status);
  expect(copy.text).toBe(first.text);
}

/** The same account at the second server. */
async function atOther(): Promise<Caller> {
  return other.newCaller({ mode: 'live', accountId: caller.accountId });
}

describe('a key', () => {
  test.each([
    ['one character', 'x', 201],
    ['255 characters', 'x'.repeat(255), 201],
    ['every printable character', ` !"#$%&'()*+,-./09:;<=>?@AZ[\\]^_\`az{|}~`.trim(), 201],
    ['none', '', 400],
    ['256 characters', 'x'.repeat(256), 400],
    ['a tab', 'a\tb', 400],
    ['a letter beyond ASCII', 'clé', 400],
  ])('of %s gets the right answer', async (_, key, status) => {
    const reply = await send(key);
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.body.reason).toBe('invalid_idempotency_key');
  });

  test('returns the first reply for the same JSON, however it is written', async () => {
    const first = await send('k');
    expect(first.status).toBe(201);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expectRepeat(first, await send('k'));
    expectRepeat(first, await send('k', ' { "code" : "123456", "mobile": "1391234567\\u0031"} '));
    expect(sent).toEqual([first.body.requestId]);
    expect(await caller.wallet()).toEqual({ available: '9.9500', held: '0.0000' });
  });

  test('with another body is 422, and the first call is unchanged', async () => {
    const first = await send('k');
    const differs = await send('k', { ...message, code: '654321' });
    expect(differs.status).toBe(422);
    expect(differs.body.reason).toBe('idempotency_body_differs');
    expectRepeat(first, await send('k'));
    expect(sent).toHaveLength(1);
    // Neither repeat counts as a refused call in the customer's usage.
    const { rows } = await fixture.pool.query(
      'select calls, refused from usage_days where account_id = $1',
      [caller.accountId],
    );
    expect(rows).toEqual([{ calls: 1n, refused: 0n }]);
  });

  test('belongs to one account, one mode and one operation', async () => {
    const first = await send('k');
    const stranger = await fixture.newCaller({ mode: 'live' });
    const testing = await fixture.newCaller({
      accountId: caller.accountId,
      mode: 'test',
      balance: '0',
    });
    await fixture.pool.query(`update wallets set credit_limit = 10000 where account_id = $1`, [
      caller.accountId,
    ]);
    const notice = { mobile: message.mobile, content: 'hello' };
    const others = [
      await send('k', message, stranger),
      await send('k', message, testing),
      await caller.call('sms_notice', notice, { 'idempotency-key': 'k' }),
    ];
    for (const reply of others) {
      expect(reply.status).toBe(201);
      expect(reply.headers['idempotency-replayed']).toBeUndefined();
      expect(reply.body.requestId).not.toBe(first.body.requestId);
    }
  });

  test('is shared by all API keys of an account', async () => {
    const first = await send('k');
    expectRepeat(first, await send('k', message, await atOther()));
  });

  test('outlives a price change: a repeat gets the first reply', async () => {
    const first = await send('k');
    await setAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_code', 900n);
    expectRepeat(first, await send('k'));
    expect((await send('another')).body.unitPrice).toBe('0.0900');
  });

  test('expires after its retention, but never while its call has no outcome', async () => {
    const old = await send('old');
    await send('new');
    answer = async () => 'unknown';
    await send('unknown');
    await fixture.pool.query(
      `update idempotency_keys k set made_at = made_at - interval '7 days 1 minute'
       from calls c
       where c.account_id = $1 and c.account_id = k.account_id and c.call_id = k.call_id
         and (c.call_id = $2 or c.state = 'unknown')`,
      [caller.accountId, old.body.requestId],
    );
    expect(await pruneClaims(fixture.pool, 7)).toBe(1);
    answer = async () => 'done';
    expect((await send('new')).headers['idempotency-replayed']).toBe('true');
    expect((await send('unknown')).status).toBe(504);
    expect((await send('old')).headers['idempotency-replayed']).toBeUndefined();
    expect(sent).toHaveLength(4);
    await resolveNow();
  });
});

describe('a repeat of a call in flight', () => {
  test.each(['in the same process', 'in another process'])(
    'waits, and then gets 409 with Retry-After: %s',
    async (where) => {
      const gate = Promise.withResolvers<Outcome['kind']>();
      answer = () => gate.promise;
      const by = where === 'in another process' ? await atOther() : caller;
      const first = send('k');
      await expect.poll(() => sent.length).toBe(1);
      const startedAt = performance.now();
      const early = await send('k', message, by);
      expect(early.status).toBe(409);
      expect(early.headers['retry-after']).toBe('1');
      expect(performance.now() - startedAt).toBeGreaterThan(waitMs / 2);
      const waiting = send('k', message, by);
      gate.resolve('done');
      expectRepeat(await first, await waiting);
      expectRepeat(await first, await send('k', message, by));
      expect(sent).toHaveLength(1);
    },
  );

  test.each(['rejected', 'unavailable'] as const)(
    'shares its reply if it is %s, and the key is free again',
    async (kind) => {
      const gate = Promise.withResolvers<Outcome['kind']>();
      answer = () => gate.promise;
      const first = send('k');
      await expect.poll(() => sent.length).toBe(1);
      const here = vi.spyOn(fixture.app.line.inFlight, 'shareReply').mock;
      const there = vi.spyOn(other.app.line.holds, 'add').mock;
      const elsewhere = await atOther();
      const copies = [send('k'), send('k'), send('k', message, elsewhere)];
      // A repeat after the end would be a new call.
      const waiting = () => [
        here.results.filter(({ value }) => value !== null).length,
        there.settledResults.filter(({ value }) => value.verdict === 'replay').length,
      ];
      await expect.poll(waiting).toEqual([2, 1]);
      gate.resolve(kind);
      for (const copy of await Promise.all(copies)) expectRepeat(await first, copy);
      expect(sent).toHaveLength(1);
      answer = async () => 'done';
      // Nothing was charged under the key, so even another body may use it.
      const again = await send('k', { ...message, code: '654321' });
      expect(again.status).toBe(201);
      expect(again.headers['idempotency-replayed']).toBeUndefined();
      expect(await caller.wallet()).toEqual({ available: '9.9500', held: '0.0000' });
    },
  );

  test('with another body is 422, in another process as soon as the call is held', async () => {
    const gate = Promise.withResolvers<Outcome['kind']>();
    answer = () => gate.promise;
    const first = send('k');
    await expect.poll(() => sent.length).toBe(1);
    const differs = { ...message, code: '1' };
    expect((await send('k', differs, await atOther())).status).toBe(422);
    const { calls } = vi.spyOn(fixture.app.line.inFlight, 'shareReply').mock;
    const before = calls.length;
    const here = send('k', differs);
    await expect.poll(() => calls.length).toBe(before + 1);
    gate.resolve('done');
    expect((await here).status).toBe(422);
    expect((await first).status).toBe(201);
  });
});

describe('calls that were never charged are not stored:', () => {
  test('an invalid body', async () => {
    expect((await send('k', { mobile: '13912345671' })).status).toBe(400);
    expect((await send('k')).status).toBe(201);
  });

  test('an insufficient balance', async () => {
    await setAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_code', 10_0001n);
    expect((await send('k')).body.reason).toBe('balance_too_low');
    await setAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_code', 10_0000n);
    const first = await send('k', { ...message, code: 'other' });
    expect(first.status).toBe(201);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
  });

  test('a limit', async () => {
    await setLimits(byTest(fixture.pool), caller.accountId, 'live', { perNumber: true });
    expect((await send('one')).status).toBe(201);
    expect((await send('k')).status).toBe(429);
    await setLimits(byTest(fixture.pool), caller.accountId, 'live', { perNumber: false });
    expect((await send('k', { ...message, code: 'other' })).status).toBe(201);
  });
});

/** Makes unresolved calls due, and resolves them. */
async function resolveNow(): Promise<void> {
  await fixture.pool.query('update unresolved_calls set next_try_at = now()');
  await fixture.resolve();
}

describe('a call with an unknown outcome', () => {
  beforeEach(() => {
    answer = async () => 'unknown';
  });

  test('is repeated as unknown until it has its final outcome, and as that from then on', async () => {
    const first = await send('k');
    expect(first.status).toBe(504);
    expect(await caller.wallet()).toEqual({ available: '9.9500', held: '0.0500' });
    const early = await send('k');
    expect(early.status).toBe(504);
    expect(early.body.requestId).toBe(first.body.requestId);
    expect(early.headers['idempotency-replayed']).toBe('true');
    await resolveNow();
    const final = await send('k');
    expect(final.status).toBe(201);
    expect(final.headers['idempotency-replayed']).toBe('true');
    expect(final.body.requestId).toBe(first.body.requestId);
    expect(final.body).toMatchObject({
      code: 0,
      unitPrice: '0.0500',
      data: { mobile: message.mobile },
    });
    expect(sent).toHaveLength(1);
    expect(await caller.wallet()).toEqual({ available: '9.9500', held: '0.0000' });
  });

  test('that was never carried out is released, and its key is free again', async () => {
    const lost = { ...message, mobile: '13912345672' };
    const first = await send('k', lost);
    expect(first.status).toBe(504);
    await resolveNow();
    expect(await caller.wallet()).toEqual({ available: '10.0000', held: '0.0000' });
    answer = async () => 'done';
    const again = await send('k', lost);
    expect(again.status).toBe(201);
    expect(again.body.requestId).not.toBe(first.body.requestId);
    expect(await caller.wallet()).toEqual({ available: '9.9500', held: '0.0000' });
  });
});

test('a call whose terms changed is decided again at once, with its key', async () => {
  const { principals } = fixture.app.line;
  await send('warm');
  const old = await principals.load(caller.apiKey, '127.0.0.1');
  await setAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_code', 700n);
  // The notification has not arrived yet: the process still has the old terms.
  const { known, drop } = principals;
  let isOld = true;
  principals.known = (apiKey) => (isOld && apiKey === caller.apiKey ? old : known(apiKey));
  principals.drop = (apiKey) => {
    isOld = false;
    drop(apiKey);
  };
  // If the call waited for its own key, it would get 409.
  const reply = await send('k').finally(() => Object.assign(principals, { known, drop }));
  expect(isOld).toBe(false);
  expect([reply.status, reply.body.unitPrice]).toEqual([201, '0.0700']);
});

describe('free operations', () => {
  test('accept a key as well, and refuse another body', async () => {
    const ask = (body: object) => caller.call('balance', body, { 'idempotency-key': 'k' });
    const first = await ask({});
    await send('spends');
    expectRepeat(first, await ask({}));
    expect((await ask({ other: 1 })).status).toBe(422);
  });

  test('answer simultaneous repeats alike', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => caller.call('balance', {}, { 'idempotency-key': 'k' })),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });
});

test('equivalent bodies have one canonical form', () => {
  const one = { b: [1, { d: null, c: 'x' }], a: 1.0 };
  const other = JSON.parse('{"a":1,"b":[1.0,{"c":"\\u0078","d":null}]}') as object;
  expect(canonicalJson(one)).toBe(canonicalJson(other));
  expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }));
  expect(canonicalJson({ a: '1' })).not.toBe(canonicalJson({ a: 1 }));
});
