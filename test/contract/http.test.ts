import type Type from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorTable, reasons } from '../../src/foundation/contract/errors/errors.ts';
import { envelopes, models } from '../../src/foundation/contract/openapi/models.ts';
import { exampleOf } from '../../src/foundation/contract/openapi/openapi-example.ts';
import { operations } from '../../src/foundation/contract/operations/operations.ts';
import { cutOffDatabase, makeReadOnly } from '../kit/database-outage.ts';
import { createFixture, type Fixture, type ReplyBody } from '../kit/fixture.ts';
import { expectError } from './expect-reply.ts';

const code = { mobile: '13912345678', code: '1' };
const paths = operations.filter((name) => name !== 'face_recheck').map((name) => `/api/v1/${name}`);

let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture({ settings: { metricsPort: 0 } });
});
afterAll(() => fixture.close());

/** Over a socket, as a stranger would. */
async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${fixture.url}${path}`, { method, headers });
  const text = await response.text();
  const body = text ? (JSON.parse(text) as ReplyBody) : ({} as ReplyBody);
  return { status: response.status, headers: Object.fromEntries(response.headers), body, text };
}

describe('a path', () => {
  test.each([
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v1/sms_cod',
    '/api/v1/sms_code/',
    '/api/v1/SMS_CODE',
    '/api/v2/sms_code',
    '//api/v1/sms_code',
    '/api/v1/%73%6d%73_codes',
    '/api/v1/sms_code%00',
    '/api/v1/../../etc/passwd',
    '/%',
    `/api/v1/${'x'.repeat(150)}`,
  ])('that does not exist is 404 in the envelope: %s', async (path) => {
    expectError(await ask('POST', path), 'route_not_found');
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'of the API is 405 for %s, and says that it accepts POST',
    async (method) => {
      for (const path of paths) {
        const reply = await ask(method, path, { 'x-api-key': fixture.apiKey });
        expectError(reply, 'method_not_allowed');
        expect(reply.headers.allow).toBe('POST');
      }
    },
  );

  test('of the API is 405 for HEAD, without a body as HTTP requires', async () => {
    const reply = await ask('HEAD', '/api/v1/sms_code');
    expect([reply.status, reply.text, reply.headers.allow]).toEqual([405, '', 'POST']);
  });

  test('is the same with any query', async () => {
    expect((await fixture.call('/api/v1/sms_code?mobile=1&code=2', code)).status).toBe(201);
  });
});

describe('the language of a reply', () => {
  test.each([
    [undefined, 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['zh-TW', 'zh'],
    ['en;q=0.5, zh;q=0.9', 'zh'],
    ['fr', 'en'],
    ['zh;q=0', 'en'],
    [';;;,,,q=zh', 'en'],
  ])('follows Accept-Language %s: %s', async (acceptLanguage, language) => {
    const headers = { 'accept-language': acceptLanguage ?? null };
    const good = await fixture.call('sms_code', code, headers);
    const bad = await fixture.call('sms_code', {}, headers);
    const isChinese = (text: string) => /\p{Script=Han}/u.test(text);
    expect([isChinese(good.body.message), isChinese(bad.body.message)]).toEqual(
      language === 'zh' ? [true, true] : [false, false],
    );
    expect(bad.body.code).toBe(errorTable.invalid_request.code);
    const { details } = bad.body;
    expect(details.map(({ field }) => field)).toEqual(['mobile', 'code']);
    for (const { problem } of details) expect(isChinese(problem)).toBe(language === 'zh');
  });
});

describe('a refusal tells a newcomer what to change', () => {
  const chinese = { 'accept-language': 'zh-CN' };

  test.each([
    ['sms_code', { phone: '13912345678', code: '1' }, 'mobile', 'phone'],
    ['sms_code', { Mobile: '13912345678', code: '1' }, 'mobile', 'Mobile'],
    ['sms_code', { moblie: '13912345678', code: '1' }, 'mobile', 'moblie'],
    ['sms_code', { mobile: '13912345678', verify_code: '1' }, 'code', 'verify_code'],
    ['sms_notice', { mobile: '13912345678', text: 'x' }, 'content', 'text'],
    ['face_verify', { name: 'Li', id_card: '1' }, 'cardNo', 'id_card'],
    ['face_verify', { 姓名: 'Li', cardNo: '1' }, 'name', '姓名'],
    ['sms_status', { request_id: 'x' }, 'requestId', 'request_id'],
    ['usage', { from: '2026-01-01', end: '2026-01-02' }, 'to', 'end'],
  ])(
    '%s %j: a missing field is named with the likely misspelling',
    async (path, body, field, found) => {
      const details = async (headers = {}) =>
        (await fixture.call(path, body, headers)).body.details;
      expect(await details()).toEqual([
        { field, problem: `is required; did you misspell it as ${found}?` },
      ]);
      expect(await details(chinese)).toEqual([
        { field, problem: `为必填项，是否误写成了 ${found}？` },
      ]);
    },
  );

  test.each([
    ['sms_code', { code: '1', note: 'x', unrelated: 'y' }],
    ['sms_code', { code: '1', [`mobile${'_'.repeat(40)}`]: 'x' }],
    ['sms_notice', { content: 'x', orderNo: '1' }],
  ] as const)('%s %j: an unrelated field is not suggested', async (path, body) => {
    const { details } = (await fixture.call(path, body)).body;
    expect(details).toEqual([{ field: 'mobile', problem: 'is required' }]);
  });

  test.each(['token', 'auth_token', 'authtoken'])(
    'a recheck with %s in place of authToken is told how to recheck, and costs nothing',
    async (name) => {
      const before = await fixture.wallet();
      const reply = await fixture.call('face_verify', { [name]: 'fv_x' });
      expectError(reply, 'invalid_request');
      expect(reply.body.details.at(-1)).toEqual({
        field: 'authToken',
        problem: `starts a recheck; did you misspell it as ${name}?`,
      });
      expect(await fixture.wallet()).toEqual(before);
    },
  );

  test('a field that is present is not taken for a misspelling', async () => {
    const both = { ...code, phone: 'x', captcha: 'y' };
    expect((await fixture.call('sms_code', both)).status).toBe(201);
  });

  test('a malformed body is reported with its position', async () => {
    const body = '{"mobile": "13912345678",\n "code": 1234567890abc}';
    const reply = await fixture.call('sms_code', body);
    expectError(reply, 'body_malformed');
    expect(reply.body.details).toEqual([
      { field: 'body', problem: 'is not valid JSON at line 2, column 20' },
    ]);
    expect((await fixture.call('sms_code', body, chinese)).body.details[0]?.problem).toBe(
      '第 2 行第 20 列处不是有效的 JSON',
    );
    expect(reply.body.message).not.toMatch(/\d/);
    const bytes = await fixture.call('sms_code', Buffer.from([0x7b, 0xff, 0x7d]));
    expect(bytes.body.details).toEqual([{ field: 'body', problem: 'is not encoded in UTF-8' }]);
  });

  test.each(['Bearer KEY', 'Basic KEY', 'KEY'])(
    'a key in Authorization (%s) is told the right header, and is neither used nor shown',
    async (form) => {
      const authorization = form.replace('KEY', fixture.apiKey);
      const headers = { 'x-api-key': null, authorization };
      const reply = await fixture.call('sms_code', code, headers);
      expectError(reply, 'key_missing');
      expect(reply.body.details).toEqual([
        { field: 'x-api-key', problem: expect.stringContaining('not in Authorization') },
      ]);
      expect(reply.text).not.toContain(fixture.apiKey);
      const translated = await fixture.call('sms_code', code, { ...headers, ...chinese });
      expect(translated.body.details[0]?.problem).toContain('不要使用 Authorization');
    },
  );

  test('a missing key has no details', async () => {
    const reply = await fixture.call('sms_code', code, { 'x-api-key': null });
    expectError(reply, 'key_missing');
    expect(reply.body).not.toHaveProperty('details');
  });
});

describe('the OpenAPI document', () => {
  test('is served, and documents every path of the API', async () => {
    const document = (await ask('GET', '/openapi.json')).body as unknown as {
      openapi: string;
      paths: Record<string, { post: { responses: Record<string, unknown> } }>;
      servers: { url: string }[];
    };
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(document.paths).sort()).toEqual([...paths].sort());
    for (const path of paths) {
      expect(Object.keys(document.paths[path]?.post.responses ?? {})).toContain('201');
    }
  });

  test.each(operations)('has an example of %s that fits its own schemas', (operation) => {
    const { request, requestExample, envelope, replyExample } = exampleOf(operation);
    expect(Compile(models[request] as Type.TSchema).Errors(requestExample)).toEqual([]);
    expect(Compile(models[envelope] as Type.TSchema).Errors(replyExample)).toEqual([]);
  });

  test('describes the server’s real replies, for every operation', async () => {
    const link = await fixture.call('face_verify', exampleOf('face_verify').requestExample);
    const sent = await fixture.call('sms_code', exampleOf('sms_code').requestExample);
    const { authToken } = link.body.data;
    const address = exampleOf('webhook_endpoint_create').requestExample;
    const endpoint = await fixture.call('webhook_endpoint_create', address);
    const { endpointId } = endpoint.body.data;
    const started = await fixture.call('verify_start', { mobile: '13912340001' });
    const { verificationId } = started.body.data;
    const topup = await fixture.call('topup_create', exampleOf('topup_create').requestExample);
    const { paymentId } = topup.body.data;
    const mailed = { channel: 'email', email: 'ann@example.com' };
    const replies = {
      VerifyStartEnvelope: [started, await fixture.call('verify_start', mailed)],
      VerifyCheckEnvelope: await fixture.call('verify_check', { verificationId, code: '1' }),
      VerificationEnvelope: await fixture.call('verify_status', { verificationId }),
      FaceVerifyEnvelope: link,
      FaceRecheckEnvelope: await fixture.call('face_verify', { authToken }),
      SmsCodeEnvelope: sent,
      SmsNoticeEnvelope: await fixture.call('sms_notice', exampleOf('sms_notice').requestExample),
      SmsStatusEnvelope: await fixture.call('sms_status', { requestId: sent.body.requestId }),
      TopupCreateEnvelope: topup,
      TopupStatusEnvelope: await fixture.call('topup_status', { paymentId }),
      TopupMethodsEnvelope: await fixture.call('topup_methods', {}),
      BalanceEnvelope: await fixture.call('balance', {}),
      UsageEnvelope: await fixture.call('usage', { from: '2026-01-01', to: '2026-03-01' }),
      WebhookEndpointCreateEnvelope: endpoint,
      WebhookEndpointListEnvelope: await fixture.call('webhook_endpoint_list', {}),
      WebhookEndpointUpdateEnvelope: await fixture.call('webhook_endpoint_update', {
        endpointId,
        isOn: true,
      }),
      WebhookEndpointRollSecretEnvelope: await fixture.call('webhook_endpoint_roll_secret', {
        endpointId,
      }),
      WebhookEndpointTestEnvelope: await fixture.call('webhook_endpoint_test', { endpointId }),
      WebhookDeliveryListEnvelope: await fixture.call('webhook_delivery_list', { endpointId }),
      WebhookReplayEnvelope: await fixture.call('webhook_replay', {
        endpointId,
        from: '2026-01-01T00:00:00Z',
      }),
      WebhookListenEnvelope: await fixture.call('webhook_listen', { waitSeconds: 0 }),
      WebhookEndpointDeleteEnvelope: await fixture.call('webhook_endpoint_delete', { endpointId }),
    };
    expect(Object.keys(replies).sort()).toEqual(Object.keys(envelopes).sort());
    for (const [name, each] of Object.entries(replies)) {
      const schema = envelopes[name] as Type.TObject;
      const seen = new Set<string>();
      for (const reply of [each].flat()) {
        expect(reply.status, reply.text).toBe(201);
        expect(Compile(schema).Errors(reply.body), name).toEqual([]);
        for (const field of Object.keys(reply.body.data)) seen.add(field);
      }
      const documented = Object.keys((schema.properties.data as Type.TObject).properties);
      expect([...seen].sort(), name).toEqual(documented.sort());
    }
  });

  test('describes the server’s real errors', async () => {
    const check = Compile(models.ErrorResponse as Type.TSchema);
    for (const reply of [
      await fixture.call('sms_code', {}),
      await fixture.call('sms_code', code, { 'x-api-key': null }),
      await ask('GET', '/nowhere'),
    ]) {
      expect(check.Errors(reply.body)).toEqual([]);
    }
  });

  test('gives every error a page that exists', async () => {
    for (const reason of reasons) {
      const page = await fetch(`${fixture.url}/docs/errors/${errorTable[reason].code}`);
      expect(page.status, reason).toBe(200);
      expect(await page.text()).toContain(reason);
    }
  });
});

describe('monitoring', () => {
  const metricsUrl = () => fixture.app.metricsUrl() ?? expect.fail('there are no metrics');

  test('/metrics has its own listener, on loopback only, and nothing else is served there', async () => {
    expectError(await ask('GET', '/metrics'), 'route_not_found');
    const url = new URL(metricsUrl());
    expect(url.hostname).toBe('127.0.0.1');
    expect(url.port).not.toBe(new URL(fixture.url).port);
    const other = await fetch(`${url.origin}/api/v1/balance`, { method: 'POST' });
    expect([other.status, ((await other.json()) as ReplyBody).reason]).toEqual([
      404,
      'route_not_found',
    ]);
  });

  test('metrics are off without a port', async () => {
    const plain = await createFixture();
    expect(plain.app.metricsUrl()).toBeUndefined();
    expect((await fetch(`${plain.url}/metrics`)).status).toBe(404);
    await plain.close();
  });

  test('/healthz and /readyz report a healthy server', async () => {
    expect((await ask('GET', '/healthz')).text).toBe('{"status":"ok"}');
    expect((await ask('GET', '/readyz')).text).toBe('{"status":"ready"}');
  });

  test('/metrics counts calls by operation and status, without personal data', async () => {
    await fixture.call('sms_code', { mobile: '13987654321', code: '1' });
    const text = await (await fetch(metricsUrl())).text();
    expect(text).toMatch(/^countersign_calls_total\{operation="sms_code",status="201"\} [1-9]/m);
    expect(text).toMatch(/^countersign_call_seconds_count\{operation="sms_code"\} [1-9]/m);
    expect(text).toMatch(/^countersign_attempts_total\{provider="sandbox",outcome="done"\} [1-9]/m);
    expect(text).toMatch(/^countersign_unresolved_calls 0$/m);
    expect(text).toMatch(/^countersign_calls_pending 0$/m);
    expect(text).not.toContain('3987654321');
  });

  test('an unavailable database is 503 in the envelope with Retry-After, and recovery is automatic', async () => {
    await fixture.call('sms_code', code);
    const before = await fixture.wallet();
    const restore = await cutOffDatabase(fixture.database.target);
    try {
      // An answer from before the outage serves for a second.
      await expect.poll(async () => (await ask('GET', '/readyz')).status).toBe(503);
      expectError(await ask('GET', '/readyz'), 'database_unavailable');
      expect((await ask('GET', '/healthz')).status).toBe(200);
      expect((await fetch(metricsUrl())).status).toBe(200);
      for (const [operation, body] of [
        ['sms_code', code],
        ['face_verify', { name: 'Li', cardNo: '1' }],
        ['face_verify', { authToken: 'x' }],
        ['balance', {}],
      ] as const) {
        const reply = await fixture.call(operation, body);
        expectError(reply, 'database_unavailable');
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      }
    } finally {
      await restore();
    }
    await expect.poll(async () => (await ask('GET', '/readyz')).status).toBe(200);
    expect((await fixture.call('balance', {})).status).toBe(201);
    expect(await fixture.wallet()).toEqual(before);
    expect((await fixture.call('sms_code', code)).status).toBe(201);
  });

  test('a database that has become read-only is 503 for calls and for /readyz, until it is not', async () => {
    const ready = async () => (await ask('GET', '/readyz')).status;
    await expect.poll(ready).toBe(200);
    const lift = await makeReadOnly(fixture.database.target);
    try {
      await expect.poll(ready).toBe(503);
      expectError(await ask('GET', '/readyz'), 'database_read_only');
      expectError(await fixture.call('sms_code', code), 'database_unavailable');
    } finally {
      await lift();
    }
    await expect.poll(ready).toBe(200);
    expect((await fixture.call('sms_code', code)).status).toBe(201);
  });
});

describe('a stopping server', () => {
  test('finishes its calls, and soon accepts no new ones', async () => {
    const stopping = await createFixture({
      settings: { providerTimeoutMs: 500, callDeadlineMs: 2_000 },
    });
    const send = (mobile: string) =>
      fetch(`${stopping.url}/api/v1/sms_code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': stopping.apiKey },
        body: JSON.stringify({ mobile, code: '1' }),
      });
    const inFlight = send('13800000007');
    await expect.poll(() => stopping.calls()).toBe(1);
    const closed = stopping.app.close();
    // What was sent before the server closed its port is served.
    const late = () =>
      send('13912345678').then(
        ({ status }) => status,
        () => 503,
      );
    await expect.poll(late).toBe(503);
    const ended = await inFlight;
    expect([ended.status, ((await ended.json()) as ReplyBody).reason]).toEqual([
      504,
      'outcome_unknown',
    ]);
    await closed;
    await stopping.database.drop();
  });
});
