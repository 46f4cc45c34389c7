import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizeBaidu, callBaidu } from '../../../../test/reference-clients/baidu.ts';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import type { CallbackReading } from '../../providers/vendor.ts';
import { baiduSmsSimulator } from '../../simulators/baidu-sms.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { baiduSms, bceAuthorization } from './baidu-sms.ts';

const sample = sampleSend(baiduSmsSimulator);
const soon = { signal: new AbortController().signal };
const settings = baiduSmsSimulator.config('http://127.0.0.1:9');
const { callbackToken: _, ...unsigned } = settings;
const taken = '{"code":"1000","data":[{"code":"1000","messageId":"m-1"}]}';

describe('Baidu AI Cloud SMS', () => {
  describe('its signature', () => {
    const key = { accessKeyId: 'a'.repeat(32), secretAccessKey: 'b'.repeat(32) };

    // The example of https://cloud.baidu.com/doc/Reference/s/njwvz1yfu.
    test('is the one of the published example', () => {
      const date = '2015-04-27T08:23:49Z';
      const request = {
        ...{ method: 'PUT', path: '/v1/test/myfolder/readme.txt', date },
        query: 'partNumber=9&uploadId=a44cc9bab11cbd156984767aad637851',
        headers: {
          ...{ host: 'bj.bcebos.com', 'content-type': 'text/plain', 'content-length': '8' },
          ...{ 'content-md5': 'NFzcPqhviddjRNnSOGo4rw==', 'x-bce-date': date },
        },
      };
      expect(bceAuthorization(request, key)).toBe(
        `bce-auth-v1/${key.accessKeyId}/${date}/1800/content-length;content-md5;content-type;host;` +
          'x-bce-date/d74a04362e6a848f5b39b15421cb449427f419c95a480fd6b8cf9fc783e2999e',
      );
    });

    test('is the official package’s for any request', () => {
      const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
      const name = fc.stringMatching(/^x-bce-[a-z]{1,9}$/);
      const asked = fc.record({
        token: value,
        headers: fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true }),
        path: fc.constantFrom('/', '/api/v3/sendSms'),
      });
      fc.assert(
        fc.property(asked, ({ token, headers: more, path }) => {
          const given = Object.entries(more).filter(([, text]) => text.trim() !== '');
          const headers = { host: '127.0.0.1:8080', ...Object.fromEntries(given) };
          const date = '2026-11-17T06:00:00Z';
          const query = `clientToken=${encode(token)}`;
          const mine = bceAuthorization({ method: 'POST', path, query, headers, date }, key);
          const params = { clientToken: token };
          const theirs = authorizeBaidu(key, { method: 'POST', path, params, headers, date });
          expect(mine).toBe(theirs);
        }),
      );
    });

    const encode = (text: string) =>
      encodeURIComponent(text).replace(
        /[!'()*]/g,
        (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
      );
  });

  test('gets our reference as its token and as the custom text, and a number abroad whole', async () => {
    const { provider, requests } = talkWith(baiduSms, settings, taken);
    const form = { code: 't', signature: 's', variables: { code: 'c' } };
    const sent = await provider.send({ ...sample, to: '+886951234567', form }, soon);
    expect(sent).toEqual({ kind: 'done', providerRef: 'm-1' });
    expect(requests[0]?.url).toBe(
      `http://127.0.0.1:9/api/v3/sendSms?clientToken=${sample.reference}`,
    );
    expect(JSON.parse(String(requests[0]?.body))).toEqual({
      ...{ mobile: '+886951234567', template: 't', signatureId: 's', custom: sample.reference },
      contentVar: { c: '482913' },
    });
  });

  test.each([
    ['4503', '{"code":"1000","data":[{"code":"4503","message":"bad"}]}', 'rejected'],
    ['6012', '{"code":"6012","data":[]}', 'unavailable'],
    ['1000', '{"code":"4501","data":[{"code":"1000","messageId":"m-1"}]}', 'unknown'],
    ['', '{"code":"1000","data":[]}', 'unknown'],
    ['1000', '{"code":"1000","data":[{"code":"1000"}]}', 'unknown'],
  ])('that answers %s in %s: %s', async (vendorCode, text, kind) => {
    const { provider } = talkWith(baiduSms, settings, text);
    expect(await provider.send(sample, soon)).toMatchObject({ kind, vendorCode });
  });

  test.each([502, 401])('that answers success with HTTP %i may have sent', async (status) => {
    const { provider } = talkWith(baiduSms, settings, { status, text: taken });
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    [{ variables: { code: '1', name: '张三（甲）' } }, undefined],
    [{ variables: { code: '1', name: '【甲】' } }, 'name'],
    [{ variables: { code: '(1)' } }, 'code'],
    [{ variables: { code: '' } }, 'code'],
    [{ text: 'x'.repeat(600) }, undefined],
    [{ text: 'x'.repeat(601) }, 'code'],
  ])('would refuse %j because of %s', (changes, field) => {
    const { provider } = talkWith(baiduSms, settings);
    expect(provider.findFault({ ...sample, ...changes })?.field).toBe(field);
  });

  describe('a receipt', () => {
    const item = {
      ...{ code: '2', messageId: 'm-1', mobile: '13912345678', carrierCode: 'MK:0001' },
      ...{ custom: 'ours', deliverTime: '2026-02-28T20:00:09Z' },
    };
    const receipt = {
      ...{ reference: 'ours', state: 'undelivered', reason: 'number_invalid' },
      ...{ vendorCode: 'MK:0001', detail: '2 MK:0001', at: new Date('2026-02-28T20:00:09Z') },
    };

    function read(body: string, token: unknown, config: object = settings): CallbackReading {
      const timestamp = '1597320812102';
      const signature = createHash('md5').update(`${token}${timestamp}${body}`).digest('hex');
      return talkWith(baiduSms, config as Record<string, unknown>).provider.readCallback?.({
        ...{ method: 'POST', url: 'https://a.example/c', address: '::1', body },
        headers: { timestamp, signature },
      }) as CallbackReading;
    }

    // @mutant src/vendors/adapters/baidu/baidu-sms.ts
    // - if (callbackToken !== undefined && !isSigned(callback, callbackToken)) {
    // + if (callbackToken === undefined && !isSigned(callback, '')) {
    test('counts as signed only with the token, and is refused with another one', () => {
      const body = JSON.stringify(item);
      const answer = { status: 200, contentType: 'application/json', body: '{}' };
      const expected = { kind: 'receipts', receipts: [receipt], answer };
      expect(read(body, settings.callbackToken)).toEqual({ ...expected, isSigned: true });
      expect(read(body, 'another')).toMatchObject({ kind: 'refused', because: 'signature' });
      expect(read(body, 'another', unsigned)).toEqual({ ...expected, isSigned: false });
    });

    test.each([
      [{ code: '0', carrierCode: 'DELIVRD' }, { state: 'delivered' }],
      [
        { code: '2', carrierCode: 'DELIVRD' },
        { state: 'undelivered', reason: 'provider_fault' },
      ],
      [
        { code: '2', carrierCode: 'T:00068' },
        { state: 'undelivered', reason: 'provider_fault' },
      ],
      [
        { code: '2', carrierCode: 'B:00011' },
        { state: 'rejected', reason: 'content_refused' },
      ],
      [
        { custom: '', deliverTime: '' },
        { providerRef: 'm-1', state: 'undelivered' },
      ],
    ])('with %j is %j', (changes, expected) => {
      const body = JSON.stringify({ ...item, ...changes });
      expect(read(body, settings.callbackToken)).toMatchObject({ receipts: [expected] });
    });

    test('without a result or a message is skipped', () => {
      const items = [{ ...item, code: '1' }, { code: '0', carrierCode: 'DELIVRD' }, item];
      const reading = read(JSON.stringify(items), settings.callbackToken);
      expect(reading).toMatchObject({ receipts: [receipt] });
    });
  });

  describe('the official client', () => {
    let running: RunningSimulator;
    beforeAll(async () => {
      running = await runSimulator(baiduSmsSimulator, {
        callbackUrlOf: () => 'http://127.0.0.1:9/',
      });
    });
    afterAll(() => running.close());

    const path = '/api/v3/sendSms';
    const fields = {
      ...{ mobile: '13912345678', template: 'sms-tmpl-KyAUkV64619', custom: 'x.1' },
      ...{ signatureId: 'sms-sign-Qxkiwz88470', contentVar: { code: '1234' } },
    };
    const keyWith = (changes: object = {}) => {
      const { accessKeyId, secretAccessKey } = { ...running.config, ...changes };
      return { accessKeyId: String(accessKeyId), secretAccessKey: String(secretAccessKey) };
    };

    test('sends to the simulator, once per token', async () => {
      const send = () => callBaidu(running.url, keyWith(), path, { clientToken: "t'1" }, fields);
      const id = ((await send()) as { data: { messageId: string }[] }).data[0]?.messageId;
      expect(id).toBe(running.taken.at(-1)?.id);
      expect(await send()).toMatchObject({ code: '1000', data: [{ messageId: id }] });
      expect(running.taken.length).toBe(1);
    });

    test('is refused with a wrong secret', async () => {
      const key = keyWith({ secretAccessKey: 'another' });
      const sent = callBaidu(running.url, key, path, {}, fields);
      await expect(sent).rejects.toMatchObject({ status_code: 401, code: '6002' });
      expect(running.taken.length).toBe(1);
    });
  });

  describeMessageContract({
    vendor: baiduSms,
    simulator: baiduSmsSimulator,
    wrongSecret: { secretAccessKey: 'another' },
    mobile: '13912345678',
    said: {
      template: 'sms-tmpl-KyAUkV64619',
      signatureId: 'sms-sign-Qxkiwz88470',
      contentVar: { code: '482913' },
    },
  });
});
