import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authorizeOfficially } from '../../../../test/reference-clients/alibaba.ts';
import { type Acs3Request, acs3Headers, acs3Query } from './acs3-signature.ts';

const key = { accessKeyId: 'testid', accessKeySecret: 'testsecret' };
const request: Acs3Request = {
  host: 'dysmsapi.aliyuncs.com',
  action: 'SendSms',
  version: '2017-05-25',
  query: {
    PhoneNumbers: '13800000000',
    SignName: 'test',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"1234"}',
  },
  body: '',
  date: new Date('2024-01-01T00:00:00Z'),
  nonce: 'nonce-1',
};

describe('ACS3-HMAC-SHA256', () => {
  test('matches the published vector', () => {
    expect(acs3Headers(request, key).authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=testid,' +
        'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
        'Signature=e1177c17790387b74cc2f2c48a808508f13d20e6b105e90c8a79644597914f7e',
    );
  });

  test('matches the official package for any request', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9.]{0,20}$/);
    const asked = fc.record({
      query: fc.dictionary(name, text, { maxKeys: 8, noNullPrototype: true }),
      body: fc.oneof(fc.constant(''), fc.dictionary(name, text, { minKeys: 1 }).map(acs3Query)),
      nonce: fc.uuid(),
    });
    fc.assert(
      fc.property(asked, (changes) => {
        const changed = { ...request, ...changes };
        const headers = acs3Headers(changed, key);
        expect(headers.authorization).toBe(authorizeOfficially(changed, headers, key));
      }),
    );
  });
});
