import { Check } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors/errors.ts';
import { problems } from '../text/problems.ts';
import { docBaseOf, ErrorResponse, errorBody, pickLanguage, successBody } from './envelope.ts';

const requestId = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';

describe('successBody', () => {
  test('has exactly the fields of the contract, in its order, and four decimals', () => {
    const price = { source: 'default', unitPrice: 500n } as const;
    const body = successBody({ requestId, message: 'Done.', price, data: { a: 1 } });
    expect(JSON.stringify(body)).toBe(
      `{"code":0,"message":"Done.","requestId":"${requestId}",` +
        '"priceSource":"default","unitPrice":"0.0500","data":{"a":1}}',
    );
  });
});

describe('errorBody', () => {
  const docBase = docBaseOf('https://api.example.com/');

  test('has the code, the reason and the docs page, in the requested language', () => {
    const body = errorBody(new ApiError('key_missing'), { requestId, language: 'zh', docBase });
    expect(body).toEqual({
      code: 40301,
      message: '缺少 x-api-key 请求头。',
      requestId,
      reason: 'key_missing',
      docUrl: 'https://api.example.com/docs/errors/40301',
    });
    expect(Check(ErrorResponse, body)).toBe(true);
  });

  test('has the details, and the id of the call where it differs from the request', () => {
    const details = [{ field: 'mobile', problem: problems.required }];
    const error = new ApiError('invalid_request', { details, requestId: 'of the call' });
    const body = errorBody(error, { requestId, language: 'en', docBase });
    expect(Object.keys(body)).toEqual([
      'code',
      'message',
      'requestId',
      'reason',
      'details',
      'docUrl',
    ]);
    expect(body).toMatchObject({
      details: [{ field: 'mobile', problem: 'is required' }],
      requestId: 'of the call',
    });
    expect(errorBody(error, { requestId, language: 'zh', docBase }).details).toEqual([
      { field: 'mobile', problem: '为必填项' },
    ]);
  });

  test('never contains the cause', () => {
    const error = new ApiError('internal', { cause: new Error('password=hunter2') });
    const body = errorBody(error, { requestId, language: 'en', docBase });
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });
});

describe('pickLanguage', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['fr', 'en'],
    ['zh', 'zh'],
    ['ZH-hans-CN', 'zh'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en-US,en;q=0.9,zh-CN;q=0.8', 'en'],
    ['en;q=0.5, zh;q=0.6', 'zh'],
    ['fr, zh;q=0.1', 'zh'],
    ['zh;q=0', 'en'],
    ['zh;q=0, *', 'en'],
    ['en;q=0.2, *;q=0.8', 'zh'],
    ['zh;q=0.5, en;q=0.5', 'zh'],
    ['en;q=0.5, zh;q=0.5', 'en'],
    ['zh;q=nonsense', 'en'],
    ['zh;q=2, en;q=0.1', 'en'],
    ['zhuang', 'en'],
  ] as const)('%s is answered in %s', (header, language) => {
    expect(pickLanguage(header)).toBe(language);
  });

  test('ignores an absurdly long list', () => {
    expect(pickLanguage('zh,'.repeat(50_000))).toBe('en');
  });
});
