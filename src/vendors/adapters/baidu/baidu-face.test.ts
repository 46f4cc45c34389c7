import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBaiduFace } from '../../../../test/reference-clients/baidu-face.ts';
import { describeFaceContract } from '../../../../test/vendors/face-contract.ts';
import { createMovableClock } from '../../../foundation/clock.ts';
import { createHttpClient, type HttpClient } from '../../../foundation/outbound/http-client.ts';
import { confirmPerson } from '../../providers/confirm-person.ts';
import { type OpenedFace, openFace } from '../../providers/open-provider.ts';
import type { SessionStart } from '../../providers/provider.ts';
import { readConfig } from '../../providers/read-config.ts';
import { baiduFaceSimulator } from '../../simulators/baidu-face.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { baiduFace } from './baidu-face.ts';
import { resultCodes } from './baidu-face-codes.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const returnUrl = 'https://pay.example.com/v/link/return?a=1&b=2';
const zhang = { name: '张三', cardNo: '11010519491231002x' };
const solution = '/rpc/2.0/brain/solution/faceprint';

describe('Baidu', () => {
  describeFaceContract({
    vendor: baiduFace,
    simulator: baiduFaceSimulator,
    wrongSecret: { secretKey: 'another' },
    said: { plan_id: '16144', id_name: '张三', id_no: '11010519491231002X', certificate_type: 0 },
    callsBack: false,
  });

  const clock = createMovableClock(new Date());
  const http = createHttpClient({ connections: 4, connectTimeoutMs: 2_000 });
  let running: RunningSimulator;
  let provider: OpenedFace;
  const soon = () => ({ signal: AbortSignal.timeout(10_000) });

  beforeAll(async () => {
    running = await runSimulator(baiduFaceSimulator, { callbackUrlOf: () => '' });
  });
  afterAll(async () => {
    await running.close();
    await http.close();
  });
  beforeEach(() => {
    provider = open(http);
  });

  function open(client: HttpClient, changes: Record<string, unknown> = {}): OpenedFace {
    const { callbackKey, ...config } = running.config;
    return openFace(baiduFace, {
      code: 'baidu',
      config: readConfig(baiduFace, { ...config, ...changes }),
      tools: { http: client, clock, log: quiet, callbackUrl: () => String(callbackKey) },
    });
  }

  async function start(from = provider, person = zhang) {
    const asked: SessionStart = {
      ...{ checkId: 'check-1', person, returnUrl, device: 'mobile', language: 'zh' },
      ...{ browserData: null, mode: 'live' },
    };
    const session = await from.startSession(asked, soon());
    if (session.kind !== 'started') throw new Error(JSON.stringify(session));
    return session;
  }

  const latest = () => running.taken.at(-1)?.id ?? '';

  test('a session lives 2 hours, and its URL returns the person whatever the outcome', async () => {
    const { sessionRef, url, expiresAt } = await start();
    expect(sessionRef).toBe(latest());
    expect(expiresAt.getTime() - clock.nowMs()).toBe(2 * 3_600_000);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      ...{ token: sessionRef, successUrl: returnUrl, failedUrl: returnUrl },
    });
  });

  test('the number of a residence permit is submitted as one', async () => {
    await start(provider, { name: '陳大文', cardNo: '810000199408230021' });
    expect(running.taken.at(-1)?.said).toMatchObject({ certificate_type: 4 });
  });

  // @mutant src/vendors/adapters/baidu/baidu-face.ts
  // -         if (!isSuccess(submitted)) return failureOf(submitted);
  test('there is no session if the identity is not accepted', async () => {
    const refusing: HttpClient = {
      async request(request) {
        if (!request.url.includes('/idcard/submit')) return http.request(request);
        const text = '{"success":false,"error_code":222022,"error_msg":"身份证号不符合格式要求"}';
        return { status: 200, headers: {}, text };
      },
      close: async () => {},
    };
    await expect(start(open(refusing))).rejects.toThrow('"kind":"rejected"');
  });

  describe('an access token', () => {
    function counting() {
      const paths: string[] = [];
      const client: HttpClient = {
        request(request) {
          paths.push(new URL(request.url).pathname);
          return http.request(request);
        },
        close: async () => {},
      };
      const count = () => paths.filter((path) => path === '/oauth/2.0/token').length;
      return { client, count };
    }

    test('serves many requests, and is renewed a day before it ends', async () => {
      const { client, count } = counting();
      const counted = open(client);
      await start(counted);
      await start(counted);
      expect(count()).toBe(1);
      clock.move(28 * 24 * 3_600_000);
      await start(counted);
      expect(count()).toBe(1);
      clock.move(24 * 3_600_000 + 1);
      await start(counted);
      expect(count()).toBe(2);
    });

    test('is fetched once more when the API refuses it, and not a third time', async () => {
      const { client, count } = counting();
      let refusals = 1;
      const forgetful: HttpClient = {
        async request(request) {
          if (!request.url.includes('access_token') || refusals-- <= 0) {
            return client.request(request);
          }
          const text = '{"error_code":111,"error_msg":"Access token expired"}';
          return { status: 200, headers: {}, text };
        },
        close: async () => {},
      };
      await start(open(forgetful));
      expect(count()).toBe(2);
      refusals = 9;
      await expect(start(open(forgetful))).rejects.toThrow('"vendorCode":"111"');
    });
  });

  describe('a person who passes', () => {
    async function pass(changes: object = {}) {
      const { url, sessionRef } = await start();
      const body = new URLSearchParams({ outcome: 'passed', ...changes });
      const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, returnUrl]);
      return provider.queryResult(sessionRef, soon());
    }

    test('is the person of the call', async () => {
      const result = await pass();
      expect(result).toMatchObject({ compared: { name: '张三', cardNo: '11010519491231002X' } });
      expect(confirmPerson(result, zhang).state).toBe('passed');
    });

    test.each([{ name: '李四' }, { idcard_number: '110105194912310054' }])(
      'as somebody else (%j) has failed',
      async (changes) => {
        expect(confirmPerson(await pass(changes), zhang)).toMatchObject({
          ...{ state: 'failed', reason: 'identity_mismatch' },
        });
      },
    );
  });

  describe('a result', () => {
    const attempt = {
      ...{ order: 1, code: '0', message: '核验成功', is_verify_passed: true, is_charged: true },
      ...{ charge_type: 'verify', verify_detail: { score: 80, threshold: 80 } },
      idcard_confirm: { name: '张三', idcard_number: '11010519491231002X' },
    };
    const failure = {
      ...{ ...attempt, is_verify_passed: false, code: '222351', message: 'words' },
      verify_detail: { score: null, threshold: 80 },
    };

    function result(attempts: object[], charged: unknown = 1, changes = {}) {
      const told = { verify_charge_count: charged, verify_result: attempts };
      return ask({ success: true, result: told }, changes);
    }
    function ask(said: object, changes = {}) {
      const saying: HttpClient = {
        async request({ url }) {
          const token = '{"access_token":"24.x","expires_in":2592000}';
          const text = url.includes('/oauth/') ? token : JSON.stringify(said);
          return { status: 200, headers: {}, text };
        },
        close: async () => {},
      };
      return open(saying, changes).queryResult('token', soon());
    }

    test.each(Object.entries(resultCodes))('with %s ends as in the table', async (code, row) => {
      const [state, reason] = row;
      expect(await result([{ ...failure, code }])).toMatchObject({
        ...{ state, reason, vendorCode: code, detail: 'words' },
      });
    });

    test('with an unlisted code has failed, by the face if a face was compared', async () => {
      expect(await result([{ ...failure, code: 'constructor' }])).toMatchObject({
        ...{ state: 'failed', reason: 'not_understood' },
      });
      const verify_detail = { score: 31.5, threshold: 80 };
      expect(await result([{ ...failure, code: '999', verify_detail }])).toMatchObject({
        ...{ state: 'failed', reason: 'face_mismatch' },
      });
    });

    test('is open before the first attempt, and that of the one attempt that passed', async () => {
      expect((await result([])).state).toBe('open');
      expect((await ask({ success: false, error_code: 283450 })).state).toBe('open');
      expect((await result([failure, attempt])).state).toBe('passed');
      expect((await result([failure, { ...failure, code: '223114' }])).state).toBe('expired');
      await expect(ask({ success: true, result: {} })).rejects.toThrow('no verify_result');
      await expect(ask({ success: false, error_code: 18 })).rejects.toThrow('18');
    });

    // @mutant src/vendors/adapters/baidu/baidu-face.ts
    // - score >= threshold
    // + score > 0
    // @mutant src/vendors/adapters/baidu/baidu-face.ts
    // -   if (['match', 'live'].includes(kind)) throw new UnexpectedResponse(`the plan is of type ${kind}`);
    test.each([
      ['the plan only checks that a person is alive', { charge_type: 'live' }],
      ['the plan compares with a photo of ours', { charge_type: 'match' }],
      ['there is no score', { verify_detail: { score: null, threshold: 80 } }],
      ['the score is too low', { verify_detail: { score: 79.9, threshold: 80 } }],
      ['nobody is named', { idcard_confirm: null }],
      ['there is no number', { idcard_confirm: { name: '张三' } }],
      ['the name is masked', { idcard_confirm: { name: '张*', idcard_number: '1101' } }],
    ])('is no answer if somebody passes and %s', async (_, changes) => {
      await expect(result([{ ...attempt, ...changes }])).rejects.toThrow(/passed|the plan/);
    });

    test('costs what the vendor charges for, whatever the outcome', async () => {
      expect((await result([attempt], 1)).cost).toBe(8_000n);
      expect((await result([failure, attempt], 2)).cost).toBe(16_000n);
      expect((await result([{ ...failure, code: '223114' }], 0)).cost).toBe(0n);
      expect((await result([attempt], null)).cost).toBeUndefined();
      expect((await result([attempt], 1, { costPerCheck: undefined })).cost).toBeUndefined();
    });
  });

  describe('the official client', () => {
    const { apiKey, secretKey } = baiduFaceSimulator.config('') as Record<string, string>;
    const client = (secret = secretKey ?? '') => createBaiduFace(running.url, apiKey ?? '', secret);

    test('works with the simulator', async () => {
      const official = client();
      const made = (await official.jsonRequestImpl({
        targetPath: `${solution}/verifyToken/generate`,
        plan_id: '16144',
      })) as { result: { verify_token: string } };
      const { verify_token } = made.result;
      expect(verify_token).toBe(latest());
      const identity = { id_name: '张三', id_no: '11010519491231002X', certificate_type: 0 };
      const targetPath = `${solution}/idcard/submit`;
      expect(
        await official.jsonRequestImpl({ targetPath, verify_token, ...identity }),
      ).toMatchObject({ success: true, result: 1 });
      running.decide(verify_token, 'passed');
      const all = `${solution}/result/getall`;
      expect(await official.jsonRequestImpl({ targetPath: all, verify_token })).toMatchObject({
        result: { verify_result: [{ is_verify_passed: true }] },
      });
    });

    test('is refused with a wrong secret', async () => {
      const targetPath = `${solution}/verifyToken/generate`;
      // Without a token it signs in another way, which the endpoint of the plan does not know.
      expect(
        await client('another').jsonRequestImpl({ targetPath, plan_id: '16144' }),
      ).toMatchObject({ error_code: 110 });
    });
  });
});
