import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommonClient } from '../../../../test/reference-clients/tencent.ts';
import { describeFaceContract } from '../../../../test/vendors/face-contract.ts';
import { createMovableClock } from '../../../foundation/clock.ts';
import { createHttpClient, type HttpClient } from '../../../foundation/outbound/http-client.ts';
import { type OpenedFace, openFace } from '../../providers/open-provider.ts';
import type { Device, SessionStart } from '../../providers/provider.ts';
import { readConfig } from '../../providers/read-config.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { tencentFaceSimulator } from '../../simulators/tencent-face.ts';
import { resultCodes, tencentFace } from './tencent-face.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const returnUrl = 'https://pay.example.com/v/link/return?lang=zh-CN';

describe('Tencent Cloud FaceID', () => {
  describeFaceContract({
    vendor: tencentFace,
    simulator: tencentFaceSimulator,
    wrongSecret: { secretKey: 'another' },
    said: { flow: 'eid', Name: '张三', IdCard: '11010519491231002X' },
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

  async function start(device: Device, cardNo = '11010519491231002X') {
    const asked: SessionStart = {
      ...{ checkId: 'check-1', person: { name: '张三', cardNo }, returnUrl, device },
      ...{ language: 'zh', browserData: null, mode: 'live' },
    };
    const session = await provider.startSession(asked, soon());
    if (session.kind !== 'started') throw new Error(JSON.stringify(session));
    return session;
  }

  /** A vendor that gives this answer to every action. */
  const saying = (response: object): HttpClient => ({
    request: async () => ({
      ...{ status: 200, headers: {} },
      text: JSON.stringify({ Response: { Status: 'finished', ...response } }),
    }),
    close: async () => {},
  });

  test.each([
    ['mobile', 'eid', 600_000],
    ['wechat', 'biz', 7_200_000],
  ] as const)('on %s a session uses the flow %s, and ends in time', async (device, flow, life) => {
    const { sessionRef, expiresAt } = await start(device, '11010519491231002x');
    expect(sessionRef).toBe(`${flow}:${running.taken.at(-1)?.id}`);
    expect(expiresAt.getTime() - clock.nowMs()).toBe(life);
    expect(running.taken.at(-1)).toMatchObject({
      reference: 'check-1',
      said: { flow, IdCard: '11010519491231002X' },
    });
  });

  test.each(['mobile', 'wechat'] as const)(
    'on %s a person decides, and returns',
    async (device) => {
      const { url, sessionRef } = await start(device);
      expect(await (await fetch(url)).text()).toContain('<button name="outcome" value="passed">');
      const body = new URLSearchParams({ outcome: 'passed' });
      const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      expect(answer.status).toBe(303);
      const token = running.taken.at(-1)?.id;
      const isEid = device === 'mobile';
      expect(answer.headers.get('location')).toBe(
        `${returnUrl}${isEid ? `&EidToken=${token}` : ''}`,
      );
      expect(await provider.queryResult(sessionRef, soon())).toMatchObject({
        ...{ state: 'passed', taskId: token, vendorCode: '0', cost: 10_000n },
      });
      const late = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ outcome: 'failed' }),
      });
      expect(await late.text()).toContain('over');
      expect((await provider.queryResult(sessionRef, soon())).state).toBe('passed');
    },
  );

  test.each(['mobile', 'wechat'] as const)(
    'on %s a person who walks away leaves it open',
    async (device) => {
      const { sessionRef } = await start(device);
      running.decide(running.taken.at(-1)?.id ?? '', 'cancelled');
      expect((await provider.queryResult(sessionRef, soon())).state).toBe('open');
    },
  );

  test('an E-Zheng-Tong session past its time is expired', async () => {
    const { sessionRef } = await start('mobile');
    const taken = running.taken.at(-1);
    if (taken) taken.at = new Date(Date.now() - 601_000);
    expect(await provider.queryResult(sessionRef, soon())).toMatchObject({
      ...{ state: 'expired', reason: 'expired', vendorCode: 'timeout' },
    });
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
    for (const device of tencentFace.devices) {
      const { sessionRef } = await start(device);
      running.decide(running.taken.at(-1)?.id ?? '', 'passed');
      await open(watched).queryResult(sessionRef, soon());
    }
    const results = bodies.filter((body) => body.includes('InfoType'));
    expect(results.map((body) => JSON.parse(body).InfoType)).toEqual(['1', '1']);
  });

  describe('a result', () => {
    const result = (ErrCode: unknown, flow = 'biz', changes = {}) =>
      open(saying({ Text: { ErrCode, ErrMsg: 'words' } }), changes).queryResult(
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
    // - if (!Object.hasOwn(resultCodes, vendorCode)) return { state: 'open'
    // + if (!Object.hasOwn(resultCodes, vendorCode)) return { state: 'failed'
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
    const official = (secretKey: string) =>
      new CommonClient('faceid.tencentcloudapi.com', '2018-03-01', {
        credential: { secretId: String(running.config.secretId), secretKey },
        profile: { httpProfile: { protocol: 'http://', endpoint: new URL(running.url).host } },
      });
    const fields = { Name: '张三', IdCard: '11010519491231002X', RedirectUrl: returnUrl };

    test('works with the simulator', async () => {
      const client = official(String(running.config.secretKey));
      const { EidToken } = await client.request('GetEidToken', {
        ...fields,
        MerchantId: running.config.merchantId,
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
