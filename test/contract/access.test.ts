import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { makeApiKey } from '../../src/line/callers/api-key.ts';
import { revokeKey } from '../../src/line/callers/key-queries.ts';
import { missBurst } from '../../src/line/limits/miss-limiter.ts';
import { setAccountState, setProductOff } from '../../src/people/accounts/queries.ts';
import { byTest } from '../kit/by-test.ts';
import { createFixture, type Fixture } from '../kit/fixture.ts';
import { expectError, withoutId } from './expect-reply.ts';

const code = { mobile: '13912345678', code: '1' };
const notice = { mobile: '13912345678', content: 'x' };
const person = { name: 'Li', cardNo: '1' };
const bodies = { face_verify: person, sms_code: code, sms_notice: notice } as const;

let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

describe('an API key', () => {
  test('that is missing or empty is 403 and says so', async () => {
    for (const key of [null, '']) {
      expectError(await fixture.call('sms_code', code, { 'x-api-key': key }), 'key_missing');
    }
  });

  test('that is malformed, unknown, revoked or expired gets the same reply', async () => {
    const revoked = await fixture.newCaller();
    await revoked.call('sms_code', code);
    await revokeKey(byTest(fixture.pool), { keyId: revoked.keyId });
    const expired = await fixture.newCaller({ expiresAt: new Date(Date.now() - 1_000) });
    const replies = [
      await fixture.call('sms_code', code, { 'x-api-key': 'nonsense' }),
      await fixture.call('sms_code', code, { 'x-api-key': `${fixture.apiKey}x` }),
      await fixture.call('sms_code', code, { 'x-api-key': fixture.apiKey.replace('test', 'live') }),
      await fixture.call('sms_code', code, { 'x-api-key': makeApiKey('test') }),
      await fixture.call('sms_code', code, { 'x-api-key': makeApiKey('live') }),
      await revoked.call('sms_code', code),
      await expired.call('sms_code', code),
    ];
    for (const reply of replies) expectError(reply, 'key_invalid');
    expect(new Set(replies.map(withoutId)).size).toBe(1);
    const shapes = replies.map(({ headers }) => Object.keys(headers).sort().join());
    expect(new Set(shapes).size).toBe(1);
  });

  test('is refused from the moment it expires', async () => {
    const clock = createMovableClock(new Date());
    const timed = await createFixture({ clock });
    try {
      const caller = await timed.newCaller({ expiresAt: new Date(clock.nowMs() + 60_000) });
      clock.move(59_999);
      expect((await caller.call('sms_code', code)).status).toBe(201);
      clock.move(1);
      expectError(await caller.call('balance', {}), 'key_invalid');
      expectError(await caller.call('sms_code', code), 'key_invalid');
    } finally {
      await timed.close();
    }
  });

  test('opens only the products in its scope', async () => {
    const caller = await fixture.newCaller({ scopes: ['sms_code'] });
    expect((await caller.call('sms_code', code)).status).toBe(201);
    expectError(await caller.call('sms_notice', notice), 'product_not_in_scope');
    expectError(await caller.call('face_verify', person), 'product_not_in_scope');
    expectError(await caller.call('face_verify', { authToken: 'x' }), 'product_not_in_scope');
    expect((await caller.call('balance', {})).status).toBe(201);
  });

  test('is refused from an address that is not on its list', async () => {
    const listed = await fixture.newCaller({ addresses: ['10.0.0.0/8', '127.0.0.1'] });
    expect((await listed.call('sms_code', code)).status).toBe(201);
    const other = await fixture.newCaller({ addresses: ['10.0.0.0/8', '2001:db8::/32'] });
    expectError(await other.call('sms_code', code), 'address_not_allowed');
    const spoofed = await other.call('sms_code', code, { 'x-forwarded-for': '10.0.0.1' });
    expectError(spoofed, 'address_not_allowed');
  });

  test('is verified before the body, so that a stranger learns nothing of the contract', async () => {
    const reply = await fixture.call('sms_code', '{', { 'x-api-key': makeApiKey('test') });
    expectError(reply, 'key_invalid');
  });
});

