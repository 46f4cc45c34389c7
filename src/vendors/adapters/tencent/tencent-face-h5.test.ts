import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeFaceContract } from '../../../../test/vendors/face-contract.ts';
import { createMovableClock } from '../../../foundation/clock.ts';
import {
  createHttpClient,
  type HttpClient,
  type HttpRequest,
} from '../../../foundation/outbound/http-client.ts';
import { type OpenedFace, openFace } from '../../providers/open-provider.ts';
import type { SessionStart } from '../../providers/provider.ts';
import { readConfig } from '../../providers/read-config.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { tencentFaceH5Simulator } from '../../simulators/tencent-face-h5.ts';
import { kycSignature } from './kyc-tickets.ts';
import { kycResults, tencentFaceH5 } from './tencent-face-h5.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const returnUrl = 'https://pay.example.com/v/link/return?lang=zh-CN';

// The examples of cloud.tencent.com/document/product/1007/61073 and /61074 (read 2026-11-17).
test.each([
  [
    ['IDAXXXXX', 'userID19959248596551', 'kHoSxvLZGxSoFsjxlbzEoUzh5PAnTU7T', '1.0.0'],
    'XO99Qfxlti9iTVgHAjwvJdAZKN3nMuUhrsPdPlPVKlcyS50N6tlLnfuFBPIucaMS',
    'D7606F1741DDCF90757DA924EDCF152A200AC7F0',
  ],
  [
    [
      ...['appId001', 'userID19959248596551', 'kHoSxvLZGxSoFsjxlbzEoUzh5PAnTU7T', '1.0.0'],
      ...['bwiwe1457895464', 'aabc1457895464'],
    ],
    'zxc9Qfxlti9iTVgHAjwvJdAZKN3nMuUhrsPdPlPVKlcyS50N6tlLnfuFBPIucaMS',
    '4E9DFABF938BF37BDB7A7DC25CCA1233D12D986B',
  ],
])('%j is signed as in the vendor’s example', (values, ticket, signature) => {
  expect(kycSignature([...values, ticket])).toBe(signature);
});

