import { describe, expect, test } from 'vitest';
import { tencentSigner } from '../../../../test/reference-clients/tencent.ts';
import { tc3Authorization } from './tc3-signature.ts';

const request = {
  secretId: 'AKIDEXAMPLE',
  secretKey: 'SECRETEXAMPLE',
  service: 'sms',
  host: 'sms.tencentcloudapi.com',
  contentType: 'application/json',
  timestamp: 1_700_000_000,
};

describe('a TC3 signature', () => {
  test('matches the published vector', () => {
    const body =
      '{"PhoneNumberSet":["+8613800000000"],"SmsSdkAppId":"1400006666","TemplateId":"1110","SignName":"test","TemplateParamSet":["1234"]}';
    expect(tc3Authorization({ ...request, body })).toBe(
      'TC3-HMAC-SHA256 Credential=AKIDEXAMPLE/2023-11-14/sms/tc3_request, SignedHeaders=content-type;host, Signature=56fef2be7bfcf14c591d126a086618e0a1e25364ef29ac594694c3815af3a63d',
    );
  });

  test.each([
    [{}, 1_700_000_000],
    [{ Name: '张三', IdCard: '11010519491231002X', Extra: 'a"b\\c\n' }, 1_700_006_399],
    [{ TemplateParamSet: ['😀', ''], Limit: 50 }, 1_700_006_400],
  ])('of %j at %i matches the official package', (payload, timestamp) => {
    const expected = tencentSigner.sign3({
      url: `https://${request.host}/`,
      payload,
      timestamp,
      service: request.service,
      secretId: request.secretId,
      secretKey: request.secretKey,
      headers: { 'Content-Type': request.contentType },
    });
    const body = JSON.stringify(payload);
    expect(tc3Authorization({ ...request, body, timestamp })).toBe(expected);
  });
});
