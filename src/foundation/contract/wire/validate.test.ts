import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors/errors.ts';
import type { Operation } from '../operations/operations.ts';
import { findBodyFaults, readBody } from '../operations/read-body.ts';
import { problem, problems } from '../text/problems.ts';
import { templateVariables } from './sms.ts';
import { findVariableFaults } from './validate.ts';

const halfPair = '\ud83d';
const good = {
  face_verify: { name: '张三', cardNo: '11010519491231002X' },
  face_recheck: { authToken: 'at_x' },
  sms_code: { mobile: '13800000000', code: '482913' },
  sms_notice: { mobile: '13800000000', content: 'Hello' },
  sms_status: { requestId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47' },
  verify_start: { mobile: '13800000000' },
  verify_check: { verificationId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47', code: '482913' },
  verify_cancel: { verificationId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47' },
  verify_status: { verificationId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47' },
  topup_create: { amount: '100.00', returnUrl: 'https://example.com/' },
  topup_status: { paymentId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47' },
  topup_methods: {},
  balance: {},
  usage: { from: '2025-11-01', to: '2025-11-15' },
  webhook_endpoint_create: { url: 'https://example.com/' },
  webhook_endpoint_list: {},
  webhook_endpoint_update: { endpointId: 7 },
  webhook_endpoint_delete: { endpointId: 7 },
  webhook_endpoint_roll_secret: { endpointId: 7 },
  webhook_endpoint_test: { endpointId: 7 },
  webhook_delivery_list: {},
  webhook_replay: { endpointId: 7, from: '2026-11-15T00:00:00Z' },
  webhook_listen: {},
} as const satisfies Record<Operation, Record<string, unknown>>;

type Case = [name: Operation, field: string, value: unknown];

const accepted: Case[] = [
  ['face_verify', 'name', 'x'.repeat(64)],
  ['face_verify', 'name', '😀'.repeat(64)],
  ['face_verify', 'name', "O'Neill-Žižek 3."],
  // Persian and emoji need invisible characters between visible ones.
  ['face_verify', 'name', 'علی\u200cرضا'],
  ['face_verify', 'name', '\u2800a'],
  ['face_verify', 'cardNo', '1'],
  ['face_verify', 'cardNo', 'A 12/3-(4)'],
  ['face_verify', 'cardNo', '9'.repeat(64)],
  ['face_verify', 'redirectUrl', `https://example.com/${'a'.repeat(2028)}`],
  ['face_verify', 'redirectUrl', 'myapp://done'],
  ['face_verify', 'unknown', { any: 'thing' }],
  ['face_recheck', 'authToken', ''],
  ['face_recheck', 'authToken', 'x'.repeat(256)],
  ['sms_code', 'mobile', '+86 138-0000-0000'],
  ['sms_code', 'code', '0'],
  ['sms_code', 'code', 'é'.repeat(32)],
  ['sms_code', 'unknown', null],
  ['sms_notice', 'content', '字'.repeat(500)],
  ['sms_notice', 'content', '😀'.repeat(500)],
  ['sms_notice', 'content', 'two\nlines\tand a tab'],
  ['sms_notice', 'orderNo', 'A-1042'],
  ['sms_notice', 'amount', 12.5],
  ['sms_notice', 'empty', ''],
  // No template is known yet, so an additional field cannot be at fault.
  ['sms_notice', 'flag', true],
  ['sms_notice', 'list', ['a']],
  ['sms_notice', 'long', 'x'.repeat(501)],
  ['balance', 'anything', 1],
  ['topup_create', 'reference', 'order-1042'],
  ['usage', 'to', '2026-01-31'],
  ['usage', 'to', '2025-11-01'],
];

const refused: [...Case, problem: RegExp][] = [
  ['face_verify', 'name', undefined, /^is required$/],
  ['face_verify', 'name', null, /^must be a string$/],
  ['face_verify', 'name', 5, /^must be a string$/],
  ['face_verify', 'name', '', /^must not be empty$/],
  ['face_verify', 'name', 'x'.repeat(65), /at most 64 characters/],
  ['face_verify', 'name', '😀'.repeat(65), /at most 64 characters/],
  ['face_verify', 'name', 'a\u0000b', /control characters/],
  ['face_verify', 'name', 'a\nb', /control characters/],
  ['face_verify', 'name', 'a\u0085b', /control characters/],
  ['face_verify', 'name', halfPair, /surrogate/],
  ['face_verify', 'name', ' ', /visible character/],
  ['face_verify', 'name', '\u3000 \u00a0', /visible character/],
  ['face_verify', 'name', '\u200b\u00ad\ufeff', /visible character/],
  ['face_verify', 'name', '\u3164', /visible character/],
  ['face_verify', 'name', '\u2800', /visible character/],
  ['face_verify', 'cardNo', '  ', /not only spaces/],
  ['face_verify', 'cardNo', '1\u31642', /printable/],
  ['face_verify', 'cardNo', '1\u28002', /printable/],
  ['face_verify', 'cardNo', '', /^must not be empty$/],
  ['face_verify', 'cardNo', '9'.repeat(65), /at most 64 characters/],
  ['face_verify', 'cardNo', '1\u200b2', /printable/],
  ['face_verify', 'cardNo', '1\t2', /printable/],
  ['face_verify', 'cardNo', halfPair, /printable/],
  ['face_verify', 'redirectUrl', null, /^must be a string$/],
  ['face_verify', 'redirectUrl', '', /^must not be empty$/],
  ['face_verify', 'redirectUrl', '/done', /absolute URL/],
  ['face_verify', 'redirectUrl', 'javascript:alert(1)', /http, https or app/],
  ['face_verify', 'redirectUrl', `https://example.com/${'a'.repeat(2029)}`, /at most 2048/],
  ['face_recheck', 'authToken', undefined, /^is required$/],
  ['face_recheck', 'authToken', null, /^must be a string$/],
  ['face_recheck', 'authToken', 1, /^must be a string$/],
  ['face_recheck', 'authToken', 'x'.repeat(257), /at most 256 characters/],
  ['face_recheck', 'authToken', halfPair, /well-formed/],
  ['sms_code', 'mobile', undefined, /^is required$/],
  ['sms_code', 'mobile', 13800000000, /^must be a string$/],
  ['sms_code', 'mobile', '', /^must not be empty$/],
  ['sms_code', 'mobile', '1'.repeat(65), /at most 64 characters/],
  ['sms_code', 'code', undefined, /^is required$/],
  ['sms_code', 'code', 482913, /^must be a string$/],
  ['sms_code', 'code', '', /^must not be empty$/],
  ['sms_code', 'code', '1'.repeat(33), /at most 32 characters/],
  ['sms_code', 'code', '12 34', /white space/],
  ['sms_code', 'code', '12\u300034', /white space/],
  ['sms_code', 'code', '12\u007f', /white space, control/],
  ['sms_code', 'code', halfPair, /surrogate/],
  ...['\u200b', '\u00ad', '\u200d', '\u2060', '\ufeff', '\u202e', '\u180e', '\ufe0f', '\u3164'].map(
    (mark): [...Case, RegExp] => ['sms_code', 'code', `12${mark}34`, /invisible/],
  ),
  ['sms_code', 'code', '12\u{e0031}34', /invisible/],
  ['sms_notice', 'content', undefined, /^is required$/],
  ['sms_notice', 'content', '', /^must not be empty$/],
  ['sms_notice', 'content', 'x'.repeat(501), /at most 500 characters/],
  ['sms_notice', 'content', 'a\u0000', /control characters/],
  ['sms_notice', 'content', halfPair, /control characters|surrogate/],
  ['sms_status', 'requestId', 'not-a-uuid', /^must be a UUID$/],
  ['sms_status', 'requestId', undefined, /^is required$/],
  ['usage', 'from', undefined, /^is required$/],
  ['usage', 'from', '2025-02-29', /date in the form YYYY-MM-DD/],
  ['usage', 'from', '0000-01-01', /date in the form YYYY-MM-DD/],
  ['usage', 'from', '2025-11-01T00:00:00Z', /date in the form YYYY-MM-DD/],
  ['usage', 'to', '2025-10-31', /^must not be before from$/],
  ['usage', 'to', '2026-02-01', /at most 92 days/],
  ['webhook_endpoint_create', 'url', undefined, /^is required$/],
  ['webhook_endpoint_create', 'events', 'sms.failed', /^must be an array$/],
  ['webhook_endpoint_create', 'events', [], /^must not be empty$/],
  ['webhook_endpoint_create', 'events', ['sms.lost'], /^must be one of: face\.finished/],
  ['webhook_endpoint_create', 'events', ['sms.failed', 'sms.failed'], /not contain duplicates$/],
  ['webhook_endpoint_update', 'endpointId', '7', /^must be an integer$/],
  ['webhook_endpoint_update', 'endpointId', 0, /^must be >= 1$/],
  ['webhook_endpoint_update', 'endpointId', 3e9, /^must be <= 2147483647$/],
  ['webhook_endpoint_update', 'isOn', 'yes', /^must be true or false$/],
  ['webhook_delivery_list', 'requestId', 'x', /UUID/],
  ['webhook_delivery_list', 'limit', 101, /^must be <= 100$/],
  ['topup_create', 'amount', '0.00', /^has an invalid format$/],
  ['topup_create', 'amount', '-1', /./],
  ['topup_create', 'returnUrl', 'javascript:alert(1)', /./],
  ['webhook_replay', 'from', undefined, /^is required$/],
  ['webhook_replay', 'from', 'yesterday', /^must be a time in the form/],
  ['webhook_replay', 'from', '2026-02-31T00:00:00Z', /^must be a time in the form/],
  ['webhook_replay', 'to', '2026-11-14T00:00:00Z', /^must not be before from$/],
  ['webhook_listen', 'waitSeconds', 26, /^must be <= 25$/],
];

function bodyWith(name: Operation, field: string, value: unknown): Record<string, unknown> {
  const body: Record<string, unknown> = { ...good[name], [field]: value };
  if (value === undefined) delete body[field];
  return body;
}

/** A value for a test title: the start of a long one is enough. */
function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 30)) : String(value);
}

describe('findBodyFaults', () => {
  test.each(accepted.map(([name, field, value]) => [name, field, shown(value), value] as const))(
    '%s reads %s = %s',
    (name, field, _shown, value) => {
      expect(findBodyFaults(name, bodyWith(name, field, value))).toEqual([]);
    },
  );

  test.each(
    refused.map(
      ([name, field, value, words]) => [name, field, shown(value), value, words] as const,
    ),
  )('%s refuses %s = %s', (name, field, _shown, value, words) => {
    const details = findBodyFaults(name, bodyWith(name, field, value));
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

  test('names every fault at once, one per field', () => {
    expect(findBodyFaults('face_verify', { cardNo: '\u0000'.repeat(65), redirectUrl: 5 })).toEqual([
      { field: 'name', problem: problems.required },
      { field: 'cardNo', problem: problem('too_long', { limit: 64 }) },
      { field: 'redirectUrl', problem: problems.not_string },
    ]);
  });
});

describe('findVariableFaults', () => {
  const faulty: [string, unknown][] = [
    ['flag', true],
    ['list', ['a']],
    ['huge', Number.POSITIVE_INFINITY],
    ['long', 'x'.repeat(501)],
    ['nul', '\u0000'],
    ['half', halfPair],
  ];
  test.each(faulty)('names %s only when the template uses it', (field, value) => {
    expect(findVariableFaults([field], { [field]: value })).toEqual([
      { field, problem: problems.not_variable },
    ]);
    expect(findVariableFaults(['other'], { [field]: value, other: 'x' })).toEqual([]);
  });

  test('finds no fault in texts, numbers and absent values', () => {
    expect(findVariableFaults(['a', 'b', 'c'], { a: '', b: 1.5 })).toEqual([]);
  });
});

describe('readBody', () => {
  test('returns the body it was given, or throws invalid_request with the details', () => {
    expect(readBody('sms_code', good.sms_code)).toBe(good.sms_code);
    try {
      readBody('sms_code', { mobile: '1' });
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
  test('are the content and every other text or number, and never an inherited property', () => {
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
