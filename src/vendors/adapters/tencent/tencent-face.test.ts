import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommonClient } from '../../../../test/reference-clients/tencent.ts';
import { describeFaceContract } from '../../../../test/vendors/face-contract.ts';
import { createMovableClock } from '../../../foundation/clock.ts';
import { createHttpClient, type HttpClient } from '../../../foundation/outbound/http-client.ts';
import { confirmPerson } from '../../providers/confirm-person.ts';
import { type OpenedFace, openFace } from '../../providers/open-provider.ts';
import type { SessionStart } from '../../providers/provider.ts';
import { readConfig } from '../../providers/read-config.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { tencentFaceSimulator } from '../../simulators/tencent-face.ts';
import { resultCodes, tencentFace } from './tencent-face.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const returnUrl = 'https://pay.example.com/v/link/return?lang=zh-CN';
const person = { name: '张三', cardNo: '11010519491231002X' };

describe('Tencent Cloud FaceID', () => {
  describeFaceContract({
    vendor: tencentFace,
    simulator: tencentFaceSimulator,
    wrongSecret: { secretKey: 'another' },
    said: { flow: 'biz', Name: '张三', IdCard: '11010519491231002X' },
    callsBack: false,
  });

  const clock = createMovableClock(new Date());
  const http = createHttpClient({ connections: 4, connectTimeoutMs: 2_000 });
  let running: RunningSimulator;
  let provider: OpenedFace;
  const soon = () => ({ signal: AbortSignal.timeout(10_000) });

  beforeAll(async () => {
    running = await runSimulator(tencentFaceSimulator, {
      callbackUrlOf: () => 'http://127.0.0.1:9/',
    });
    provider = open(http);
  });
  afterAll(async () => {
    await running.close();
    await http.close();
  });

  function open(client: HttpClient, changes: Record<string, unknown> = {}): OpenedFace {
    const { callbackKey, ...config } = running.config;
    return openFace(tencentFace, {
      code: 'tencent',
      config: readConfig(tencentFace, { ...config, ...changes }),
      tools: { http: client, clock, log: quiet, callbackUrl: () => String(callbackKey) },
    });
  }

  /** A provider of E-Zheng-Tong, or of WeChat H5. */
  const of = (flow: 'eid' | 'biz') => (flow === 'biz' ? provider : open(http, eid));
  const eid = { ruleId: undefined, merchantId: '0NSJ243206261600932123' };

  async function start(from = provider, cardNo = person.cardNo) {
    const asked: SessionStart = {
      ...{ checkId: 'check-1', person: { ...person, cardNo }, returnUrl, device: 'wechat' },
      ...{ language: 'zh', browserData: null, mode: 'live' },
    };
    const session = await from.startSession(asked, soon());
    if (session.kind !== 'started') throw new Error(JSON.stringify(session));
    return session;
  }

  const official = (secretKey: string) =>
    new CommonClient('faceid.tencentcloudapi.com', '2018-03-01', {
      credential: { secretId: String(running.config.secretId), secretKey },
      profile: { httpProfile: { protocol: 'http://', endpoint: new URL(running.url).host } },
    });

  /** A vendor that gives this answer to every action. */
  const saying = (response: object): HttpClient => ({
    request: async () => ({
      ...{ status: 200, headers: {} },
      text: JSON.stringify({ Response: { Status: 'finished', ...response } }),
    }),
    close: async () => {},
  });

  test.each([
    ['eid', 600_000],
    ['biz', 7_200_000],
  ] as const)(
    'a session of %s is for the person of the call, and ends in time',
    async (flow, life) => {
      const { sessionRef, expiresAt } = await start(of(flow), '11010519491231002x');
      expect(sessionRef).toBe(`${flow}:${running.taken.at(-1)?.id}`);
      expect(expiresAt.getTime() - clock.nowMs()).toBe(life);
      expect(running.taken.at(-1)).toMatchObject({
        reference: 'check-1',
        said: { flow, entry: 'given', IdCard: '11010519491231002X' },
      });
    },
  );

  test('a provider needs one of the two products, and uses WeChat H5 if it has both', async () => {
    const neither = { ruleId: undefined };
    expect(() => open(http, neither)).toThrow('ruleId is required, unless merchantId is set');
    const { sessionRef } = await start(open(http, { merchantId: eid.merchantId }));
    expect(sessionRef).toMatch(/^biz:/);
  });

  const weChat = { 'user-agent': 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50' };

  test.each(['eid', 'biz'] as const)('in %s a person decides, and returns', async (flow) => {
    const { url, sessionRef } = await start(of(flow));
    const shown = await (await fetch(url, { headers: weChat })).text();
    expect(shown).toContain('<button name="outcome" value="passed">');
    const decide = (outcome: string, headers = weChat) =>
      fetch(url, {
        ...{ method: 'POST', headers, redirect: 'manual' },
        body: new URLSearchParams({ outcome }),
      });
    const elsewhere = await decide('failed', { 'user-agent': 'Mozilla/5.0 (iPhone) Safari' });
    expect(await elsewhere.text()).toContain('请在微信客户端打开链接');
    const answer = await decide('passed');
    expect(answer.status).toBe(303);
    const token = running.taken.at(-1)?.id;
    expect(answer.headers.get('location')).toBe(
      `${returnUrl}${flow === 'eid' ? `&token=${token}` : ''}`,
    );
    expect(await provider.queryResult(sessionRef, soon())).toMatchObject({
      ...{ state: 'passed', taskId: token, vendorCode: '0', cost: 10_000n },
    });
    expect(await (await decide('failed')).text()).toContain('over');
    expect((await provider.queryResult(sessionRef, soon())).state).toBe('passed');
  });

  test.each(['eid', 'biz'] as const)('in %s a person who leaves keeps it open', async (flow) => {
    const { sessionRef } = await start(of(flow));
    running.decide(running.taken.at(-1)?.id ?? '', 'cancelled');
    expect((await provider.queryResult(sessionRef, soon())).state).toBe('open');
  });

  describe('a stranger', () => {
    const stateOf = async (from: OpenedFace) => {
      const { sessionRef } = await start(from);
      running.decide(running.taken.at(-1)?.id ?? '', 'stranger');
      return confirmPerson(await from.queryResult(sessionRef, soon()), person).state;
    };

    // @mutant src/vendors/adapters/tencent/tencent-face.ts
    // - Config: { InputType: '4' }
    // + Config: {}
    test('fails in E-Zheng-Tong, whose page asks for no card', async () => {
      expect(await stateOf(of('eid'))).toBe('failed');
    });

    test('fails in a WeChat flow that was set up to photograph a card', async () => {
      expect(await stateOf(open(http, { ruleId: '2' }))).toBe('failed');
    });

    test('makes the official client pass, if it does not send InputType', async () => {
      const { EidToken } = await official(String(running.config.secretKey)).request('GetEidToken', {
        ...{
          Name: '张三',
          IdCard: person.cardNo,
          RedirectUrl: returnUrl,
          MerchantId: eid.merchantId,
        },
      });
      running.decide(EidToken, 'stranger');
      // The vendor says that it passed; the adapter says that it does not know who.
      await expect(provider.queryResult(`eid:${EidToken}`, soon())).rejects.toThrow('entered OCR');
    });
  });

  // @mutant src/vendors/adapters/tencent/tencent-face.ts
  // - if (ownEntries.includes(entry)) throw
  // + if (false) throw
  test.each([
    ['eid', {}, 'given'],
    ['eid', { IdInfoFrom: '其他' }, 'given'],
    ['eid', { IdInfoFrom: 'OCR', IdCard: '7', Name: '李四' }, { cardNo: '7', name: '李四' }],
    ['biz', { IdCard: '7', Name: '李四' }, { cardNo: '7', name: '李四' }],
    ['eid', { IdInfoFrom: 'OCR' }, undefined],
    ['eid', { IdInfoFrom: 'NFC' }, undefined],
    ['eid', { IdInfoFrom: '手动输入' }, undefined],
    ['eid', { IdInfoFrom: 'OCR', Name: '张三' }, undefined],
    ['biz', { Name: '张三' }, undefined],
    ['biz', {}, undefined],
  ])('a pass in %s with %j is that of %j', async (flow, words, compared) => {
    const asked = open(saying({ Text: { ErrCode: 0, ...words } })).queryResult(`${flow}:7`, soon());
    if (compared) expect(await asked).toMatchObject({ state: 'passed', compared });
    else await expect(asked).rejects.toThrow(/entered|without an ID number/);
  });

  test('an E-Zheng-Tong session past its time is expired, with the cost of its attempts', async () => {
    const { sessionRef } = await start(of('eid'));
    const taken = running.taken.at(-1);
    if (taken) taken.at = new Date(Date.now() - 601_000);
    const expired = {
      state: 'expired',
      taskId: taken?.id,
      reason: 'expired',
      vendorCode: 'timeout',
    };
    expect(await provider.queryResult(sessionRef, soon())).toEqual(expired);
    const tried = { Status: 'timeout', Text: { LivenessDetail: [{ IsNeedCharge: true }] } };
    expect(await open(saying(tried)).queryResult('eid:7', soon())).toMatchObject({ cost: 10_000n });
  });

  test('a token that the vendor calls expired is expired', async () => {
    const Code = 'InvalidParameterValue.BizTokenExpired';
    const late = open(saying({ Error: { Code, Message: 'late' } }));
    expect((await late.queryResult('biz:1', soon())).state).toBe('expired');
  });

  test.each(['other:1', '1', ''])('a session %j is not this vendor’s', async (sessionRef) => {
    await expect(provider.queryResult(sessionRef, soon())).rejects.toThrow('not a session');
  });

  test('only texts are fetched, never a picture', async () => {
    const bodies: string[] = [];
    const watched: HttpClient = {
      ...http,
      request: (request) => {
        bodies.push(String(request.body));
        return http.request(request);
      },
    };
    for (const flow of ['eid', 'biz'] as const) {
      const { sessionRef } = await start(of(flow));
      running.decide(running.taken.at(-1)?.id ?? '', 'passed');
      await open(watched).queryResult(sessionRef, soon());
    }
    const results = bodies.filter((body) => body.includes('InfoType'));
    expect(results.map((body) => JSON.parse(body).InfoType)).toEqual(['1', '1']);
  });

  describe('a result', () => {
    const result = (ErrCode: unknown, flow = 'biz', changes = {}) =>
      open(saying({ Text: { ErrCode, ErrMsg: 'words', IdCard: '7' } }), changes).queryResult(
        `${flow}:7`,
        soon(),
      );

    test.each(Object.entries(resultCodes))(
      '%s is mapped as in the table',
      async (code, meaning) => {
        const [state, reason, charge] = meaning;
        const read = await result(Number(code));
        expect(read).toMatchObject({ state, taskId: '7', vendorCode: code });
        expect(read.reason).toBe(reason ?? undefined);
        const isFree = charge === undefined && state !== 'open';
        const cost = charge === 'billed' ? 10_000n : undefined;
        expect(read.cost).toBe(isFree ? 0n : cost);
      },
    );

    // @mutant src/vendors/adapters/tencent/tencent-face.ts
    // - meaningOf(vendorCode) ?? ['open', null];
    // + meaningOf(vendorCode) ?? ['failed', 'liveness'];
    test.each([null, 4711, 'constructor', ''])('with the code %j decides nothing', async (code) => {
      expect(await result(code)).toMatchObject({ state: 'open' });
    });

    test('of a forged face costs nothing with E-Zheng-Tong', async () => {
      const read = await result(1002, 'eid');
      expect(read).toMatchObject({ state: 'failed', reason: 'liveness', cost: 0n });
    });

    test('has no cost without a price', async () => {
      expect((await result(0, 'biz', { costPerCheck: undefined })).cost).toBeUndefined();
    });

    // @mutant src/vendors/adapters/tencent/tencent-face.ts
    // - return each * BigInt(charges.filter(Boolean).length);
    // + return each;
    test.each([
      ['is paid for each attempt that the vendor charges for', [true, false, true], 0, 20_000n],
      ['is free if the vendor charges for no attempt', [false], 2016, 0n],
      ['is unfinished, and has a cost already', [true], 17, 10_000n],
      ['is paid by the table if an attempt does not say', [true, null], 2016, 10_000n],
      ['is paid by the table if there is no attempt', [], 2016, 10_000n],
    ])('%s', async (_, charges, ErrCode, cost) => {
      const LivenessDetail = charges.map((IsNeedCharge) => ({ IsNeedCharge }));
      const vendor = open(saying({ Text: { ErrCode, IdCard: '7', LivenessDetail } }));
      expect((await vendor.queryResult('biz:7', soon())).cost).toBe(cost);
    });

    test('without its text is no result', async () => {
      await expect(open(saying({})).queryResult('biz:7', soon())).rejects.toThrow('no Text');
    });
  });

  test('a name that is too long is refused before any money moves', () => {
    const person = (length: number) => ({ name: '𠮷'.repeat(length), cardNo: '1' });
    expect(provider.screen(person(32)).kind).toBe('done');
    expect(provider.screen(person(33))).toMatchObject({
      ...{ kind: 'rejected', reason: 'identity_invalid' },
    });
  });

  describe('the official client', () => {
    const fields = { Name: '张三', IdCard: '11010519491231002X', RedirectUrl: returnUrl };

    test('works with the simulator', async () => {
      const client = official(String(running.config.secretKey));
      const { EidToken } = await client.request('GetEidToken', {
        ...fields,
        MerchantId: eid.merchantId,
        Config: { InputType: '4' },
      });
      expect(await client.request('CheckEidTokenStatus', { EidToken })).toMatchObject({
        Status: 'init',
      });
      const { BizToken } = await client.request('DetectAuth', {
        ...fields,
        RuleId: running.config.ruleId,
      });
      running.decide(BizToken, 'failed');
      const asked = { BizToken, RuleId: running.config.ruleId, InfoType: '1' };
      expect(await client.request('GetDetectInfoEnhanced', asked)).toMatchObject({
        Text: { ErrCode: 2016 },
      });
    });

    test('is refused with a wrong secret', async () => {
      await expect(official('another').request('GetEidToken', fields)).rejects.toMatchObject({
        code: 'AuthFailure.SignatureFailure',
      });
    });
  });
});
