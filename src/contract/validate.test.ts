import { describe, expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { problem, problems } from './problems.ts';
import { templateVariables } from './sms.ts';
import { checkBody, checkVariables, type RequestName, readBody } from './validate.ts';

const halfPair = '\ud83d';
const good = {
  FaceVerifyRequest: { name: '张三', cardNo: '11010519491231002X' },
  FaceRecheckRequest: { authToken: 'at_x' },
  SmsCodeRequest: { mobile: '13800000000', code: '482913' },
  SmsNoticeRequest: { mobile: '13800000000', content: 'Hello' },
  SmsStatusRequest: { requestId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47' },
  BalanceRequest: {},
  UsageRequest: { from: '2025-11-01', to: '2025-11-15' },
  WebhookEndpointCreateRequest: { url: 'https://example.com/' },
  WebhookEndpointListRequest: {},
  WebhookEndpointUpdateRequest: { endpointId: 7 },
  WebhookEndpointDeleteRequest: { endpointId: 7 },
  WebhookEndpointRollSecretRequest: { endpointId: 7 },
  WebhookEndpointTestRequest: { endpointId: 7 },
  WebhookDeliveryListRequest: {},
  WebhookReplayRequest: { endpointId: 7, from: '2026-11-15T00:00:00Z' },
  WebhookListenRequest: {},
} as const satisfies Record<RequestName, Record<string, unknown>>;

type Case = [name: RequestName, field: string, value: unknown];

const accepted: Case[] = [
  ['FaceVerifyRequest', 'name', 'x'.repeat(64)],
  ['FaceVerifyRequest', 'name', '😀'.repeat(64)],
  ['FaceVerifyRequest', 'name', "O'Neill-Žižek 3."],
  // Persian and emoji need marks that cannot be seen between those that can.
  ['FaceVerifyRequest', 'name', 'علی\u200cرضا'],
  ['FaceVerifyRequest', 'name', '\u2800a'],
  ['FaceVerifyRequest', 'cardNo', '1'],
  ['FaceVerifyRequest', 'cardNo', 'A 12/3-(4)'],
  ['FaceVerifyRequest', 'cardNo', '9'.repeat(64)],
  ['FaceVerifyRequest', 'redirectUrl', `https://example.com/${'a'.repeat(2028)}`],
  ['FaceVerifyRequest', 'redirectUrl', 'myapp://done'],
  ['FaceVerifyRequest', 'unknown', { any: 'thing' }],
  ['FaceRecheckRequest', 'authToken', ''],
  ['FaceRecheckRequest', 'authToken', 'x'.repeat(256)],
  ['SmsCodeRequest', 'mobile', '+86 138-0000-0000'],
  ['SmsCodeRequest', 'code', '0'],
  ['SmsCodeRequest', 'code', 'é'.repeat(32)],
  ['SmsCodeRequest', 'unknown', null],
  ['SmsNoticeRequest', 'content', '字'.repeat(500)],
  ['SmsNoticeRequest', 'content', '😀'.repeat(500)],
  ['SmsNoticeRequest', 'content', 'two\nlines\tand a tab'],
  ['SmsNoticeRequest', 'orderNo', 'A-1042'],
  ['SmsNoticeRequest', 'amount', 12.5],
  ['SmsNoticeRequest', 'empty', ''],
  // No template is known yet, so a further field cannot be at fault.
  ['SmsNoticeRequest', 'flag', true],
  ['SmsNoticeRequest', 'list', ['a']],
  ['SmsNoticeRequest', 'long', 'x'.repeat(501)],
  ['BalanceRequest', 'anything', 1],
  ['UsageRequest', 'to', '2026-01-31'],
  ['UsageRequest', 'to', '2025-11-01'],
];

const refused: [...Case, problem: RegExp][] = [
  ['FaceVerifyRequest', 'name', undefined, /^is required$/],
  ['FaceVerifyRequest', 'name', null, /^must be a string$/],
  ['FaceVerifyRequest', 'name', 5, /^must be a string$/],
  ['FaceVerifyRequest', 'name', '', /^must not be empty$/],
  ['FaceVerifyRequest', 'name', 'x'.repeat(65), /at most 64 characters/],
  ['FaceVerifyRequest', 'name', '😀'.repeat(65), /at most 64 characters/],
  ['FaceVerifyRequest', 'name', 'a\u0000b', /control characters/],
  ['FaceVerifyRequest', 'name', 'a\nb', /control characters/],
  ['FaceVerifyRequest', 'name', 'a\u0085b', /control characters/],
  ['FaceVerifyRequest', 'name', halfPair, /surrogate/],
  ['FaceVerifyRequest', 'name', ' ', /visible character/],
  ['FaceVerifyRequest', 'name', '\u3000 \u00a0', /visible character/],
  ['FaceVerifyRequest', 'name', '\u200b\u00ad\ufeff', /visible character/],
  ['FaceVerifyRequest', 'name', '\u3164', /visible character/],
  ['FaceVerifyRequest', 'name', '\u2800', /visible character/],
  ['FaceVerifyRequest', 'cardNo', '  ', /not only spaces/],
  ['FaceVerifyRequest', 'cardNo', '1\u31642', /printable/],
  ['FaceVerifyRequest', 'cardNo', '1\u28002', /printable/],
  ['FaceVerifyRequest', 'cardNo', '', /^must not be empty$/],
  ['FaceVerifyRequest', 'cardNo', '9'.repeat(65), /at most 64 characters/],
  ['FaceVerifyRequest', 'cardNo', '1\u200b2', /printable/],
  ['FaceVerifyRequest', 'cardNo', '1\t2', /printable/],
  ['FaceVerifyRequest', 'cardNo', halfPair, /printable/],
  ['FaceVerifyRequest', 'redirectUrl', null, /^must be a string$/],
  ['FaceVerifyRequest', 'redirectUrl', '', /^must not be empty$/],
  ['FaceVerifyRequest', 'redirectUrl', '/done', /absolute URL/],
  ['FaceVerifyRequest', 'redirectUrl', 'javascript:alert(1)', /http, https or app/],
  ['FaceVerifyRequest', 'redirectUrl', `https://example.com/${'a'.repeat(2029)}`, /at most 2048/],
  ['FaceRecheckRequest', 'authToken', undefined, /^is required$/],
  ['FaceRecheckRequest', 'authToken', null, /^must be a string$/],
  ['FaceRecheckRequest', 'authToken', 1, /^must be a string$/],
  ['FaceRecheckRequest', 'authToken', 'x'.repeat(257), /at most 256 characters/],
  ['FaceRecheckRequest', 'authToken', halfPair, /well-formed/],
  ['SmsCodeRequest', 'mobile', undefined, /^is required$/],
  ['SmsCodeRequest', 'mobile', 13800000000, /^must be a string$/],
  ['SmsCodeRequest', 'mobile', '', /^must not be empty$/],
  ['SmsCodeRequest', 'mobile', '1'.repeat(65), /at most 64 characters/],
  ['SmsCodeRequest', 'code', undefined, /^is required$/],
  ['SmsCodeRequest', 'code', 482913, /^must be a string$/],
  ['SmsCodeRequest', 'code', '', /^must not be empty$/],
  ['SmsCodeRequest', 'code', '1'.repeat(33), /at most 32 characters/],
  ['SmsCodeRequest', 'code', '12 34', /white space/],
  ['SmsCodeRequest', 'code', '12\u300034', /white space/],
  ['SmsCodeRequest', 'code', '12\u007f', /white space, control/],
  ['SmsCodeRequest', 'code', halfPair, /surrogate/],
  ...['\u200b', '\u00ad', '\u200d', '\u2060', '\ufeff', '\u202e', '\u180e', '\ufe0f', '\u3164'].map(
    (mark): [...Case, RegExp] => ['SmsCodeRequest', 'code', `12${mark}34`, /invisible/],
  ),
  ['SmsCodeRequest', 'code', '12\u{e0031}34', /invisible/],
  ['SmsNoticeRequest', 'content', undefined, /^is required$/],
  ['SmsNoticeRequest', 'content', '', /^must not be empty$/],
  ['SmsNoticeRequest', 'content', 'x'.repeat(501), /at most 500 characters/],
  ['SmsNoticeRequest', 'content', 'a\u0000', /control characters/],
  ['SmsNoticeRequest', 'content', halfPair, /control characters|surrogate/],
  ['SmsStatusRequest', 'requestId', 'not-a-uuid', /^must be a UUID$/],
  ['SmsStatusRequest', 'requestId', undefined, /^is required$/],
  ['UsageRequest', 'from', undefined, /^is required$/],
  ['UsageRequest', 'from', '2025-02-29', /date in the form YYYY-MM-DD/],
  ['UsageRequest', 'from', '0000-01-01', /date in the form YYYY-MM-DD/],
  ['UsageRequest', 'from', '2025-11-01T00:00:00Z', /date in the form YYYY-MM-DD/],
  ['UsageRequest', 'to', '2025-10-31', /^must not be before from$/],
  ['UsageRequest', 'to', '2026-02-01', /at most 92 days/],
  ['WebhookEndpointCreateRequest', 'url', undefined, /^is required$/],
  ['WebhookEndpointCreateRequest', 'events', 'sms.failed', /^must be an array$/],
  ['WebhookEndpointCreateRequest', 'events', [], /^must not be empty$/],
  ['WebhookEndpointCreateRequest', 'events', ['sms.lost'], /^must be one of: face\.finished/],
  [
    'WebhookEndpointCreateRequest',
    'events',
    ['sms.failed', 'sms.failed'],
    /not contain duplicates$/,
  ],
  ['WebhookEndpointUpdateRequest', 'endpointId', '7', /^must be an integer$/],
  ['WebhookEndpointUpdateRequest', 'endpointId', 0, /^must be >= 1$/],
  ['WebhookEndpointUpdateRequest', 'endpointId', 3e9, /^must be <= 2147483647$/],
  ['WebhookEndpointUpdateRequest', 'isOn', 'yes', /^must be true or false$/],
  ['WebhookDeliveryListRequest', 'requestId', 'x', /UUID/],
  ['WebhookDeliveryListRequest', 'limit', 101, /^must be <= 100$/],
  ['WebhookReplayRequest', 'from', undefined, /^is required$/],
  ['WebhookReplayRequest', 'from', 'yesterday', /^must be a time in the form/],
  ['WebhookReplayRequest', 'from', '2026-02-31T00:00:00Z', /^must be a time in the form/],
  ['WebhookReplayRequest', 'to', '2026-11-14T00:00:00Z', /^must not be before from$/],
  ['WebhookListenRequest', 'waitSeconds', 26, /^must be <= 25$/],
];

function bodyWith(name: RequestName, field: string, value: unknown): Record<string, unknown> {
  const body: Record<string, unknown> = { ...good[name], [field]: value };
  if (value === undefined) delete body[field];
  return body;
}

/** A value for the title of a test: the beginning of a long one will do. */
function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 30)) : String(value);
}

