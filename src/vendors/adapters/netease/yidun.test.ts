import { describe, expect, test } from 'vitest';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import { yidunSimulator } from '../../simulators/yidun.ts';
import { yidun, yidunSignature } from './yidun.ts';

const config = {
  secretId: 'id',
  secretKey: 'key',
  businessId: 'b',
  endpoint: 'http://127.0.0.1:9',
};
const sample = sampleSend(yidunSimulator);
const soon = { signal: new AbortController().signal };
const taken = '{"code":200,"data":{"result":200,"requestId":"r1"}}';

describe('NetEase Yidun', () => {
  test('signs names and values sorted by name', () => {
    const form = { foo: '1', bar: '2', foo_bar: '3', baz: '4' };
    // The signed text is bar2baz4foo1foo_bar3 and the key.
    expect(yidunSignature('secretkey', form)).toBe('4e457f45ae474b47ac8d56323a22edc0');
  });

  test('signs a message like the vendor’s own Python client', () => {
    const form = {
      secretId: 'id1',
      businessId: 'b1',
      version: 'v2',
      timestamp: '1700000000000',
      nonce: 'nonce1',
      mobile: '13800000000',
      templateId: '10699',
      paramType: 'json',
      params: '{"code":"1234","name":"张三"}',
    };
    expect(yidunSignature('secretkey', form)).toBe('d99c3284aa03aff5978e446871f10370');
  });

  test('gets a foreign number without its country code, which it has separately', async () => {
    const { provider, requests } = talkWith(yidun, config, taken);
    await provider.send({ ...sample, to: '+447410000186', region: 'GB' }, soon);
    await provider.send(sample, soon);
    const [abroad, home] = requests.map(({ body }) => new URLSearchParams(String(body)));
    expect([abroad?.get('internationalCode'), abroad?.get('mobile')]).toEqual(['44', '7410000186']);
    expect([home?.get('internationalCode'), home?.get('mobile')]).toEqual([null, '13912345678']);
  });

  test('names the message by a task in older answers', async () => {
    const { provider } = talkWith(yidun, config, taken.replace('requestId', 'taskId'));
    expect(await provider.send(sample, soon)).toEqual({ kind: 'done', providerRef: 'r1' });
  });

  test.each([
    ['{"code":200,"msg":"ok","data":{"result":415,"requestId":"r1"}}', '200/415'],
    ['{"code":200,"msg":"ok","data":{"result":200}}', '200/200'],
    ['{"code":200,"msg":"ok"}', '200/'],
  ])('that answers %s may have sent', async (answer, vendorCode) => {
    const { provider } = talkWith(yidun, config, answer);
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unknown', vendorCode });
  });

  test('accepts template codes of at most 20 characters', () => {
    const { provider } = talkWith(yidun, config);
    const fault = (code: string) => provider.findFault({ ...sample, form: { code } })?.field;
    expect([fault('1'.repeat(20)), fault('1'.repeat(21))]).toEqual([undefined, 'templateId']);
    expect(provider.findFault({ ...sample, form: {} })?.field).toBe('templateId');
  });

  test('cannot be queried, and never calls back', () => {
    const { provider } = talkWith(yidun, config);
    expect([provider.queryStatus, provider.readCallback]).toEqual([undefined, undefined]);
  });

  describeMessageContract({
    vendor: yidun,
    simulator: yidunSimulator,
    wrongSecret: { secretKey: 'another' },
    mobile: '13912345678',
    said: { templateId: '10699', params: { code: '482913' } },
  });
});
