import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { describeSmsContract, sampleSend } from '../../../../test/vendors/sms-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import type { Callback } from '../../providers/vendor.ts';
import { yunxinSimulator } from '../../simulators/yunxin.ts';
import { yunxin, yunxinCheckSum } from './yunxin.ts';

const config = { appKey: 'key', appSecret: 'secret', endpoint: 'http://127.0.0.1:9' };
const sample = sampleSend(yunxinSimulator);
const soon = { signal: AbortSignal.timeout(10_000) };

function event(body: unknown, secret = 'secret'): Callback {
  const text = JSON.stringify(body);
  const md5 = createHash('md5').update(text).digest('hex');
  const curtime = '1700000000000';
  const checksum = createHash('sha1').update(`${secret}${md5}${curtime}`).digest('hex');
  const headers = { md5, curtime, checksum };
  return { method: 'POST', url: 'https://a.example/c', headers, body: text, address: '::1' };
}

describe('NetEase Yunxin', () => {
  test('matches the published vector', () => {
    expect(yunxinCheckSum('appsecret', 'nonce1', '1700000000')).toBe(
      'f70260000925378aae592907a96887e3e5687ad8',
    );
  });

  test('gets a foreign number with its country code before a hyphen', async () => {
    const { provider, requests } = talkWith(yunxin, config, '{"code":200,"obj":1}');
    await provider.send({ ...sample, mobile: '+12025550123', region: 'US' }, soon);
    const form = new URLSearchParams(String(requests[0]?.body));
    expect(form.get('mobiles')).toBe('["+1-2025550123"]');
  });

  test.each([
    ['{"code":414,"desc":"bad checksum"}', 'unavailable', 'provider_setup'],
    ['{"code":414,"msg":"params length"}', 'rejected', 'variable_refused'],
  ])('that answers %s is %s with %s', async (answer, kind, reason) => {
    const { provider } = talkWith(yunxin, config, answer);
    expect(await provider.send(sample, soon)).toMatchObject({ kind, reason });
  });

  test('keeps a 64-bit id whole, in answers and in receipts', async () => {
    const { provider } = talkWith(yunxin, config, '{"code":200,"obj":9223372036854775807}');
    const outcome = await provider.send(sample, soon);
    expect(outcome).toMatchObject({ providerRef: '9223372036854775807' });
    const callback = event({ eventType: 11, objects: [{ sendid: '9', result: 'DELIVRD' }] });
    const body = callback.body.replace('"9"', '9223372036854775807');
    const md5 = createHash('md5').update(body).digest('hex');
    const checksum = yunxinCheckSum('secret', md5, '1700000000000');
    const headers = { ...callback.headers, md5, checksum };
    expect(provider.readCallback?.({ ...callback, headers, body })).toMatchObject({
      receipts: [{ providerRef: '9223372036854775807' }],
    });
  });

  test('reports several messages in one event, each with its own state and time', () => {
    const { provider } = talkWith(yunxin, config);
    const reportTime = '2026-03-01 04:30:05';
    const reading = provider.readCallback?.(
      event({
        eventType: '11',
        objects: [
          { sendid: '1', result: 'DELIVRD', reportTime },
          { sendid: '2', result: 'MK:0001', reportTime, reason: '空号' },
          { sendid: '3', result: 'KEYWORD' },
          { result: 'DELIVRD' },
          null,
        ],
      }),
    );
    const at = new Date('2026-02-28T20:30:05Z');
    expect(reading).toMatchObject({
      isSigned: true,
      receipts: [
        { providerRef: '1', state: 'delivered', at },
        { providerRef: '2', state: 'undelivered', reason: 'number_invalid', detail: '空号', at },
        { providerRef: '3', state: 'rejected', reason: 'content_refused' },
      ],
    });
    expect(reading).toHaveProperty('receipts.length', 3);
  });

  // @mutant src/vendors/adapters/netease/yunxin.ts
  // - isSameSignature(headers.md5?.toLowerCase(), digest) &&
  // -     isSameSignature(headers.checksum?.toLowerCase(), expected);
  // + isSameSignature(headers.md5?.toLowerCase(), digest);
  test('has its other events accepted, and events of others refused', () => {
    const { provider } = talkWith(yunxin, config);
    const reply = { eventType: '12', objects: [{ sendid: '1', result: 'DELIVRD' }] };
    expect(provider.readCallback?.(event(reply))).toMatchObject({ kind: 'receipts', receipts: [] });
    expect(provider.readCallback?.(event(reply, 'guessed'))).toMatchObject({
      kind: 'refused',
      because: 'signature',
    });
  });

  describeSmsContract({
    vendor: yunxin,
    simulator: yunxinSimulator,
    wrongSecret: { appSecret: 'another' },
    mobile: '13912345678',
    said: { templateid: '3057527', params: { code: '482913' } },
  });
});

test.each(['constructor', '__proto__', '9'])('treats a status of %j as unknown', async (status) => {
  const { provider } = talkWith(yunxin, config, JSON.stringify({ code: 200, obj: [{ status }] }));
  const query = { callId: 'c', reference: 'r', mobile: '+8613912345678', partRefs: [] };
  const asked = { ...query, providerRef: '1', heldAt: new Date() };
  expect(await provider.queryStatus?.(asked, soon)).toMatchObject({ state: 'unknown' });
});
