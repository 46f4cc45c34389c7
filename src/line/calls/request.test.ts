import { expect, test } from 'vitest';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { asRepeat, type CallRequest, errorReply, readRequestBody } from './request.ts';

const whole = { contentType: 'application/json', body: Buffer.from('{"a":1}') };
const read = (sent: Partial<CallRequest>) => readRequestBody({ ...whole, ...sent } as CallRequest);

test.each<[string, Partial<CallRequest>]>([
  ['plain JSON', {}],
  ['with its charset', { contentType: 'application/json; charset=utf-8' }],
  ['in any case and with quotes', { contentType: 'Application/JSON ;Charset="UTF-8"' }],
  ['of ASCII', { contentType: 'application/json;charset=us-ascii' }],
  ['that says it is not compressed', { contentEncoding: 'identity' }],
])('a body is parsed: %s', (_, sent) => {
  expect(read(sent)).toEqual({ a: 1 });
});

test.each<[string, string, Partial<CallRequest>]>([
  ['that is not there', 'body_missing', { body: undefined }],
  ['that is empty', 'body_missing', { body: Buffer.alloc(0) }],
  ['without a type', 'content_type', { contentType: undefined }],
  ['of another type', 'content_type', { contentType: 'text/plain' }],
  ['of a type that begins alike', 'content_type', { contentType: 'application/json-seq' }],
  ['of another charset', 'content_type', { contentType: 'application/json; charset=gbk' }],
  ['that is compressed', 'content_type', { contentEncoding: 'gzip' }],
  ['that is not UTF-8', 'body_malformed', { body: Buffer.from('{"a":"\xe9"}', 'latin1') }],
  ['that is no JSON', 'body_malformed', { body: Buffer.from('{"a":') }],
])('a body %s is refused: %s', (_, reason, sent) => {
  expect(() => read(sent)).toThrowError(expect.objectContaining({ reason }));
});

test('an error has the language and id of its request, and a repeat is marked as one', () => {
  const settings = { publicUrl: () => 'https://id.example' };
  const told = (language: 'en' | 'zh') =>
    errorReply(settings, { requestId: 'r-1', language }, new ApiError('balance_too_low'));
  const [english, chinese] = [told('en'), told('zh')];
  expect([english.status, chinese.status]).toEqual([403, 403]);
  const body = JSON.parse(english.body);
  expect(body).toMatchObject({ requestId: 'r-1', reason: 'balance_too_low' });
  expect(body.docUrl).toContain('https://id.example/');
  expect(JSON.parse(chinese.body).message).toMatch(/\p{Script=Han}/u);
  expect(body.message).not.toMatch(/\p{Script=Han}/u);
  expect(asRepeat({ status: 403, body: '{}' }).headers).toEqual({ 'idempotency-replayed': 'true' });
});