describe('an account', () => {
  test('that is suspended gets 403 for everything, and works again when resumed', async () => {
    const caller = await fixture.newCaller();
    await caller.call('sms_code', code);
    await setAccountState(byTest(fixture.pool), caller.accountId, 'suspended');
    await expect
      .poll(async () => (await caller.call('balance', {})).body.reason)
      .toBe('account_suspended');
    for (const [product, body] of Object.entries(bodies)) {
      expectError(await caller.call(product, body), 'account_suspended');
    }
    expect(await caller.wallet()).toEqual({ available: '999.9500', held: '0.0000' });
    await setAccountState(byTest(fixture.pool), caller.accountId, 'active');
    await expect.poll(async () => (await caller.call('sms_code', code)).status).toBe(201);
  });

  test('with a disabled product gets 403 for that product only', async () => {
    const caller = await fixture.newCaller();
    const { authToken } = (await caller.call('face_verify', person)).body.data;
    await setProductOff(byTest(fixture.pool), caller.accountId, ['face_verify', 'sms_notice']);
    expectError(await caller.call('face_verify', person), 'product_off');
    expectError(await caller.call('sms_notice', notice), 'product_off');
    expect((await caller.call('sms_code', code)).status).toBe(201);
    // Paid results can still be queried.
    expect((await caller.call('face_verify', { authToken })).status).toBe(201);
  });
});

describe('a caller that guesses keys', () => {
  test('waits in its whole IPv6 network, through several proxies, however it forges its address', async () => {
    const settings = { trustProxy: ['127.0.0.1', '10.0.0.0/8'] };
    const proxied = await createFixture({ settings });
    try {
      const from = (address: string, apiKey: string) => {
        const forged = `203.0.113.${Math.floor(Math.random() * 255)}`;
        const chain = `${forged}, ${address}, 10.0.0.2`;
        return proxied.call('balance', {}, { 'x-api-key': apiKey, 'x-forwarded-for': chain });
      };
      await Promise.all(
        Array.from({ length: 2 * missBurst }, (_, at) =>
          from(`2001:db8:0:1::${at}`, makeApiKey('test')),
        ),
      );
      const fresh = await proxied.newCaller();
      expectError(await from('2001:db8:0:1:ffff::1', fresh.apiKey), 'rate_limited_address');
      expect((await from('2001:db8:0:2::1', fresh.apiKey)).status).toBe(201);
    } finally {
      await proxied.close();
    }
  });

  test('is told to wait, learns nothing, and locks no one else out', async () => {
    const proxied = await createFixture({ settings: { trustProxy: ['127.0.0.1'] } });
    try {
      const from = (address: string, apiKey: string) =>
        proxied.call('balance', {}, { 'x-api-key': apiKey, 'x-forwarded-for': address });
      await from('192.0.2.1', proxied.apiKey);
      // All at once: one after the other, a slow machine would earn the next guess meanwhile.
      const guesses = await Promise.all(
        Array.from({ length: 2 * missBurst }, () => from('192.0.2.1', makeApiKey('test'))),
      );
      for (const guess of guesses.slice(0, missBurst)) expectError(guess, 'key_invalid');
      const fresh = await proxied.newCaller();
      const wrong = await from('192.0.2.1', makeApiKey('test'));
      const right = await from('192.0.2.1', fresh.apiKey);
      expectError(wrong, 'rate_limited_address');
      expectError(right, 'rate_limited_address');
      expect(Number(wrong.headers['retry-after'])).toBeGreaterThan(0);
      expect((await from('192.0.2.2', fresh.apiKey)).status).toBe(201);
      expect((await from('192.0.2.1', proxied.apiKey)).status).toBe(201);
    } finally {
      await proxied.close();
    }
  });
});
