import { describe, expect, test } from 'vitest';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import type { StatusQuery } from '../../providers/provider.ts';
import type { CallbackReading } from '../../providers/vendor.ts';
import { yunpianSimulator } from '../../simulators/yunpian.ts';
import { yunpian } from './yunpian.ts';

const config = { apikey: 'key', endpoint: 'http://127.0.0.1:9' };
const sample = sampleSend(yunpianSimulator);
const soon = { signal: new AbortController().signal };
const taken = '{"code":0,"msg":"ok","count":1,"fee":0.055,"unit":"RMB","sid":9223372036854775807}';

function query(changes: Partial<StatusQuery> = {}): StatusQuery {
  const { callId, reference, to } = sample;
  const heldAt = new Date('2026-02-28T20:00:00Z');
  return { callId, reference, to, providerRef: null, partRefs: [], heldAt, ...changes };
}

const record = {
  sid: '5',
  uid: sample.reference,
  send_time: '2026-03-01 04:00:01',
  send_status: 'SUCCESS',
  report_status: 'UNKNOWN',
  fee: 2,
  error_msg: null,
  user_receive_time: null,
};

async function ask(rows: unknown, changes?: Partial<StatusQuery>) {
  const { provider, requests, clock } = talkWith(yunpian, config, JSON.stringify(rows));
  clock.set(new Date('2026-03-01T00:00:00Z'));
  const item = await provider.queryStatus?.(query(changes), soon);
  return { item, form: new URLSearchParams(String(requests[0]?.body)), requests };
}

