import { describe, expect, test } from 'vitest';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import type { TemplateSend } from '../../providers/provider.ts';
import type { Callback, CallbackReading } from '../../providers/vendor.ts';
import { huaweiSimulator } from '../../simulators/huawei.ts';
import { huawei, huaweiPasswordDigest } from './huawei.ts';
import { findSignatureFault, huaweiSignature } from './huawei-signature.ts';

const config = {
  appKey: 'appkey',
  appSecret: 'appsecret',
  sender: '1069368924410006092',
  endpoint: 'http://127.0.0.1:9',
};
const sample = sampleSend(huaweiSimulator);
const soon = { signal: new AbortController().signal };
const taken = '{"code":"000000","result":[{"smsMsgId":"m_1","status":"000000"}]}';

const reference = '00000000-0000-7000-8000-000000000001.42';
/** Signed by the official client for Node (huaweicloud-sdk-core 3.1.211). */
const officiallySigned: Callback = {
  method: 'POST',
  url: 'https://platform.example/callbacks/huawei-key',
  headers: {
    'content-type': 'application/json',
    host: 'inner.example:8080',
    'x-sdk-date': '20240101T000000Z',
    authorization:
      'SDK-HMAC-SHA256 Access=appkey, SignedHeaders=content-type;host;x-sdk-date, ' +
      'Signature=5dd4789ff78294189d2ed746cf7745a3ec7c5bd0ff3a6030d8d4b36a2f50f758',
  },
  body: `{"statusReportList":[{"smsMsgId":"2ea20735-f856-4376-afbf-570bd70a46ee_11840135","total":"1","sequence":"1","status":"DELIVRD","extend":"${reference}"}]}`,
  address: '::1',
};

