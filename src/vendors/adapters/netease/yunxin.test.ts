import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import { useVendorFixture } from '../../../../test/vendors/vendor-fixture.ts';
import { openMessages } from '../../providers/open-provider.ts';
import type { Callback } from '../../providers/vendor.ts';
import { yunxinSimulator } from '../../simulators/yunxin.ts';
import { yunxin, yunxinCheckSum } from './yunxin.ts';

const config = { appKey: 'key', appSecret: 'secret', endpoint: 'http://127.0.0.1:9' };
const sample = sampleSend(yunxinSimulator);
const notice = sampleSend(yunxinSimulator, {
  product: 'sms_notice',
  variables: { name: 'Li', minutes: '5' },
  form: { code: '3057528', order: ['minutes', 'name'] },
});
const mobile = '13912345678';
const soon = { signal: new AbortController().signal };

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
    const { provider, requests } = talkWith(yunxin, config, '{"code":200,"msg":"1","obj":1}');
    const abroad = { to: '+12025550123', region: 'US' };
    await provider.send({ ...notice, ...abroad }, soon);
    await provider.send({ ...sample, ...abroad }, soon);
    const [first, second] = requests.map(({ body }) => new URLSearchParams(String(body)));
    expect(first?.get('mobiles')).toBe('["+1-2025550123"]');
    expect(second?.get('mobile')).toBe('+1-2025550123');
  });

  test.each([
    ['named', sample, '/sms/sendcode.action', { mobile, paramMap: '{"code":"482913"}' }],
    [
      'named',
      notice,
      '/sms/sendtemplate.action',
      { mobiles: `["${mobile}"]`, paramMap: '{"name":"Li","minutes":"5"}' },
    ],
    ['positional', sample, '/sms/sendcode.action', { mobile, authCode: '482913' }],
    [
      'positional',
      notice,
      '/sms/sendtemplate.action',
      { mobiles: `["${mobile}"]`, params: '["5","Li"]' },
    ],
  ])('gets %s values at the operation of the template', async (variables, send, path, values) => {
    const { provider, requests } = talkWith(yunxin, { ...config, variables }, '{"code":404}');
    await provider.send(send, soon);
    expect(requests[0]?.url).toBe(`${config.endpoint}${path}`);
    const form = Object.fromEntries(new URLSearchParams(String(requests[0]?.body)));
    expect(form).toEqual({ templateid: send.form.code, ...values });
  });

  // @mutant src/vendors/adapters/netease/yunxin.ts
  // -   idField: 'msg',
  // +   idField: 'obj',
  test('never takes the code in a response for the id of the message', async () => {
    const { provider } = talkWith(yunxin, config, '{"code":200,"msg":"88","obj":"482913"}');
    expect(await provider.send(sample, soon)).toEqual({ kind: 'done', providerRef: '88' });
    const odd = talkWith(yunxin, config, '{"code":200,"msg":"sendid","obj":"48291357"}');
    const outcome = await odd.provider.send(sample, soon);
    expect(outcome.kind).toBe('unknown');
    expect(JSON.stringify(outcome)).not.toContain('48291357');
  });

  test('has codes of 4 to 10 digits on an earlier account, and others before money moves', () => {
    const earlier = talkWith(yunxin, { ...config, variables: 'positional' }).provider;
    const fieldFor = (code: string) => earlier.findFault({ ...sample, variables: { code } })?.field;
    expect(['123', '12345678901', 'ab12', '1234'].map(fieldFor)).toEqual([
      ...['code', 'code', 'code'],
      undefined,
    ]);
    expect(earlier.findFault(notice)).toBeUndefined();
    const named = talkWith(yunxin, config).provider;
    expect(named.findFault({ ...sample, variables: { code: 'ab12' } })).toBeUndefined();
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
    const outcome = await provider.send(notice, soon);
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

  describe('a template', () => {
    const fixture = useVendorFixture(yunxin, yunxinSimulator, (opening) =>
      openMessages(yunxin, opening),
    );

    test.each([['named'], ['positional']])(
      'of notifications is sent with %s values',
      async (variables) => {
        const provider = fixture.open({ ...fixture.running.config, variables });
        expect(await provider.send(notice, soon)).toMatchObject({
          kind: 'done',
          providerRef: fixture.running.taken.at(-1)?.id,
        });
      },
    );

    test('of a code is sent with positional values too', async () => {
      const provider = fixture.open({ ...fixture.running.config, variables: 'positional' });
      expect(await provider.send(sample, soon)).toMatchObject({ kind: 'done' });
      expect(fixture.running.taken.at(-1)?.said).toMatchObject({ params: { authCode: '482913' } });
    });

    test('is refused for the other product, and the next provider is tried', async () => {
      const wrong = { ...notice, form: { code: '3057527' } };
      expect(await fixture.provider.send(wrong, soon)).toMatchObject({
        kind: 'unavailable',
        reason: 'template_refused',
      });
      expect(await fixture.provider.send({ ...sample, form: notice.form }, soon)).toMatchObject({
        kind: 'unavailable',
        reason: 'template_refused',
      });
    });
  });

  describeMessageContract({
    vendor: yunxin,
    simulator: yunxinSimulator,
    wrongSecret: { appSecret: 'another' },
    mobile: '13912345678',
    said: { templateid: '3057527', params: { code: '482913' } },
  });
});

test.each(['constructor', '__proto__', '9'])('treats a status of %j as unknown', async (status) => {
  const { provider } = talkWith(yunxin, config, JSON.stringify({ code: 200, obj: [{ status }] }));
  const query = { callId: 'c', reference: 'r', to: '+8613912345678', partRefs: [] };
  const asked = { ...query, providerRef: '1', heldAt: new Date() };
  expect(await provider.queryStatus?.(asked, soon)).toMatchObject({ state: 'unknown' });
});
