import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { setNationalIdCheck, setRedirectOrigins } from '../../src/people/accounts/queries.ts';
import { magicPersons } from '../../src/vendors/sandbox/sandbox-scripts.ts';
import { byTest } from '../kit/by-test.ts';
import { agreement } from '../kit/check-fixture.ts';
import { createFixture, type Fixture } from '../kit/fixture.ts';
import { expectError, expectSuccess, withoutId } from './expect-reply.ts';

const charged = { priceSource: 'default', unitPrice: '1.0000' };
const free = { priceSource: 'recheck_free', unitPrice: '0.0000' };
const person = {
  name: '张三',
  cardNo: '11010519491231002X',
  redirectUrl: 'https://example.com/done',
};

let fixture: Fixture;
const clock = createMovableClock(new Date());

beforeAll(async () => {
  fixture = await createFixture({ clock });
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

describe('getting a link', () => {
  test('answers 201 with the four fields of the contract and charges the unit price', async () => {
    const { call, wallet } = await fixture.newCaller({ balance: '2.5' });
    const reply = await call('face_verify', person);
    expectSuccess(reply, charged, ['productCode', 'providerCode', 'authToken', 'authUrl']);
    expect(reply.body.data).toMatchObject({ productCode: 'face_verify', providerCode: 'sandbox' });
    expect(reply.body.data.authToken).not.toBe('');
    expect(await wallet()).toEqual({ available: '1.5000', held: '0.0000' });
  });

  test('returns a link that opens, and that does not contain the token', async () => {
    const { data } = (await fixture.call('face_verify', person)).body;
    expect(data.authUrl).toMatch(new RegExp(`^${fixture.url}/v/[A-Za-z0-9_-]{22,}$`));
    expect(data.authUrl).not.toContain(data.authToken);
    const page = await fetch(data.authUrl);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  test('returns a new token and a new link every time', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => fixture.call('face_verify', person)),
    );
    const secrets = replies.flatMap(({ body }) => [body.data.authToken, body.data.authUrl]);
    expect(new Set(secrets).size).toBe(40);
  });

  test('requires name and cardNo, and names every missing field at once', async () => {
    const reply = await fixture.call('face_verify', {});
    expectError(reply, 'invalid_request');
    expect(reply.body.details).toEqual([
      { field: 'name', problem: 'is required' },
      { field: 'cardNo', problem: 'is required' },
    ]);
  });

  test('ignores unknown fields', async () => {
    const reply = await fixture.call('face_verify', { ...person, unitPrice: '0.0000', data: {} });
    expectSuccess(reply, charged, ['productCode', 'providerCode', 'authToken', 'authUrl']);
  });
});

describe('redirectUrl', () => {
  const { redirectUrl: _, ...without } = person;
  const url = (length: number) => `https://e.example/${'p'.repeat(length - 18)}`;

  test.each([
    ['absent', undefined],
    ['http', 'http://127.0.0.1:3000/done?x=1#y'],
    ['an app address', 'myapp://verified/done'],
    ['2048 characters', url(2048)],
  ])('is accepted if it is %s', async (_, redirectUrl) => {
    expect((await fixture.call('face_verify', { ...without, redirectUrl })).status).toBe(201);
  });

  test.each([
    ['relative', '/done'],
    ['without a scheme', 'example.com/done'],
    ['javascript:', 'javascript:alert(1)'],
    ['JavaScript: in other letters', 'JaVaScRiPt:alert(1)'],
    ['data:', 'data:text/html,hello'],
    ['file:', 'file:///etc/passwd'],
    ['vbscript:', 'vbscript:x'],
    ['blob:', 'blob:https://example.com/1'],
    ['a way into an app of the phone', 'intent://x/#Intent;package=y;end'],
    ['a way into the settings', 'MS-Settings:privacy'],
    ['a call', 'tel:+8613800000000'],
    ['with a user name', 'https://good.example@evil.example/'],
    ['with a control character in front', '\u0001https://example.com/'],
    ['a scheme broken by a tab', 'java\tscript:alert(1)'],
    ['2049 characters', url(2049)],
    ['null', null],
  ])('is refused if it is %s', async (_, redirectUrl) => {
    const reply = await fixture.call('face_verify', { ...without, redirectUrl });
    expectError(reply, 'invalid_request');
    expect(reply.body.details.map(({ field }) => field)).toEqual(['redirectUrl']);
  });

  test('must have an origin on the list, for an account that has one', async () => {
    const caller = await fixture.newCaller();
    await setRedirectOrigins(byTest(fixture.pool), caller.accountId, [
      'https://good.example',
      'myapp:',
    ]);
    const statusOf = async (redirectUrl?: string) =>
      (await caller.call('face_verify', { ...without, redirectUrl })).status;
    expect(await statusOf('https://good.example/any/path')).toBe(201);
    expect(await statusOf('myapp://anything')).toBe(201);
    expect(await statusOf()).toBe(201);
    const before = await caller.wallet();
    for (const other of [
      'http://good.example/',
      'https://good.example:8443/',
      'https://good.example.evil.example/',
      'https://evil.example/?https://good.example',
      'otherapp://x',
    ]) {
      const reply = await caller.call('face_verify', { ...without, redirectUrl: other });
      expectError(reply, 'redirect_not_allowed');
    }
    expect(await caller.wallet()).toEqual(before);
  });
});

describe('the national ID validation', () => {
  const wrong = { ...person, cardNo: '110105194912310021' };

  test('is off unless the operator enables it', async () => {
    expect((await fixture.call('face_verify', wrong)).status).toBe(201);
  });

  test('refuses a wrong check digit and accepts a right one, for an account with it on', async () => {
    const caller = await fixture.newCaller();
    await setNationalIdCheck(byTest(fixture.pool), caller.accountId, true);
    const reply = await caller.call('face_verify', wrong);
    expectError(reply, 'invalid_request');
    expect(reply.body.details).toEqual([
      { field: 'cardNo', problem: 'has an incorrect check digit' },
    ]);
    expect((await caller.call('face_verify', person)).status).toBe(201);
    expect(await caller.wallet()).toEqual({ available: '999.0000', held: '0.0000' });
  });

  test('can be on for all, and off for one account', async () => {
    const strict = await createFixture({ settings: { nationalIdCheck: true } });
    try {
      expectError(await strict.call('face_verify', wrong), 'invalid_request');
      await setNationalIdCheck(byTest(strict.pool), strict.accountId, false);
      await expect.poll(async () => (await strict.call('face_verify', wrong)).status).toBe(201);
    } finally {
      await strict.close();
    }
  });
});

describe('a recheck', () => {
  const recheckFields = ['providerCode', 'taskId', 'status', 'authToken'];
  const start = async () => (await fixture.call('face_verify', person)).body.data;

  test('answers 201 with the four fields of the contract, free, with the status in words', async () => {
    const { authToken } = await start();
    const before = await fixture.wallet();
    const calls = await fixture.calls();
    const reply = await fixture.call('face_verify', { authToken });
    expectSuccess(reply, free, recheckFields);
    expect(reply.body.data).toEqual({ providerCode: 'sandbox', taskId: '', status: 0, authToken });
    expect(reply.body.message).toMatch(/pending/);
    expect(await fixture.wallet()).toEqual(before);
    expect(await fixture.calls()).toBe(calls);
  });

  test('works with an empty wallet', async () => {
    const caller = await fixture.newCaller({ balance: '1' });
    const { authToken } = (await caller.call('face_verify', person)).body.data;
    expectError(await caller.call('face_verify', person), 'balance_too_low');
    expectSuccess(await caller.call('face_verify', { authToken }), free, recheckFields);
  });

  test('is recognized by the mere presence of authToken, whatever else is sent', async () => {
    const { authToken } = await start();
    const reply = await fixture.call('face_verify', { ...person, authToken });
    expectSuccess(reply, free, recheckFields);
  });

  test.each([
    ['null', null],
    ['a number', 5],
    ['a list', ['x']],
    ['an object', {}],
    ['false', false],
    ['too long', 'x'.repeat(257)],
  ])('is never a charged call: an authToken that is %s is 400', async (_, authToken) => {
    const before = await fixture.wallet();
    const reply = await fixture.call('face_verify', { ...person, authToken });
    expectError(reply, 'invalid_request');
    expect(reply.body.details.map(({ field }) => field)).toEqual(['authToken']);
    expect(await fixture.wallet()).toEqual(before);
  });

  test('gives the same answer for a token that is unknown, empty, of another account or of the other mode', async () => {
    const { authToken } = await start();
    const other = await fixture.newCaller();
    const live = await fixture.newCaller({ accountId: fixture.accountId, mode: 'live' });
    const replies = [
      await fixture.call('face_verify', { authToken: `${authToken.slice(0, -1)}~` }),
      await fixture.call('face_verify', { authToken: '' }),
      await other.call('face_verify', { authToken }),
      await live.call('face_verify', { authToken }),
    ];
    for (const reply of replies) expectError(reply, 'auth_token_unknown');
    expect(new Set(replies.map(withoutId)).size).toBe(1);
  });

  test('says expired once the link has expired, and unknown once the result has', async () => {
    const { authToken, authUrl } = await start();
    clock.move(119 * 60_000);
    expect((await fixture.call('face_verify', { authToken })).body.data.status).toBe(0);
    clock.move(2 * 60_000);
    expect((await fixture.call('face_verify', { authToken })).body.data.status).toBe(3);
    const path = new URL(authUrl).pathname;
    const consent = await fixture.call(`${path}/consent`, agreement, sameOrigin);
    expect(consent.status).toBe(200);
    expect((await fixture.call('face_verify', { authToken })).body.data.status).toBe(3);
    clock.move(181 * 24 * 3_600_000);
    expectError(await fixture.call('face_verify', { authToken }), 'auth_token_unknown');
  });
});

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

describe('the magic ID numbers of the sandbox', () => {
  const play = async (cardNo: string, outcome?: string) => {
    const { data } = (await fixture.call('face_verify', { ...person, cardNo })).body;
    const path = new URL(data.authUrl).pathname;
    await fixture.call(`${path}/consent`, agreement, sameOrigin);
    const session = await fixture.call(`${path}/session`, {}, sameOrigin);
    const { url, stage } = session.body as unknown as { url?: string; stage?: string };
    if (url && outcome) {
      await fixture.call(`${new URL(url).pathname}/outcome`, { outcome }, sameOrigin);
    }
    clock.move(2_000);
    const { status, taskId } = (await fixture.call('face_verify', { authToken: data.authToken }))
      .body.data;
    return { status, taskId, stage, url };
  };

  test('are all valid by their checksum and all documented', () => {
    expect(magicPersons.map(({ script }) => script).sort()).toEqual(
      ['abandoned', 'down', 'expired', 'fail', 'pass', 'refused', 'unavailable'].sort(),
    );
  });

  test.each([
    ['999999199001010016', 'passed', 1],
    ['999999199001010024', 'failed', 2],
    ['999999199001010016', 'cancelled', 4],
    ['11010519491231002X', 'passed', 1],
    ['11010519491231002X', 'failed', 2],
    ['999999199001010032', 'passed', 0],
  ])('%s with the outcome %s ends in status %i', async (cardNo, outcome, status) => {
    const result = await play(cardNo, outcome);
    expect(result.status).toBe(status);
    if (status !== 0) expect(result.taskId).not.toBe('');
  });

  test('999999199001010059 gets a link, but its provider is down on the page', async () => {
    expect(await play('999999199001010059')).toMatchObject({ stage: 'down', status: 0 });
  });

  test('999999199001010040 gets a session that expires at once, and stays pending', async () => {
    expect((await play('999999199001010040', 'passed')).status).toBe(0);
  });

  test('999999199001010067 is refused at the call and costs nothing', async () => {
    const { call, wallet } = await fixture.newCaller();
    expectError(
      await call('face_verify', { ...person, cardNo: '999999199001010067' }),
      'provider_rejected',
    );
    expect(await wallet()).toEqual({ available: '1000.0000', held: '0.0000' });
  });

  test('999999199001010075 has a provider that is down at the call and costs nothing', async () => {
    const { call, wallet } = await fixture.newCaller();
    const reply = await call('face_verify', { ...person, cardNo: '999999199001010075' });
    expectError(reply, 'provider_unavailable');
    expect(await wallet()).toEqual({ available: '1000.0000', held: '0.0000' });
  });
});