describe('Huawei Cloud', () => {
  test('has the digest of the published vector', () => {
    expect(huaweiPasswordDigest('nonce1', '2024-01-01T00:00:00Z', 'appsecret')).toBe(
      'JekhfX6oYF6e3FN8PhqtiT1+Ohgl+BMfVpl1+iweiwg=',
    );
  });

  test('gets the values in our order, our reference, and the callback URL', async () => {
    const { provider, requests } = talkWith(huawei, config, taken);
    const variables = { code: '1234', minutes: '5' };
    const form = { code: 't1', signature: '签名', order: ['minutes', 'code'] };
    await provider.send({ ...sample, variables, form }, soon);
    await provider.send({ ...sample, variables: {} }, soon);
    const [first, second] = requests.map(({ body }) =>
      Object.fromEntries(new URLSearchParams(String(body))),
    );
    expect(first).toEqual({
      from: '1069368924410006092',
      to: '+8613912345678',
      templateId: 't1',
      templateParas: '["5","1234"]',
      signature: '签名',
      statusCallback: 'https://platform.example/callback/key',
      extend: sample.reference,
    });
    expect(second).not.toHaveProperty('templateParas');
    expect(second).not.toHaveProperty('signature');
  });

  test.each([
    [400, '{"code":"E000503","description":"x"}', 'unavailable', 'E000503'],
    [401, '{"code":"E000105","description":"x"}', 'unavailable', 'E000105'],
    [403, '{"code":"E000620","description":"x"}', 'unavailable', 'E000620'],
    [
      200,
      '{"code":"000000","result":[{"smsMsgId":"m","status":"E200028"}]}',
      'rejected',
      'E200028',
    ],
    [200, '{"code":"E000510","result":[{"status":"E200015"}]}', 'unavailable', 'E200015'],
    [200, '{"code":"000000","result":[{"status":"000000"}]}', 'unknown', '000000'],
    [200, '{"code":"000000","result":[]}', 'unknown', '000000'],
    [200, '{"code":"E000510","result":[{"status":"E299999"}]}', 'unknown', 'E299999'],
  ])('that answers %i with %s is %s by %s', async (status, text, kind, vendorCode) => {
    const { provider } = talkWith(huawei, config, { status, text });
    expect(await provider.send(sample, soon)).toMatchObject({ kind, vendorCode });
  });

  test.each([404, 500, 503])('that answers HTTP %i may have sent', async (status) => {
    const { provider } = talkWith(huawei, config, { status, text: '{"code":"E000503"}' });
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unknown' });
  });

  test('accepts no empty value', () => {
    const { provider } = talkWith(huawei, config);
    const variables = { code: '1', name: '' };
    expect(provider.findFault({ ...sample, variables })?.field).toBe('name');
    expect(provider.findFault(sample)).toBeUndefined();
  });

  test('accepts one code of at most 8 digits in the mainland', () => {
    const { provider } = talkWith(huawei, config);
    const faultOf = (changes: Partial<TemplateSend>) =>
      provider.findFault({ ...sample, ...changes });
    expect(faultOf({ variables: { code: '12345678' } })).toBeUndefined();
    expect(faultOf({ variables: { code: '123456789' } })).toMatchObject({ field: 'code' });
    expect(faultOf({ variables: { code: '12ab' } })).toMatchObject({ field: 'code' });
    const two = { code: '1234', minutes: '5' };
    expect(faultOf({ variables: two })).toMatchObject({ isOperators: true });
    expect(faultOf({ variables: two, product: 'sms_notice' })).toBeUndefined();
    expect(faultOf({ variables: { code: '12ab' }, region: 'SG' })).toBeUndefined();
  });

  test.each([
    [{ pushKey: 'a' }, /pushSecret/],
    [{ pushKey: 'a', pushSecret: 'b', secondPushSecret: 'c' }, /secondPushKey/],
  ])('has the settings %j refused, because half of a pair is missing', (given, named) => {
    expect(() => talkWith(huawei, { ...config, ...given })).toThrow(named);
  });

  describe('a callback', () => {
    const read = (callback: Partial<Callback>, signedReceipts = false, changes: object = {}) =>
      talkWith(huawei, { ...config, signedReceipts, ...changes }).provider.readCallback?.({
        ...{ ...officiallySigned, headers: {} },
        ...callback,
      }) as CallbackReading;

    test('is trusted if it is signed as the official client signs', () => {
      expect(read(officiallySigned, true)).toMatchObject({
        isSigned: true,
        receipts: [{ reference, state: 'delivered' }],
      });
    });

    // The official signature is by the pair ("appkey", "appsecret").
    const push = { pushKey: 'appkey', pushSecret: 'appsecret' };
    const second = { secondPushKey: 'appkey', secondPushSecret: 'appsecret' };
    const others = { appKey: 'app', appSecret: 'app-secret' };
    test.each([
      ['the pair for pushes', { ...others, ...push }],
      ['the second one', { ...others, pushKey: 'old', pushSecret: 'older', ...second }],
    ])('is trusted if it is signed by %s', (_, changes) => {
      expect(read(officiallySigned, true, changes)).toMatchObject({ isSigned: true });
    });

    test.each([
      ['another key', others, /Access=appkey is no key/],
      [
        'the right key with another secret',
        { pushKey: 'appkey', pushSecret: 'x' },
        /Access=appkey/,
      ],
    ])('by %s is refused, and the operator learns which key it was', (_, changes, detail) => {
      expect(read(officiallySigned, true, changes)).toMatchObject({
        ...{ kind: 'refused', because: 'signature' },
        detail: expect.stringMatching(detail),
      });
    });

    test('signs a query as the official client does', () => {
      const url = `${officiallySigned.url}?b=2%20x&a=%E5%BC%A0`;
      const names = 'content-type;host;x-sdk-date';
      expect(huaweiSignature({ ...officiallySigned, url }, names, 'appsecret')).toBe(
        'cd1783108ab88f81d906cd9a7b8864efb1305046c95a955d5cd3ea5be8f17c4b',
      );
    });

    // @mutant src/vendors/adapters/huawei/huawei.ts
    // - const fault = signedReceipts ?
    // + const fault = signedReceipts && callback.headers.authorization ?
    test.each<[string, Partial<Callback>]>([
      ['another body', { body: officiallySigned.body.replace('DELIVRD', 'UNDELIV') }],
      ['another address', { url: 'https://platform.example/callbacks/another' }],
      [
        'another time',
        { headers: { ...officiallySigned.headers, 'x-sdk-date': '20250101T000000Z' } },
      ],
      ['no signature', { headers: {} }],
      ['nonsense', { headers: { authorization: 'SDK-HMAC-SHA256 Access=appkey' } }],
    ])('with %s is refused if receipts are signed', (_, change) => {
      expect(read({ ...officiallySigned, ...change }, true)).toMatchObject({
        kind: 'refused',
        because: 'signature',
      });
    });

    test('must sign its time, with our key', () => {
      const names = 'content-type;host';
      const signature = huaweiSignature(officiallySigned, names, 'appsecret');
      const authorization = `SDK-HMAC-SHA256 Access=appkey, SignedHeaders=${names}, Signature=${signature}`;
      const headers = { ...officiallySigned.headers, authorization };
      const pairs = [['appkey', 'appsecret']] as const;
      expect(findSignatureFault({ ...officiallySigned, headers }, pairs)).toMatch(/date/);
      expect(findSignatureFault(officiallySigned, pairs)).toBeUndefined();
    });

    test('without a signature is read, and marked as unsigned', () => {
      expect(read({ body: officiallySigned.body })).toMatchObject({
        isSigned: false,
        receipts: [{ reference }],
        answer: { status: 200 },
      });
    });

    test('reports a part of a long message, as a form', () => {
      const body = new URLSearchParams({
        sequence: '2',
        total: '3',
        orgCode: 'MK:0001',
        updateTime: '2018-04-13T06:31:46Z',
        source: '2',
        smsMsgId: 'b9d9b4fe_6',
        status: 'UNDELIV',
      }).toString();
      expect(read({ body })).toMatchObject({
        receipts: [
          {
            providerRef: 'b9d9b4fe_6',
            part: { no: 2, of: 3 },
            state: 'undelivered',
            reason: 'number_off',
            detail: 'MK:0001',
            at: new Date('2018-04-13T06:31:46Z'),
          },
        ],
      });
    });

    test.each([
      ['DELIVRD', 'delivered', undefined],
      ['EXPIRED', 'expired', 'expired'],
      ['REJECTD', 'rejected', 'blocked_by_carrier'],
      ['E200024', 'rejected', 'region'],
      ['SC:0001', 'rejected', 'content_refused'],
      ['RTE_ERR', 'undelivered', 'provider_fault'],
    ])('with %s means %s, with the reason %s', (status, state, reason) => {
      const items = [{ smsMsgId: 'm', status, total: '1', sequence: '1' }, {}, 7];
      const reading = read({ body: JSON.stringify({ statusReportList: items }) });
      if (reading.kind !== 'receipts') throw new Error(reading.kind);
      expect(reading.receipts.length).toBe(1);
      expect(reading.receipts[0]).toMatchObject({ providerRef: 'm', state });
      expect(reading.receipts[0]?.reason).toBe(reason);
      expect(reading.receipts[0]).not.toHaveProperty('part');
    });
  });

  describeMessageContract({
    vendor: huawei,
    simulator: huaweiSimulator,
    wrongSecret: { appSecret: 'another' },
    mobile: '+8613912345678',
    said: { templateId: '8ff55eac1d0b478ab3c06c3c6a492300', templateParas: ['482913'] },
  });
});
