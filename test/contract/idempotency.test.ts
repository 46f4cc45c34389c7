import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { setLimits } from '../../src/line/limits/queries.ts';
import { setAccountState, setProductOff } from '../../src/people/accounts/queries.ts';
import { assignTemplate, unassignTemplate } from '../../src/products/messages/template-queries.ts';
import type { Outcome } from '../../src/vendors/providers/provider.ts';
import { byTest } from '../kit/by-test.ts';
import { createFakeSms } from '../kit/fake-sms.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';
import { routeLive } from '../kit/route-live.ts';
import { expectError } from './expect-reply.ts';

const code = { mobile: '13912345678', code: '246810' };
const person = { name: 'Li', cardNo: '1' };

let fixture: Fixture;
const clock = createMovableClock(new Date());

beforeAll(async () => {
  fixture = await createFixture({
    clock,
    // Repeats wait for the first call however busy the machine is; two tests wait for the provider.
    settings: { providerTimeoutMs: 1_000, idempotencyWaitMs: 60_000 },
  });
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

describe('a call with an Idempotency-Key', () => {
  test.each([
    ['sms_code', code],
    ['sms_notice', { mobile: '13912345678', content: 'x' }],
    ['face_verify', person],
    ['balance', {}],
  ])(
    '%s that is repeated gets the first reply, byte for byte, and is charged once',
    async (operation, body) => {
      const { call, wallet } = await fixture.newCaller();
      const first = await call(operation, body, { 'idempotency-key': 'k' });
      expect(first.status).toBe(201);
      expect(first.headers['idempotency-replayed']).toBeUndefined();
      const paid = await wallet();
      for (let i = 0; i < 3; i++) {
        const again = await call(operation, body, { 'idempotency-key': 'k' });
        expect(again.text).toBe(first.text);
        expect(again.status).toBe(201);
        expect(again.headers['idempotency-replayed']).toBe('true');
      }
      expect(await wallet()).toEqual(paid);
    },
  );

  test.each([
    [
      'its template was unassigned',
      () => unassignTemplate(byTest(fixture.pool), { product: 'sms_code', accountId: null }),
      () =>
        assignTemplate(byTest(fixture.pool), {
          product: 'sms_code',
          accountId: null,
          templateId: 'CODE_DEFAULT',
        }),
    ],
    [
      'its product was switched off',
      ({ accountId }: Caller) => setProductOff(byTest(fixture.pool), accountId, ['sms_code']),
      async () => {},
    ],
    [
      'its account was suspended',
      ({ accountId }: Caller) => setAccountState(byTest(fixture.pool), accountId, 'suspended'),
      async () => {},
    ],
    [
      'its region was closed',
      ({ accountId, mode }: Caller) =>
        setLimits(byTest(fixture.pool), accountId, mode, { regions: ['SG'] }),
      async () => {},
    ],
  ])(
    'is answered from its first outcome after %s, and other calls are not',
    async (_, change, restore) => {
      const caller = await fixture.newCaller();
      const first = await caller.call('sms_code', code, { 'idempotency-key': 'k' });
      expect(first.status).toBe(201);
      await change(caller);
      await expect.poll(async () => (await caller.call('sms_code', code)).status).not.toBe(201);
      const again = await caller.call('sms_code', code, { 'idempotency-key': 'k' });
      expect(again.text).toBe(first.text);
      expect(again.headers['idempotency-replayed']).toBe('true');
      const other = await caller.call(
        'sms_code',
        { ...code, code: '1' },
        { 'idempotency-key': 'k' },
      );
      expectError(other, 'idempotency_body_differs');
      expect(await caller.calls()).toBe(1);
      await restore();
    },
  );

  test('that is free again answers nothing: a refused request says why', async () => {
    const { call, accountId } = await fixture.newCaller();
    const down = { mobile: '13800000010', code: '246810' };
    const key = { 'idempotency-key': 'k' };
    expectError(await call('sms_code', down, key), 'provider_unavailable');
    expectError(await call('sms_code', { ...down, mobile: 'abc' }, key), 'invalid_request');
    await setAccountState(byTest(fixture.pool), accountId, 'suspended');
    await expect
      .poll(async () => (await call('sms_code', down, key)).body.reason)
      .toBe('account_suspended');
  });

  test('is one call, however many repeats come at once', async () => {
    const { call, wallet, calls } = await fixture.newCaller();
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => call('sms_code', code, { 'idempotency-key': 'k' })),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(await calls()).toBe(1);
    expect(await wallet()).toEqual({ available: '999.9500', held: '0.0000' });
  });

  test('accepts the same body in other spacing and order, and is 422 with another body', async () => {
    const { call, calls } = await fixture.newCaller();
    const key = { 'idempotency-key': 'k' };
    const first = await call('sms_code', code, key);
    const reordered = `{ "code": "246810",  "mobile": "13912345678" }`;
    expect((await call('sms_code', reordered, key)).text).toBe(first.text);
    expectError(await call('sms_code', { ...code, code: '1' }, key), 'idempotency_body_differs');
    expect(await calls()).toBe(1);
  });

  test('belongs to the caller: another account, or another operation, makes another call', async () => {
    const one = await fixture.newCaller();
    const two = await fixture.newCaller();
    const key = { 'idempotency-key': 'k' };
    const first = await one.call('sms_code', code, key);
    expect((await two.call('sms_code', code, key)).body.requestId).not.toBe(first.body.requestId);
    const notice = { mobile: '13912345678', content: 'x' };
    expect((await one.call('sms_notice', notice, key)).status).toBe(201);
  });

  test.each([
    ['refused by the provider', '13800000001', 'provider_rejected'],
    ['without a provider', '13800000010', 'provider_unavailable'],
  ] as const)('that was %s leaves the key free for a new try', async (_, mobile, reason) => {
    const { call, calls } = await fixture.newCaller();
    const key = { 'idempotency-key': 'k' };
    const first = await call('sms_code', { mobile, code: '1' }, key);
    expectError(first, reason);
    const second = await call('sms_code', { mobile, code: '1' }, key);
    expectError(second, reason);
    expect(second.body.requestId).not.toBe(first.body.requestId);
    expect((await call('sms_code', code, key)).status).toBe(201);
    expect(await calls()).toBe(3);
  });

  test('that was refused before the hold leaves the key free too', async () => {
    const { call } = await fixture.newCaller();
    const key = { 'idempotency-key': 'k' };
    expectError(await call('sms_code', { mobile: '1', code: '1' }, key), 'invalid_request');
    expectError(await call('sms_code', { ...code, mobile: '13800000015' }, key), 'balance_too_low');
    expect((await call('sms_code', code, key)).status).toBe(201);
  });

  test.each([
    ['13800000007', 201],
    ['13800000008', 502],
  ])(
    'whose outcome is unknown (%s) is reported under its own id, then ends in one outcome',
    async (mobile, status) => {
      const { call, wallet, calls } = await fixture.newCaller();
      const key = { 'idempotency-key': 'k' };
      const body = { mobile, code: '1' };
      const first = await call('sms_code', body, key);
      expectError(first, 'outcome_unknown');
      const again = await call('sms_code', body, key);
      expectError(again, 'outcome_unknown');
      expect(again.body.requestId).toBe(first.body.requestId);
      expect(await wallet()).toEqual({ available: '999.9500', held: '0.0500' });
      clock.move(3_000);
      expect(await fixture.resolve()).toBe(1);
      if (status === 201) {
        const resolved = await call('sms_code', body, key);
        expect(resolved.status).toBe(201);
        expect(resolved.body.requestId).toBe(first.body.requestId);
        expect(resolved.body.data.mobile).toBe(mobile);
        expect(await wallet()).toEqual({ available: '999.9500', held: '0.0000' });
        expect(await calls()).toBe(1);
      } else {
        expect(await wallet()).toEqual({ available: '1000.0000', held: '0.0000' });
      }
    },
  );

  test('that is still under way is 409 with Retry-After, and then gets its reply', async () => {
    const vendor = createFakeSms('vendor');
    const answer = Promise.withResolvers<Outcome>();
    vendor.behave(() => answer.promise);
    const impatient = await createFixture({
      clock,
      settings: { idempotencyWaitMs: 100 },
      extendRegistry: (registry) => ({ ...registry, sms: new Map([['vendor', vendor]]) }),
    });
    await routeLive(impatient.pool, { sms: ['vendor'] });
    const { call, calls } = await impatient.newCaller({ mode: 'live' });
    const key = { 'idempotency-key': 'k' };
    const first = call('sms_code', code, key);
    await expect.poll(() => vendor.sent.length).toBe(1);
    const meanwhile = await call('sms_code', code, key);
    expectError(meanwhile, 'idempotency_in_flight');
    expect(meanwhile.headers['retry-after']).toBe('1');
    answer.resolve({ kind: 'done', providerRef: 'one' });
    const { status, text } = await first;
    expect(status).toBe(201);
    expect((await call('sms_code', code, key)).text).toBe(text);
    expect(await calls()).toBe(1);
    expect(await impatient.findFaults()).toEqual([]);
    await impatient.close();
  });

  test.each([
    ['empty', '', 'must not be empty'],
    ['too long', 'k'.repeat(256), 'must have at most 255 characters'],
    ['not ASCII', 'schlüssel', 'must contain only printable ASCII characters'],
    ['not printable', 'a\tb', 'must contain only printable ASCII characters'],
  ])('that is %s is 400 and says so, and nothing is charged', async (_, key, problem) => {
    const { call, calls } = await fixture.newCaller();
    const reply = await call('sms_code', code, { 'idempotency-key': key });
    expectError(reply, 'invalid_idempotency_key');
    expect(reply.body.details).toEqual([{ field: 'Idempotency-Key', problem }]);
    expect(await calls()).toBe(0);
  });
});
