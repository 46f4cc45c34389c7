import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Reason } from '../../src/foundation/contract/errors/errors.ts';
import { operations } from '../../src/foundation/contract/operations/operations.ts';
import { makeApiKey } from '../../src/line/callers/api-key.ts';
import { revokeKey } from '../../src/line/callers/key-queries.ts';
import { expectError, expectErrorEnvelope } from '../contract/expect-reply.ts';
import { byTest } from '../kit/by-test.ts';
import { type CallHeaders, createFixture, type Fixture } from '../kit/fixture.ts';
import { sendRaw } from '../kit/raw-request.ts';

/** A valid body of each operation; every bad one is a change of these. */
const good = {
  face_verify: { name: 'Li', cardNo: '1', redirectUrl: 'https://example.com/' },
  face_recheck: { authToken: 'fv_x' },
  sms_code: { mobile: '13912345678', code: '1' },
  sms_notice: { mobile: '13912345678', content: 'x' },
  sms_status: { requestId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47' },
  verify_start: { mobile: '13912345678' },
  verify_check: { verificationId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47', code: '1' },
  verify_cancel: { verificationId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47' },
  verify_status: { verificationId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47' },
  topup_create: { amount: '100.00', returnUrl: 'https://example.com/' },
  topup_status: { paymentId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47' },
  topup_methods: {},
  balance: {},
  usage: { from: '2026-01-01', to: '2026-01-02' },
  webhook_endpoint_create: { url: 'https://example.com/' },
  webhook_endpoint_list: {},
  webhook_endpoint_update: { endpointId: 7 },
  webhook_endpoint_delete: { endpointId: 7 },
  webhook_endpoint_roll_secret: { endpointId: 7 },
  webhook_endpoint_test: { endpointId: 7 },
  webhook_delivery_list: {},
  webhook_replay: { endpointId: 7, from: '2026-11-15T00:00:00Z' },
  webhook_listen: { waitSeconds: 0 },
} as const;

const paid = ['face_verify', 'sms_code', 'sms_notice'] as const;
const paths = operations.filter((name) => name !== 'face_recheck');

let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture();
});
afterEach(async () => {
  expect(await fixture.wallet()).toEqual({ available: '1000.0000', held: '0.0000' });
  expect(await fixture.calls()).toBe(0);
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

/** Bodies that no operation accepts, whatever its fields. */
const badBodies: readonly [string, string | Buffer | undefined, Reason][] = [
  ['missing', undefined, 'body_missing'],
  ['empty', '', 'body_missing'],
  ['white space', ' \r\n\t', 'body_missing'],
  ['not JSON', 'mobile=1&code=2', 'body_malformed'],
  ['XML', '<?xml version="1.0"?><a/>', 'body_malformed'],
  ['truncated', '{"mobile":"139', 'body_malformed'],
  ['a trailing comma', '{"mobile":"1",}', 'body_malformed'],
  ['a comment', '{/**/}', 'body_malformed'],
  ['two objects', '{}{}', 'body_malformed'],
  ['NaN', '{"code":NaN}', 'body_malformed'],
  ['a byte order mark', '\ufeff{}', 'body_malformed'],
  [
    'invalid UTF-8',
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    'body_malformed',
  ],
  ['UTF-16', Buffer.from('{"code":"1"}', 'utf16le'), 'body_malformed'],
  ['a zero byte', '{"a":"\u0000"}', 'body_malformed'],
  ['33 deep', nested(33), 'body_malformed'],
  ['5000 deep', nested(5_000), 'body_malformed'],
  ['5000 deep and never closed', `{"a":${'['.repeat(5_000)}`, 'body_malformed'],
  ['a list', '[]', 'body_not_object'],
  ['a list of a good body', '[{"mobile":"13912345678","code":"1"}]', 'body_not_object'],
  ['null', 'null', 'body_not_object'],
  ['a string', '"x"', 'body_not_object'],
  ['a number', '5', 'body_not_object'],
  ['true', 'true', 'body_not_object'],
  ['a name that stands twice', '{"mobile":"1","mobile":"2"}', 'duplicate_field'],
  ['a name that stands twice, once escaped', '{"code":"1","c\\u006fde":"2"}', 'duplicate_field'],
  ['a name that stands twice deep inside', '{"a":{"b":1,"b":2}}', 'duplicate_field'],
  ['16 385 bytes', `{"a":"${'x'.repeat(16_377)}"}`, 'body_too_large'],
];

describe.each(paths)('a body of %s', (operation) => {
  test.each(badBodies)('that is %s is refused', async (_, body, reason) => {
    expectError(await fixture.call(operation, body), reason);
  });
});

/** Values that no field of any request accepts, and why not. */
const badValues: readonly [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a list', ['x']],
  ['an object', { x: 1 }],
  ['a list that looks like a text when joined', ['13912345678']],
];

const fieldsOf = [
  ['face_verify', 'name', 64],
  ['face_verify', 'cardNo', 64],
  ['face_verify', 'redirectUrl', 2_048],
  ['face_recheck', 'authToken', 256],
  ['sms_code', 'mobile', 64],
  ['sms_code', 'code', 32],
  ['sms_notice', 'mobile', 64],
  ['sms_notice', 'content', 500],
  ['sms_status', 'requestId', 36],
  ['usage', 'from', 10],
  ['usage', 'to', 10],
] as const;

describe.each(fieldsOf)('%s.%s', (operation, field, longest) => {
  const path = operation === 'face_recheck' ? 'face_verify' : operation;
  const send = (value: unknown) => fixture.call(path, { ...good[operation], [field]: value });

  const values: (readonly [string, unknown])[] = [
    ...badValues,
    ['a number', 5],
    ['too long', 'x'.repeat(longest + 1)],
    ['half a surrogate pair', 'a\ud800'],
    ...(operation === 'face_recheck'
      ? []
      : ([
          ['empty', ''],
          ['a control character', 'a\u0000'],
          ['an escape', 'a\u001b[31m'],
        ] as const)),
  ];

  test.each(values)('that is %s is refused, and named', async (_, value) => {
    const reply = await send(value);
    expectError(reply, 'invalid_request');
    expect(reply.body.details.map((detail) => detail.field)).toEqual([field]);
  });
});

describe('a field named like an inherited property', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])(
    '%s makes no request valid, and breaks none',
    async (name) => {
      const inner = JSON.stringify({ ...good.sms_code, ...good.face_verify, authToken: 'x' });
      for (const operation of paid) {
        expectError(await fixture.call(operation, `{"${name}":${inner}}`), 'invalid_request');
      }
      expect((await fixture.call('balance', `{"${name}":{"isAdmin":true}}`)).status).toBe(201);
    },
  );
});

describe('a content type', () => {
  const body = JSON.stringify(good.balance);
  const isJson = [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
  ];
  const isNot = [
    null,
    'text/plain',
    'text/json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=gbk',
    'nonsense',
    ';;;',
  ];

  test.each(isJson)('%s is accepted', async (type) => {
    expect((await fixture.call('balance', body, { 'content-type': type })).status).toBe(201);
  });

  test.each(isNot)('%s is 415', async (type) => {
    for (const operation of paths) {
      expectError(await fixture.call(operation, body, { 'content-type': type }), 'content_type');
    }
  });

  test.each(['gzip', 'br', 'deflate', 'x'])('with the encoding %s is 415', async (encoding) => {
    const packed = gzipSync(JSON.stringify(good.sms_code));
    const reply = await fixture.call('sms_code', packed, { 'content-encoding': encoding });
    expectError(reply, 'content_type');
  });
});

describe('a key', () => {
  const bad: readonly [string, CallHeaders, Reason][] = [
    ['missing', { 'x-api-key': null }, 'key_missing'],
    ['in the wrong header', { 'x-api-key': null, authorization: 'Bearer x' }, 'key_missing'],
    ['malformed', { 'x-api-key': 'x' }, 'key_invalid'],
    ['very long', { 'x-api-key': 'cs_test_'.repeat(500) }, 'key_invalid'],
    ['unknown', { 'x-api-key': makeApiKey('test') }, 'key_invalid'],
    ['SQL', { 'x-api-key': "' or 1=1 --" }, 'key_invalid'],
  ];

  test.each(bad)('that is %s is 403 on every path', async (_, headers, reason) => {
    for (const operation of paths) {
      expectError(await fixture.call(operation, good[operation], headers), reason);
    }
  });

  test('that is revoked, or without the scope, is 403', async () => {
    const { accountId } = fixture;
    const revoked = await fixture.newCaller({ accountId });
    await revokeKey(byTest(fixture.pool), { keyId: revoked.keyId });
    expectError(await revoked.call('sms_code', good.sms_code), 'key_invalid');
    const other = await fixture.newCaller({ accountId, scopes: ['face_verify'] });
    expectError(await other.call('sms_code', good.sms_code), 'product_not_in_scope');
  });

  test('that occurs twice in the headers is 403, even if both are valid', async () => {
    const body = JSON.stringify(good.sms_code);
    const key = `x-api-key: ${fixture.apiKey}\r\n`;
    expectError(await sendRaw(fixture.url, [request('sms_code', body, key + key)]), 'key_invalid');
  });
});

function request(operation: string, body: string | Buffer, headers = ''): Buffer {
  const bytes = Buffer.from(body);
  const head =
    `POST /api/v1/${operation} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
    `content-length: ${bytes.length}\r\n${headers}\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

describe('on a raw socket', () => {
  const ten = 10 * 1024 * 1024;
  const keyed = () => `x-api-key: ${fixture.apiKey}\r\n`;

  function* pieces(head: string, piece: string, total: number): Generator<string> {
    yield head;
    for (let sent = 0; sent < total; sent += piece.length) yield piece;
  }

  test.each([
    ['garbage', '\u0000\u0001\u0002 garbage \u00ff\r\n\r\n', 'http_malformed'],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000\u0001', 'http_malformed'],
    ['no HTTP version', 'POST /api/v1/sms_code\r\n\r\n', 'key_missing'],
    ['a broken header', 'POST /api/v1/sms_code HTTP/1.1\r\nhost x\r\n\r\n', 'http_malformed'],
    [
      'two lengths that differ',
      'POST /api/v1/sms_code HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      'http_malformed',
    ],
    [
      'a length beside chunks',
      'POST /api/v1/sms_code HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'http_malformed',
    ],
    [
      'a negative length',
      'POST /api/v1/sms_code HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
      'http_malformed',
    ],
    [
      'a broken chunk',
      'POST /api/v1/sms_code HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'http_malformed',
    ],
    ['no host', 'POST /api/v1/sms_code HTTP/1.1\r\n\r\n', 'http_malformed'],
    ['no host, before there were any', 'POST /api/v1/sms_code HTTP/1.0\r\n\r\n', 'key_missing'],
    ['an empty host', 'POST /api/v1/sms_code HTTP/1.1\r\nhost:\r\n\r\n', 'key_missing'],
    [
      'an expectation that nobody knows',
      'POST /api/v1/sms_code HTTP/1.1\r\nhost: x\r\nexpect: the-moon\r\n\r\n',
      'key_missing',
    ],
    [
      'the wish for another protocol',
      'POST /api/v1/sms_code HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'key_missing',
    ],
    [
      'a method that nobody knows',
      'FROB /api/v1/sms_code HTTP/1.1\r\nhost: x\r\n\r\n',
      'http_malformed',
    ],
    [
      'a method of another trade',
      'PROPFIND /api/v1/sms_code HTTP/1.1\r\nhost: x\r\n\r\n',
      'method_not_allowed',
    ],
    ['QUERY', 'QUERY /api/v1/sms_code HTTP/1.1\r\nhost: x\r\n\r\n', 'method_not_allowed'],
    ['RTSP', 'SETUP /api/v1/sms_code RTSP/1.0\r\n\r\n', 'method_not_allowed'],
    ['RTSP to nowhere', 'DESCRIBE rtsp://x/y RTSP/1.0\r\n\r\n', 'route_not_found'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'http_malformed'],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n', 'http_malformed'],
    ['TRACE', 'TRACE /api/v1/sms_code HTTP/1.1\r\nhost: x\r\n\r\n', 'method_not_allowed'],
    [
      'a whole address as the path',
      'POST http://x/api/v1/sms_code HTTP/1.1\r\nhost: x\r\n\r\n',
      'key_missing',
    ],
    ['an asterisk as the path', 'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n', 'route_not_found'],
    [
      'headers of 20 kB',
      `POST /api/v1/sms_code HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      'headers_too_large',
    ],
  ] as const)('%s is answered in the envelope', async (_, bytes, reason) => {
    expectError(await sendRaw(fixture.url, [Buffer.from(bytes, 'latin1')]), reason);
  });

  test('a body of 10 MB is 413 by its length, without being read', async () => {
    const head = request('sms_code', '', keyed()).toString().replace('length: 0', `length: ${ten}`);
    const reply = await sendRaw(fixture.url, pieces(head, 'x'.repeat(65_536), ten));
    expectError(reply, 'body_too_large');
  });

  test('a body of 10 MB in chunks is 413 as soon as it exceeds the limit', async () => {
    const head = request('sms_code', '', keyed())
      .toString()
      .replace('content-length: 0', 'transfer-encoding: chunked');
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    expectError(await sendRaw(fixture.url, pieces(head, chunk, ten)), 'body_too_large');
  });

  test('a server that got all of this still answers', async () => {
    const reply = await sendRaw(fixture.url, [request('balance', '{}', keyed())]);
    expect([reply.status, reply.body.code]).toEqual([201, 0]);
  });
});

describe('any input', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      '13912345678',
      '+86',
      '\u0000',
      '\ud800',
      'x'.repeat(600),
      '{code}',
      '__proto__',
    ),
  );
  const value = fc.oneof({ weight: 3, arbitrary: text }, fc.jsonValue({ maxDepth: 3 }));
  const field = fc.oneof(
    fc.constantFrom(...fieldsOf.map(([, name]) => name), '__proto__', 'constructor'),
    text,
  );
  // A valid paid body would be charged, so each lacks something or has one wrong field.
  const body = fc.oneof(
    fc.dictionary(field, value, { maxKeys: 5 }).map((object) => JSON.stringify(object)),
    fc.json({ maxDepth: 4 }),
    text,
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
  const headers = fc.dictionary(
    fc.constantFrom(
      'accept-language',
      'idempotency-key',
      'content-type',
      'content-encoding',
      'x-api-key',
    ),
    fc.oneof(
      fc.constantFrom('application/json', 'zh', '*', '', 'k', 'gzip', 'application/json;charset=x'),
      fc.stringMatching(/^[\x20-\x7e]{0,60}$/),
    ),
    { maxKeys: 3 },
  );

  test('is answered with 201 or an error in the envelope, and never with a 5xx', async () => {
    const { call } = await fixture.newCaller({ balance: '0' });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), body, headers, async (path, bytes, extra) => {
        const reply = await call(path, bytes, extra);
        expect(reply.status, reply.text).toBeLessThan(500);
        if (reply.status !== 201) expectErrorEnvelope(reply);
        else expect(reply.body.code).toBe(0);
      }),
      { numRuns: 2_500 },
    );
  });
});