describe('Yunpian', () => {
  test('accepts no empty value', () => {
    const { provider } = talkWith(yunpian, config);
    expect(provider.findFault({ ...sample, variables: { code: '1', name: '' } })?.field).toBe(
      'name',
    );
    expect(provider.findFault(sample)).toBeUndefined();
  });

  test('gets the values under names between hashes, each encoded by itself', async () => {
    const { provider, requests } = talkWith(yunpian, config, taken);
    const variables = { code: '1&2=3', 'order no': '张 三#' };
    const form = { code: '1', variables: { code: 'c' } };
    await provider.send({ ...sample, variables, form }, soon);
    expect(new URLSearchParams(String(requests[0]?.body)).get('tpl_value')).toBe(
      '%23c%23=1%262%3D3&%23order%20no%23=%E5%BC%A0%20%E4%B8%89%23',
    );
  });

  test('gets the callback URL and our reference', async () => {
    const { provider, requests } = talkWith(yunpian, config, taken);
    await provider.send({ ...sample, to: '+85251234567', region: 'HK' }, soon);
    const form = Object.fromEntries(new URLSearchParams(String(requests[0]?.body)));
    expect(form).toMatchObject({
      mobile: '+85251234567',
      uid: sample.reference,
      callback_url: 'https://platform.example/callback/key',
    });
  });

  test('reports what it charges, and keeps a 64-bit id whole', async () => {
    const { provider } = talkWith(yunpian, config, taken);
    expect(await provider.send(sample, soon)).toEqual({
      kind: 'done',
      providerRef: '9223372036854775807',
      cost: 550n,
    });
  });

  test.each([
    '"fee":0.055,"unit":"USD"',
    '"fee":"much","unit":"RMB"',
    '"fee":0.00001,"unit":"RMB"',
  ])('that charges %s has no cost that we could store', async (fee) => {
    const { provider } = talkWith(yunpian, config, `{"code":0,"sid":1,${fee}}`);
    expect(await provider.send(sample, soon)).toEqual({ kind: 'done', providerRef: '1' });
  });

  test.each([500, 401, 403])('that answers HTTP %i may have sent', async (status) => {
    const answer = { status, text: '{"code":4}' };
    const { provider } = talkWith(yunpian, config, answer);
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unknown' });
  });

  test('that answers success without an id may have sent', async () => {
    const { provider } = talkWith(yunpian, config, '{"code":0,"msg":"ok"}');
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unknown' });
  });

  describe('a status query', () => {
    test('searches around the time of the call, in the vendor’s time zone', async () => {
      const { form } = await ask([record]);
      expect(Object.fromEntries(form)).toMatchObject({
        mobile: '13912345678',
        start_time: '2026-03-01 03:50:00',
        end_time: '2026-03-01 05:00:00',
        type: 'all',
      });
    });

    test.each([
      [{}, { state: 'sent', at: new Date('2026-02-28T20:00:01Z') }],
      [
        { report_status: 'SUCCESS', user_receive_time: '2026-03-01 04:00:09' },
        { state: 'delivered', at: new Date('2026-02-28T20:00:09Z') },
      ],
      [
        { report_status: 'FAIL', error_msg: 'MK:0001' },
        { state: 'undelivered', reason: 'number_invalid', vendorCode: 'MK:0001' },
      ],
      [{ report_status: 'FAIL', error_msg: 'DELIVRD' }, { state: 'undelivered' }],
      [{ send_status: 'FAIL' }, { state: 'unknown' }],
    ])('a record with %j is %j', async (changes, expected) => {
      const { item } = await ask([
        { ...record, uid: 'x.1', sid: '4' },
        { ...record, ...changes },
      ]);
      expect(item).toMatchObject({ providerRef: '5', ...expected });
    });

    test('finds the message by the vendor’s id if the account has no references', async () => {
      const { item } = await ask([{ ...record, uid: null }], { providerRef: '5' });
      expect(item).toMatchObject({ state: 'sent', providerRef: '5' });
    });

    test('ignores another message', async () => {
      expect((await ask([{ ...record, uid: 'other.1' }])).item?.state).toBe('absent');
      expect((await ask([{ ...record, uid: null }])).item?.state).toBe('unknown');
    });

    test('is certain of an absent message after two hours, and not before', async () => {
      const heldAt = (hours: number) => ({ heldAt: new Date(Date.UTC(2026, 2, 1, -hours)) });
      expect((await ask([], heldAt(1))).item?.state).toBe('unknown');
      expect((await ask([], heldAt(3))).item?.state).toBe('absent');
    });

    test('never says absent once the vendor gave an id', async () => {
      expect((await ask([], { providerRef: '5' })).item?.state).toBe('unknown');
    });

    test('is inconclusive with a refusal, or with more records than we read', async () => {
      expect((await ask({ code: -1, msg: 'bad key' })).item?.state).toBe('unknown');
      const { item, requests } = await ask(Array(100).fill({ ...record, uid: 'other.1' }));
      expect([item?.state, requests.length]).toEqual(['unknown', 5]);
    });
  });

  describe('a callback', () => {
    const read = (body: string) =>
      talkWith(yunpian, config).provider.readCallback?.({
        ...{ method: 'POST', url: 'https://a.example/c', headers: {}, address: '::1', body },
      }) as CallbackReading;
    const items = JSON.stringify([
      {
        sid: 1,
        uid: sample.reference,
        user_receive_time: '2026-03-01 04:00:09',
        error_msg: '',
        report_status: 'SUCCESS',
      },
      { sid: 2, uid: null, error_msg: 'DB:0142', report_status: 'FAIL' },
      { sid: 3, uid: null, error_msg: 'YP:54', error_detail: '错误号码', report_status: 'FAIL' },
      { sid: 4, report_status: 'WHAT' },
      { report_status: 'SUCCESS' },
    ]).replace('"sid":2', '"sid":9223372036854775807');
    const expected = {
      kind: 'receipts',
      isSigned: false,
      receipts: [
        {
          reference: sample.reference,
          state: 'delivered',
          vendorCode: 'SUCCESS',
          detail: 'SUCCESS',
          at: new Date('2026-02-28T20:00:09Z'),
        },
        {
          providerRef: '9223372036854775807',
          state: 'rejected',
          reason: 'frequency',
          vendorCode: 'DB:0142',
          detail: 'DB:0142',
          at: new Date('2026-03-01T00:00:00Z'),
        },
        {
          providerRef: '3',
          state: 'undelivered',
          reason: 'number_invalid',
          vendorCode: 'YP:54',
          detail: '错误号码',
          at: new Date('2026-03-01T00:00:00Z'),
        },
      ],
      answer: { status: 200, contentType: 'text/plain', body: 'SUCCESS' },
    };

    // @mutant src/vendors/adapters/yunpian/yunpian.ts
    // - isSigned: false,
    // + isSigned: true,
    test('reports several messages, by our reference if it has one', () => {
      expect(read(`sms_status=${encodeURIComponent(items)}`)).toEqual(expected);
    });

    test('is understood if it was encoded twice', () => {
      const twice = encodeURIComponent(encodeURIComponent(items));
      expect(read(`sms_status=${twice}`)).toEqual(expected);
      expect(read('sms_status=%25E4%25')).toMatchObject({ kind: 'refused', because: 'form' });
    });
  });

  describeMessageContract({
    vendor: yunpian,
    simulator: yunpianSimulator,
    wrongSecret: { apikey: 'another' },
    mobile: '13912345678',
    said: { tpl_id: '2860', values: { '#code#': '482913' } },
  });
});
