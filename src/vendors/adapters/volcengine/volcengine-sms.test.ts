import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callVolcengine } from '../../../../test/reference-clients/volcengine.ts';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import type { StatusQuery } from '../../providers/provider.ts';
import type { CallbackReading } from '../../providers/vendor.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { volcengineSmsSimulator } from '../../simulators/volcengine-sms.ts';
import { volcengineHeaders, volcengineSms } from './volcengine-sms.ts';

const sample = sampleSend(volcengineSmsSimulator);
const soon = { signal: new AbortController().signal };
const settings = volcengineSmsSimulator.config('http://127.0.0.1:9');
const taken = '{"ResponseMetadata":{},"Result":{"MessageID":["m-1"]}}';

describe('Volcengine SMS', () => {
  describe('its signature', () => {
    const key = {
      accessKeyId: 'AKLTMjI2ODVlYzI3ZGY1NGU4ZjhjYWRjMTlmNTM5OTZkYzE',
      secretAccessKey: 'TnpCak5XWXpZV1U0WkRaaE5ERmxaR0ZpTmpjeVkyUXlZek0wTWpJMU1qWQ==',
    };

    // The example of https://www.volcengine.com/docs/6369/67270.
    test('is the one of the published example', () => {
      const { authorization } = volcengineHeaders(
        {
          ...{ method: 'GET', host: 'iam.volcengineapi.com', body: '' },
          query: 'Action=ListUsers&Limit=10&Offset=0&Version=2018-01-01',
          contentType: 'application/x-www-form-urlencoded; charset=utf-8',
          ...{ date: new Date('2020-12-30T08:18:05Z'), service: 'iam', region: 'cn-north-1' },
        },
        key,
      );
      expect(authorization).toBe(
        `HMAC-SHA256 Credential=${key.accessKeyId}/20201230/cn-north-1/iam/request, ` +
          'SignedHeaders=content-type;host;x-content-sha256;x-date, ' +
          'Signature=28eeabbbd726b87002e0fe58ad8c1c768e619b06e2646f35b6ad7ed029a6d8a7',
      );
    });
  });

  test('gets the values as a JSON text, our reference as the tag, and a number abroad whole', async () => {
    const { provider, requests } = talkWith(volcengineSms, settings, taken);
    const variables = { code: '"1"', name: '张三' };
    const form = { code: 'ST_1', signature: '示例', variables: { name: 'who' } };
    await provider.send({ ...sample, to: '+85251234567', variables, form }, soon);
    expect(requests[0]?.url).toBe('http://127.0.0.1:9/?Action=SendSms&Version=2020-01-01');
    expect(JSON.parse(String(requests[0]?.body))).toEqual({
      ...{ SmsAccount: '6df864b1', Sign: '示例', TemplateID: 'ST_1', Tag: sample.reference },
      ...{ TemplateParam: '{"code":"\\"1\\"","who":"张三"}', PhoneNumbers: '+85251234567' },
    });
  });

  test.each([
    [502, taken],
    [200, '{"ResponseMetadata":{},"Result":{"MessageID":[]}}'],
    [200, '{"ResponseMetadata":{}}'],
    [503, '{"ResponseMetadata":{"Error":{"Code":"ServiceUnavailableTemp"}}}'],
  ])('that answers %i with %s may have sent', async (status, text) => {
    const { provider } = talkWith(volcengineSms, settings, { status, text });
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unknown' });
  });

  describe('a status query', () => {
    const now = new Date('2026-03-01T03:00:00Z');
    const heldAt = new Date('2026-03-01T00:30:00Z');
    const record = {
      ...{ status: 3, errorCode: '0', errorMessage: 'ok', messageId: 'm-1' },
      ...{ sendTime: heldAt.getTime(), receiptTime: heldAt.getTime() + 5_000 },
    };

    async function ask(
      rows: object[],
      changes: Partial<StatusQuery> = {},
      total: unknown = rows.length,
    ) {
      const text = JSON.stringify({ Result: { total, sendDetailsResults: rows } });
      const { provider, requests, clock } = talkWith(volcengineSms, settings, text);
      clock.set(now);
      const { callId, reference, to } = sample;
      const query = { callId, reference, to, heldAt, providerRef: 'm-1', partRefs: [] };
      const item = await provider.queryStatus?.({ ...query, ...changes }, soon);
      return { item, requests: requests.map(({ body }) => JSON.parse(String(body))) };
    }

    test.each([
      [{}, { state: 'delivered', at: new Date('2026-03-01T00:30:05Z') }],
      [
        { status: 1, errorCode: '', receiptTime: 0 },
        { state: 'sent', at: heldAt },
      ],
      [
        { status: 2, errorCode: 'CR:0202' },
        { state: 'rejected', reason: 'frequency' },
      ],
      [
        { status: 2, errorCode: '0' },
        { state: 'undelivered', reason: 'provider_fault' },
      ],
      [
        { status: 3, errorCode: 'NE:0100' },
        { state: 'undelivered', reason: 'number_invalid' },
      ],
      [{ status: 4, errorCode: '' }, { state: 'delivered' }],
      [{ status: 5, errorCode: '' }, { state: 'delivered' }],
      [{ status: 0 }, { state: 'unknown' }],
    ])('a record with %j is %j', async (changes, expected) => {
      const { item } = await ask([
        { ...record, messageId: 'other', status: 3 },
        { ...record, ...changes },
      ]);
      expect(item).toMatchObject({ providerRef: 'm-1', ...expected });
    });

    test('searches the days in China and in UTC, by the vendor’s id', async () => {
      const evening = new Date('2026-02-28T22:00:00Z');
      const { requests } = await ask([], { heldAt: evening });
      expect(requests.map(({ sendDate }) => sendDate)).toEqual(['20260228', '20260301']);
      expect(requests[0]).toMatchObject({
        ...{ subAccount: '6df864b1', phoneNumber: '13912345678', messageId: 'm-1', pageIndex: 1 },
      });
    });

    const lost = { providerRef: null };
    const elsewhere = { ...record, sendTime: heldAt.getTime() - 3_600_000 };
    // @mutant src/vendors/adapters/volcengine/volcengine-sms.ts
    // - isLate && isMainland && !query.providerRef
    // + isLate && !query.providerRef
    test.each<[string, object[], Partial<StatusQuery>, string]>([
      ['nothing was sent to the number around that time', [elsewhere], lost, 'absent'],
      ['another message was', [record], lost, 'unknown'],
      ['a record has no time', [{ ...record, sendTime: undefined }], lost, 'unknown'],
      ['the call is recent', [], { ...lost, heldAt: new Date('2026-03-01T02:00:00Z') }, 'unknown'],
      ['the vendor gave an id', [], {}, 'unknown'],
      ['the number is abroad', [], { ...lost, to: '+85251234567' }, 'unknown'],
    ])('of a lost message: %s', async (_, rows, changes, state) => {
      expect((await ask(rows, changes)).item?.state).toBe(state);
    });

    test('is inconclusive with more records than we read, and fails without any', async () => {
      const { item, requests } = await ask(Array(15).fill(elsewhere), lost, 5_000);
      expect([item?.state, requests.length]).toEqual(['unknown', 10]);
      expect((await ask([], lost, 3)).item?.state).toBe('unknown');
      await expect(ask([], lost, null)).rejects.toThrow('no records');
    });
  });

  describe('a receipt', () => {
    const receipt = { ext: 'ours', message_id: 'm-1', status_code: '0', description: 'DELIVRD' };
    const read = (body: unknown) =>
      talkWith(volcengineSms, settings).provider.readCallback?.({
        ...{ method: 'POST', url: 'https://a.example/c', headers: {}, address: '::1' },
        body: JSON.stringify(body),
      }) as CallbackReading;

    // @mutant src/vendors/adapters/volcengine/volcengine-sms.ts
    // - isSigned: false,
    // + isSigned: true,
    test('is read among others, by our reference if it has one, and is not signed', () => {
      const items = [
        { ...receipt, recv_time: 1669171012444 },
        { ...receipt, ext: '', status_code: 'NE:0105', description: 'off' },
        { ...receipt, status_code: 'XX:9999' },
        { ...receipt, ext: '', message_id: '' },
        { ...receipt, status_code: undefined },
      ];
      const at = new Date('2026-03-01T00:00:00Z');
      expect(read(items)).toEqual({
        kind: 'receipts',
        isSigned: false,
        receipts: [
          {
            ...{ reference: 'ours', state: 'delivered', vendorCode: '0', detail: 'DELIVRD' },
            at: new Date(1669171012444),
          },
          {
            ...{ providerRef: 'm-1', state: 'undelivered', reason: 'number_off' },
            ...{ vendorCode: 'NE:0105', detail: 'off', at },
          },
          {
            ...{ reference: 'ours', state: 'undelivered', reason: 'provider_fault' },
            ...{ vendorCode: 'XX:9999', detail: 'DELIVRD', at },
          },
        ],
        answer: { status: 200, contentType: 'application/json', body: '{}' },
      });
    });
  });

  describe('the official client', () => {
    let running: RunningSimulator;
    beforeAll(async () => {
      running = await runSimulator(volcengineSmsSimulator, {
        callbackUrlOf: () => 'http://127.0.0.1:9/',
      });
    });
    afterAll(() => running.close());

    const sms = { Action: 'SendSms', Version: '2020-01-01' };
    const fields = {
      ...{ SmsAccount: '6df864b1', Sign: '示例科技', TemplateID: 'ST_6f8c0000', Tag: 'x.1' },
      ...{ TemplateParam: '{"code":"1234"}', PhoneNumbers: '13912345678' },
    };
    const keyWith = (changes: object = {}) => {
      const { accessKeyId, secretAccessKey } = { ...running.config, ...changes };
      return { accessKeyId: String(accessKeyId), secretAccessKey: String(secretAccessKey) };
    };

    test('sends to the simulator, and finds its message', async () => {
      const sent = await callVolcengine(running.url, keyWith(), sms, fields);
      expect(sent.Result).toEqual({ MessageID: [running.taken.at(-1)?.id] });
      const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
      const found = await callVolcengine(
        running.url,
        keyWith(),
        { Action: 'GetSmsSendDetails', Version: '2021-01-11' },
        {
          ...{ subAccount: '6df864b1', phoneNumber: '13912345678', messageId: '' },
          ...{ sendDate: day.replaceAll('-', ''), pageIndex: 1, pageSize: 15 },
        },
      );
      expect(found.Result).toMatchObject({
        total: 1,
        sendDetailsResults: [{ messageId: running.taken.at(-1)?.id }],
      });
    });

    test('is refused with a wrong secret', async () => {
      const key = keyWith({ secretAccessKey: 'another' });
      const sent = await callVolcengine(running.url, key, sms, fields);
      expect(sent.ResponseMetadata.Error.Code).toBe('SignatureDoesNotMatch');
      expect(sent.Result).toBeUndefined();
    });
  });

  describeMessageContract({
    vendor: volcengineSms,
    simulator: volcengineSmsSimulator,
    wrongSecret: { secretAccessKey: 'another' },
    mobile: '13912345678',
    said: { Sign: '示例科技', TemplateID: 'ST_6f8c0000', TemplateParam: { code: '482913' } },
  });
});
