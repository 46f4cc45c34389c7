import { describe, expect, test } from 'vitest';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import type { CallbackReading } from '../../providers/vendor.ts';
import { chuanglanSimulator } from '../../simulators/chuanglan.ts';
import { chuanglan } from './chuanglan.ts';

const sample = sampleSend(chuanglanSimulator);
const soon = { signal: new AbortController().signal };
const settings = chuanglanSimulator.config('http://127.0.0.1:9');
const taken = '{"code":"0","msgId":"17041010383624511","time":"20170410103836","errorMsg":""}';

describe('Chuanglan', () => {
  test.each([
    ['Your code is 1.', '【Example】Your code is 1.'],
    ['【Example】Your code is 1.', '【Example】Your code is 1.'],
    ['【甲】Your code is 1.', '【Example】【甲】Your code is 1.'],
  ])('gets %s as %s, with our reference and the wish for a receipt', async (text, msg) => {
    const { provider, requests } = talkWith(chuanglan, settings, taken);
    expect(await provider.send({ ...sample, text }, soon)).toEqual({
      kind: 'done',
      providerRef: '17041010383624511',
    });
    expect(requests[0]?.url).toBe('http://127.0.0.1:9/msg/v1/send/json');
    expect(JSON.parse(String(requests[0]?.body))).toEqual({
      ...{ account: 'N6000001', password: settings.password, msg, phone: '13912345678' },
      ...{ report: 'true', uid: sample.reference },
    });
  });

  test.each([
    [200, '{"code":"0","msgId":""}'],
    [200, '{"code":"0","msgId":"1","successNum":"0","failNum":"1"}'],
    [502, taken],
    [400, '{"code":"107"}'],
  ])('that answers HTTP %i with %s may have sent', async (status, text) => {
    const { provider } = talkWith(chuanglan, settings, { status, text });
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    [{}, undefined],
    [{ text: 'x'.repeat(527) }, undefined],
    [{ text: 'x'.repeat(528) }, 'code'],
    [{ form: {} }, 'templateId'],
    [{ to: '+85251234567', region: 'HK' }, 'mobile'],
  ])('would refuse %j because of %s', (changes, field) => {
    const { provider } = talkWith(chuanglan, settings);
    expect(provider.findFault({ ...sample, ...changes })?.field).toBe(field);
  });

  describe('a receipt', () => {
    const read = (query: string) =>
      talkWith(chuanglan, settings).provider.readCallback?.({
        ...{ method: 'GET', url: `https://a.example/c?${query}`, headers: {}, address: '::1' },
        body: '',
      }) as CallbackReading;
    const answer = { status: 200, contentType: 'application/json', body: '{"clcode":"000000"}' };

    // @mutant src/vendors/adapters/chuanglan/chuanglan.ts
    // - isSigned: false,
    // + isSigned: true,
    test('is read from the query, by our reference, and is not signed', () => {
      const query =
        'receiver=&pswd=&msgid=17&reportTime=2411041728&mobile=13900000000&status=DELIVRD' +
        '&notifyTime=241104172820&statusDesc=%E6%88%90%E5%8A%9F&length=1&uid=ours';
      const at = new Date('2024-11-04T09:28:20Z');
      const receipt = { reference: 'ours', state: 'delivered', vendorCode: 'DELIVRD', at };
      expect(read(query)).toEqual({
        ...{ kind: 'receipts', isSigned: false, answer },
        receipts: [{ ...receipt, detail: '成功' }],
      });
    });

    const at = new Date('2026-03-01T00:00:00Z');
    test.each([
      ['msgid=17&status=MK:0001', { providerRef: '17', reason: 'number_invalid', at }],
      ['msgid=17&status=REJECT', { state: 'rejected', reason: 'content_refused' }],
      ['msgid=17&status=XX:0000', { state: 'undelivered', reason: 'provider_fault' }],
      ['msgid=17&status=DELIVRD&notifyTime=990101', { state: 'delivered', at }],
    ])('%s is %j', (query, expected) => {
      expect(read(query)).toMatchObject({ receipts: [expected] });
    });

    test.each(['', 'status=DELIVRD', 'msgid=17'])('with %j is refused', (query) => {
      expect(read(query)).toMatchObject({ kind: 'refused', because: 'form' });
    });
  });

  describeMessageContract({
    vendor: chuanglan,
    simulator: chuanglanSimulator,
    wrongSecret: { password: 'another' },
    mobile: '13912345678',
    said: { msg: '【Example】Your code is 482913.' },
  });
});
