import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import type { StatusQuery } from '../../providers/provider.ts';
import { readReference, referenceOf } from '../../providers/reference.ts';
import type { CallbackReading } from '../../providers/vendor.ts';
import { ucloudSmsSimulator } from '../../simulators/ucloud-sms.ts';
import { restoreReference, shortenReference, ucloudSignature, ucloudSms } from './ucloud-sms.ts';

const sample = sampleSend(ucloudSmsSimulator);
const soon = { signal: new AbortController().signal };
const settings = ucloudSmsSimulator.config('http://127.0.0.1:9');
const taken = '{"RetCode":0,"Action":"SendUSMSMessageResponse","SessionNo":"s-1","Message":"ok"}';

describe('UCloud USMS', () => {
  // The example of https://docs.ucloud.cn/api/summary/signature, also in ucloud-sdk-go, auth/credential_test.go.
  test('signs the published example', () => {
    const form = {
      ...{ Action: 'CreateUHostInstance', Region: 'cn-bj2', Zone: 'cn-bj2-04', CPU: '2' },
      ...{ ImageId: 'f43736e1-65a5-4bea-ad2e-8a46e18883c2', Memory: '2048', DiskSpace: '10' },
      ...{ LoginMode: 'Password', Password: 'VUNsb3VkLmNu', Name: 'Host01', ChargeType: 'Month' },
      ...{ Quantity: '1', PublicKey: 'ucloudsomeone@example.com1296235120854146120' },
    };
    const key = '46f09bb9fab4f12dfc160dae12273d5332b5debe';
    expect(ucloudSignature(form, key)).toBe('4f9ef5df2abab2c6fccd1e9515cb7e2df8c6bb65');
  });

  test('gets every reference of ours in at most 32 characters, and returns it', () => {
    const keys = fc.record({
      callId: fc.uuid(),
      accountId: fc.integer({ min: 1, max: 999999999 }),
    });
    fc.assert(
      fc.property(keys, (key) => {
        const short = shortenReference(referenceOf(key)) ?? '';
        expect(short.length).toBeLessThanOrEqual(32);
        expect(readReference(restoreReference(short) ?? '')).toEqual(key);
      }),
    );
    expect([shortenReference('other'), restoreReference('other')]).toEqual([undefined, undefined]);
  });

  test('gets values in the order of the form, and a number abroad with its code in parentheses', async () => {
    const { provider, requests } = talkWith(ucloudSms, settings, taken);
    const variables = { first: '1', second: '2' };
    const form = { code: 'T', signature: 'S', order: ['second', 'first'] };
    const abroad = { to: '+60123456789', region: 'MY', variables, form };
    expect(await provider.send({ ...sample, ...abroad }, soon)).toEqual({
      kind: 'done',
      providerRef: 's-1',
    });
    const { Signature: _, ...sent } = Object.fromEntries(
      new URLSearchParams(String(requests[0]?.body)),
    );
    expect(sent).toEqual({
      ...{ Action: 'SendUSMSMessage', PublicKey: settings.publicKey, ProjectId: 'org-simulator' },
      ...{ 'PhoneNumbers.0': '(60)123456789', SigContent: 'S', TemplateId: 'T' },
      ...{ 'TemplateParams.0': '2', 'TemplateParams.1': '1' },
      UserId: shortenReference(sample.reference),
    });
  });

  test('gets no project if none is set', async () => {
    const { projectId: _, ...others } = settings;
    const { provider, requests } = talkWith(ucloudSms, others, taken);
    await provider.send(sample, soon);
    expect(String(requests[0]?.body)).not.toContain('ProjectId');
  });

  test.each([
    [502, taken],
    [200, '{"RetCode":0,"Message":"ok"}'],
    [200, '{"RetCode":18004}'],
  ])('that answers HTTP %i with %s may have sent', async (status, text) => {
    const { provider } = talkWith(ucloudSms, settings, { status, text });
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unknown' });
  });

  const at = new Date('2019-07-23T07:30:00Z');
  const word = { ReceiptTime: 1563867000, ReceiptCode: 'MK:0001', ReceiptDesc: '空号' };
  const words: [object, object][] = [
    [
      { ReceiptResult: '发送成功', ReceiptCode: 'Delivrd' },
      { state: 'delivered', at },
    ],
    [{ ReceiptResult: 'Success' }, { state: 'delivered' }],
    [{ ReceiptResult: '发送失败' }, { state: 'undelivered', reason: 'number_invalid' }],
    [{ ReceiptResult: 'Fail', ReceiptCode: 'MSBLACK' }, { state: 'rejected' }],
    [
      { ReceiptResult: 'Fail', ReceiptCode: 'Delivrd' },
      { state: 'undelivered', reason: 'provider_fault' },
    ],
    [{ ReceiptResult: '状态未知' }, { state: 'sent' }],
    [{ ReceiptResult: 'Unknow', ReceiptTime: 0 }, { at: new Date('2026-03-01T00:00:00Z') }],
  ];

  describe('a status query', () => {
    async function ask(text: string, providerRef: string | null = 's-1') {
      const { provider, requests } = talkWith(ucloudSms, settings, text);
      const { callId, reference, to } = sample;
      const heldAt = new Date('2026-02-01T00:00:00Z');
      const query: StatusQuery = { callId, reference, to, heldAt, providerRef, partRefs: [] };
      return { item: await provider.queryStatus?.(query, soon), requests };
    }
    const listed = (ReceiptSet: object[], SessionNo = 's-1') =>
      JSON.stringify({ RetCode: 0, Data: [{ SessionNo, ReceiptSet }] });

    test.each(words)('that finds %j is %j', async (changes, expected) => {
      const { item } = await ask(listed([{ ...word, ...changes }]));
      expect(item).toMatchObject({ providerRef: 's-1', ...expected });
    });

    test('never says that a message is absent', async () => {
      expect((await ask('{"RetCode":0,"Data":[]}')).item?.state).toBe('unknown');
      expect((await ask(listed([word], 'other'))).item?.state).toBe('unknown');
      const { item, requests } = await ask(listed([word]), null);
      expect([item?.state, requests.length]).toEqual(['unknown', 0]);
      await expect(ask('{"RetCode":171}')).rejects.toThrow('171');
    });
  });

  describe('a receipt', () => {
    const read = (body: object) =>
      talkWith(ucloudSms, settings).provider.readCallback?.({
        ...{ method: 'POST', url: 'https://a.example/c', headers: {}, address: '::1' },
        body: JSON.stringify(body),
      }) as CallbackReading;
    const item = { SessionNo: 's-1', UserId: shortenReference(sample.reference), ...word };

    // @mutant src/vendors/adapters/ucloud/ucloud-sms.ts
    // - isSigned: false,
    // + isSigned: true,
    test.each(words)('with %j is %j, by our reference, unsigned', (changes, expected) => {
      const { reference } = sample;
      expect(read({ MsgType: 2, Data: [{ ...item, ...changes }] })).toMatchObject({
        receipts: [{ reference, ...expected }],
        isSigned: false,
        answer: { status: 200, body: '{"code":0,"message":"ok"}' },
      });
    });

    test('of another system has the vendor’s id, and a reply is none', () => {
      const other = { ...item, UserId: 'theirs', ReceiptResult: 'Success' };
      const reading = read({ MsgType: 2, Data: [other, { ...other, SessionNo: '' }, word] });
      expect(reading).toMatchObject({ receipts: [{ providerRef: 's-1', state: 'delivered' }] });
      expect(read({ MsgType: 1, Data: [other] })).toMatchObject({ receipts: [] });
    });
  });

  describeMessageContract({
    vendor: ucloudSms,
    simulator: ucloudSmsSimulator,
    wrongSecret: { privateKey: 'another' },
    mobile: '13912345678',
    said: { SigContent: '示例科技', TemplateId: 'UTA190613BPBA24', TemplateParams: ['482913'] },
  });
});