describe('checkBody', () => {
  test.each(accepted.map(([name, field, value]) => [name, field, shown(value), value] as const))(
    '%s takes %s = %s',
    (name, field, _shown, value) => {
      expect(checkBody(name, bodyWith(name, field, value))).toEqual([]);
    },
  );

  test.each(
    refused.map(
      ([name, field, value, words]) => [name, field, shown(value), value, words] as const,
    ),
  )('%s refuses %s = %s', (name, field, _shown, value, words) => {
    const details = checkBody(name, bodyWith(name, field, value));
    expect(details).toEqual([
      {
        field,
        problem: {
          en: expect.stringMatching(words),
          zh: expect.stringMatching(/\p{Script=Han}/u),
        },
      },
    ]);
  });

  test('names every fault at once, one for each field', () => {
    expect(checkBody('FaceVerifyRequest', { cardNo: '\u0000'.repeat(65), redirectUrl: 5 })).toEqual(
      [
        { field: 'name', problem: problems.required },
        { field: 'cardNo', problem: problem('too_long', { limit: 64 }) },
        { field: 'redirectUrl', problem: problems.not_string },
      ],
    );
  });
});

describe('checkVariables', () => {
  const faulty: [string, unknown][] = [
    ['flag', true],
    ['list', ['a']],
    ['huge', Number.POSITIVE_INFINITY],
    ['long', 'x'.repeat(501)],
    ['nul', '\u0000'],
    ['half', halfPair],
  ];
  test.each(faulty)('names %s only when the template uses it', (field, value) => {
    expect(checkVariables([field], { [field]: value })).toEqual([
      { field, problem: problems.not_variable },
    ]);
    expect(checkVariables(['other'], { [field]: value, other: 'x' })).toEqual([]);
  });

  test('finds no fault in texts, numbers and what is not there', () => {
    expect(checkVariables(['a', 'b', 'c'], { a: '', b: 1.5 })).toEqual([]);
  });
});

describe('readBody', () => {
  test('returns the body it was given, or throws invalid_request with the details', () => {
    expect(readBody('SmsCodeRequest', good.SmsCodeRequest)).toBe(good.SmsCodeRequest);
    try {
      readBody('SmsCodeRequest', { mobile: '1' });
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        reason: 'invalid_request',
        details: [{ field: 'code', problem: problems.required }],
      });
      return;
    }
    expect.unreachable();
  });
});

describe('templateVariables', () => {
  test('are the content and every further text or number, and never a name of the language', () => {
    const body = JSON.parse(
      '' +
        '{"mobile":"1","content":"Hi","n":1.5,"constructor":"x",' +
        '"prototype":"x","__proto__":"x","b":true}',
    );
    expect([...templateVariables(body)]).toEqual([
      ['content', 'Hi'],
      ['n', '1.5'],
    ]);
  });
});