describe('Tencent Cloud FaceID in phone browsers', () => {
  describeFaceContract({
    vendor: tencentFaceH5,
    simulator: tencentFaceH5Simulator,
    wrongSecret: { secret: 'another' },
    said: { name: '张三', idNo: '11010519491231002X' },
    callsBack: false,
  });

  const clock = createMovableClock(new Date());
  const http = createHttpClient({ connections: 4, connectTimeoutMs: 2_000 });
  const asked: HttpRequest[] = [];
  const watched: HttpClient = {
    ...http,
    request(request) {
      asked.push(request);
      return http.request(request);
    },
  };
  let running: RunningSimulator;
  let provider: OpenedFace;
  const soon = () => ({ signal: AbortSignal.timeout(10_000) });

  beforeAll(async () => {
    running = await runSimulator(tencentFaceH5Simulator, {
      callbackUrlOf: () => 'http://127.0.0.1:9/',
    });
    provider = open(watched);
  });
  afterAll(async () => {
    await running.close();
    await http.close();
  });

  function open(client: HttpClient, changes: Record<string, unknown> = {}): OpenedFace {
    const { callbackKey, ...config } = running.config;
    return openFace(tencentFaceH5, {
      code: 'h5',
      config: readConfig(tencentFaceH5, { ...config, ...changes }),
      tools: { http: client, clock, log: quiet, callbackUrl: () => String(callbackKey) },
    });
  }

  async function start(from = provider) {
    const session = await from.startSession(
      {
        ...{ checkId: '01a1dd07-3466-7b52-9931-76d63a914540', returnUrl, device: 'mobile' },
        person: { name: '张三', cardNo: '11010519491231002x' },
        ...{ language: 'zh', browserData: null, mode: 'live' },
      } as SessionStart,
      soon(),
    );
    if (session.kind !== 'started') throw new Error(JSON.stringify(session));
    return session;
  }

  const latest = () => running.taken.at(-1)?.id ?? '';

  test('a session is for the number of the call, and its link is for one press', async () => {
    const { sessionRef, expiresAt, url } = await start();
    expect(sessionRef).toBe(`${latest()}.${Math.floor(clock.nowMs() / 1000)}`);
    // The platform leaves a session with ten seconds left, so it starts a new one at the next press.
    expect(expiresAt.getTime() - clock.nowMs()).toBe(10_000);
    expect(running.taken.at(-1)?.said).toEqual({
      ...{ name: '张三', idNo: '11010519491231002X' },
      userId: '01a1dd0734667b52993176d63a914540',
    });
    expect(new URL(url).searchParams.get('url')).toBe(returnUrl);
  });

  test('a person opens the link once, decides, and returns', async () => {
    const { url, sessionRef } = await start();
    const decide = (outcome: string) =>
      fetch(url, {
        ...{ method: 'POST', redirect: 'manual' },
        body: new URLSearchParams({ outcome }),
      });
    expect((await decide('passed')).status).toBe(400);
    expect(await (await fetch(url)).text()).toContain('<button name="outcome" value="passed">');
    expect(await (await fetch(url)).text()).toContain('签名不合法');
    const answer = await decide('passed');
    const back = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, back.searchParams.get('lang'), back.searchParams.get('code')]).toEqual([
      ...[303, 'zh-CN', '0'],
    ]);
    expect(await provider.queryResult(sessionRef, soon())).toEqual({
      ...{ state: 'passed', taskId: latest(), vendorCode: '0', detail: '请求成功' },
      ...{ compared: 'given', cost: 10_000n },
    });
  });

  test.each(['faceId', 'orderNo', 'userId', 'nonce', 'sign'])(
    'a link with another %s does not open',
    async (name) => {
      const url = new URL((await start()).url);
      url.searchParams.set(name, `x${url.searchParams.get(name)?.slice(1)}`);
      expect(await (await fetch(url)).text()).toContain('签名不合法');
    },
  );

  // @mutant src/vendors/adapters/tencent/tencent-face-h5.ts
  // - return isLeft ? { ...facts, state: 'expired', reason: 'expired' }
  // + return false ? { ...facts, state: 'expired', reason: 'expired' }
  test('a person who leaves keeps the session open for a quarter of an hour', async () => {
    const { sessionRef } = await start();
    running.decide(latest(), 'cancelled');
    const stateOf = async () => (await provider.queryResult(sessionRef, soon())).state;
    expect(await stateOf()).toBe('open');
    clock.move(15 * 60_000 + 1_000);
    expect(await stateOf()).toBe('expired');
  });

  // @mutant src/vendors/adapters/tencent/kyc-tickets.ts
  // - const reuseMs = 50_000;
  // + const reuseMs = 90_000;
  test('a token is reused for less than the minute after which another process may end it', async () => {
    const [one, other] = [open(watched), open(http)];
    const { sessionRef } = await start(one);
    const tokens = () => asked.filter(({ url }) => url.includes('/access_token')).length;
    const before = tokens();
    await start(one);
    await start(other);
    clock.move(49_000);
    expect((await one.queryResult(sessionRef, soon())).state).toBe('open');
    expect(tokens()).toBe(before);
    clock.move(2_000);
    expect((await one.queryResult(sessionRef, soon())).state).toBe('open');
    expect(tokens()).toBe(before + 1);
  });

  test('a refused token starts nothing, so the next provider may be asked', async () => {
    const taken = running.taken.length;
    const wrong = open(http, { secret: 'another' });
    const started = await wrong.startSession(
      { checkId: 'c', person: { name: '张三', cardNo: '1' }, returnUrl } as SessionStart,
      soon(),
    );
    expect(started).toMatchObject({ kind: 'unavailable', reason: 'provider_setup' });
    expect(running.taken.length).toBe(taken);
    await expect(wrong.queryResult(`${'0'.repeat(32)}.1`, soon())).rejects.toThrow('400101');
  });

  test('no picture is fetched', async () => {
    const { sessionRef } = await start();
    running.decide(latest(), 'passed');
    asked.length = 0;
    await provider.queryResult(sessionRef, soon());
    const query = asked.find(({ url }) => url.includes('queryfacerecord'));
    expect(JSON.parse(String(query?.body))).not.toHaveProperty('getFile');
  });

  describe('a result', () => {
    const orderNo = '0'.repeat(32);
    const saying = (answer: object): HttpClient => ({
      request: async ({ url }) => ({
        ...{ status: 200, headers: {} },
        text: JSON.stringify(
          url.includes('/oauth2/')
            ? { code: '0', access_token: 't', tickets: [{ value: 's' }] }
            : answer,
        ),
      }),
      close: async () => {},
    });
    const result = (answer: object, changes = {}) =>
      open(saying(answer), changes).queryResult(
        `${orderNo}.${Math.floor(clock.nowMs() / 1000)}`,
        soon(),
      );

    test.each(Object.entries(kycResults))('%s is mapped as in the table', async (code, meaning) => {
      const [state, reason, charge] = meaning;
      const read = await result({ code, msg: 'words', result: { orderNo } });
      expect(read).toMatchObject({ state, taskId: orderNo, vendorCode: code });
      expect(read.reason).toBe(reason ?? undefined);
      const cost = charge ? 10_000n : 0n;
      expect(read.cost).toBe(state === 'open' ? undefined : cost);
    });

    test.each(['400101', '999999', '4711', 'constructor', ''])('%j is no result', async (code) => {
      await expect(result({ code, result: { orderNo } })).rejects.toThrow();
    });

    // @mutant src/vendors/adapters/tencent/tencent-face-h5.ts
    // - if (textOf(said, 'result', 'orderNo') !== taskId) throw
    // + if (false) throw
    test('of another order, or of none, passes nobody', async () => {
      for (const other of [{ result: { orderNo: '1' } }, { result: null }, {}]) {
        await expect(result({ code: '0', ...other })).rejects.toThrow('another order');
      }
    });

    test('has no cost without a price', async () => {
      const read = await result({ code: '66660004' }, { costPerCheck: undefined });
      expect(read.cost).toBeUndefined();
    });
  });
});
