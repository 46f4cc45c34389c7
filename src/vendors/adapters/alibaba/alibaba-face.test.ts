import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callOfficially } from '../../../../test/reference-clients/alibaba.ts';
import { describeFaceContract } from '../../../../test/vendors/face-contract.ts';
import { createHttpClient, type HttpClient } from '../../../foundation/outbound/http-client.ts';
import { type OpenedFace, openFace } from '../../providers/open-provider.ts';
import type { SessionStart, SessionStarted } from '../../providers/provider.ts';
import { readConfig } from '../../providers/read-config.ts';
import { alibabaFaceSimulator } from '../../simulators/alibaba-face.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { alibabaFace } from './alibaba-face.ts';

const http = createHttpClient({ connections: 4, connectTimeoutMs: 2_000 });
const returnUrl = 'https://pay.example.com/v/link/return?lang=zh-CN';
let running: RunningSimulator;
let provider: OpenedFace;

beforeAll(async () => {
  running = await runSimulator(alibabaFaceSimulator, {
    callbackUrlOf: () => 'http://127.0.0.1:9/',
  });
  await running.misbehave(['no_receipt']);
  provider = open(http);
});
afterAll(async () => {
  await running.close();
  await http.close();
});

function open(
  client: HttpClient,
  callbackUrl = 'http://127.0.0.1:9/',
  changes: Record<string, unknown> = {},
): OpenedFace {
  const { callbackKey: _, ...config } = { ...running.config, ...changes };
  return openFace(alibabaFace, {
    code: 'my-face',
    config: readConfig(alibabaFace, config),
    tools: {
      http: client,
      clock: { now: () => new Date(), nowMs: () => Date.now() },
      log: { debug() {}, info() {}, warn() {}, error() {} },
      callbackUrl: () => callbackUrl,
    },
  });
}

/** A vendor that gives this answer to every request. */
function answering(body: object): OpenedFace {
  const text = JSON.stringify(body);
  return open({ request: async () => ({ status: 200, headers: {}, text }), close: async () => {} });
}

const context = () => ({ signal: AbortSignal.timeout(10_000) });

function start(changes: Partial<SessionStart> = {}, by = provider): Promise<SessionStarted> {
  const asked: SessionStart = {
    checkId: randomUUID(),
    person: { name: '张三', cardNo: '11010519491231002x' },
    returnUrl,
    device: 'mobile',
    language: 'zh',
    browserData: '{"zimVer":"3.0.0"}',
    mode: 'live',
    ...changes,
  };
  return by.startSession(asked, context());
}

async function started(): Promise<Extract<SessionStarted, { kind: 'started' }>> {
  const session = await start();
  if (session.kind !== 'started') throw new Error(JSON.stringify(session));
  return session;
}

describe('Alibaba CloudAuth', () => {
  describeFaceContract({
    vendor: alibabaFace,
    simulator: alibabaFaceSimulator,
    wrongSecret: { accessKeySecret: 'another' },
    said: {
      ProductCode: 'ID_PRO',
      CertName: '张三',
      CertNo: '11010519491231002X',
      MetaInfo: '{"zimVer":"3.0.0"}',
      ReturnUrl: 'https://pay.example.com/v/link/return',
      Model: 'LIVENESS',
    },
    callsBack: true,
  });

  describe('a session', () => {
    test('has half an hour, its own order id, and the ID number in capitals', async () => {
      const { expiresAt } = await started();
      await started();
      expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(25 * 60_000);
      expect(expiresAt.getTime() - Date.now()).toBeLessThan(31 * 60_000);
      const [first, second] = running.taken.slice(-2);
      expect(first?.reference).not.toBe(second?.reference);
      expect(second?.said.CertNo).toBe('11010519491231002X');
    });

    test('sends a callback URL only if the vendor would use it', async () => {
      await start({}, open(http, 'https://pay.example.com/callbacks/key'));
      expect(running.taken.at(-1)?.callbackUrl).toBe('https://pay.example.com/callbacks/key');
      await started();
      expect(running.taken.at(-1)?.callbackUrl).toBeNull();
      expect(running.refused).toEqual([]);
    });

    // @mutant src/vendors/adapters/alibaba/alibaba-face.ts
    // - if (error instanceof NotSent) return null;
    // + return null;
    test('is asked of the standby only if the first address certainly did nothing', async () => {
      const standbyEndpoint = running.url;
      const asked = (endpoint: string, request = http.request) =>
        start({}, open({ ...http, request }, undefined, { endpoint, standbyEndpoint }));
      const before = running.taken.length;
      expect((await asked('http://127.0.0.1:9')).kind).toBe('started');
      const failing: HttpClient['request'] = (request) =>
        request.url.startsWith('http://first')
          ? Promise.resolve({ status: 500, headers: {}, text: '{"Code":"500"}' })
          : http.request(request);
      expect((await asked('http://first', failing)).kind).toBe('started');
      expect(running.taken.length).toBe(before + 2);
      const silent: HttpClient['request'] = (request) =>
        request.url.startsWith('http://first')
          ? Promise.reject(new Error('reset'))
          : http.request(request);
      expect((await asked('http://first', silent)).kind).toBe('unknown');
      expect(running.taken.length).toBe(before + 2);
    });

    test('without browser data is not requested, and with invented data gets no URL', async () => {
      const before = running.taken.length;
      const unavailable = { kind: 'unavailable', reason: 'device_refused' };
      expect(await start({ browserData: null })).toMatchObject(unavailable);
      expect(running.taken.length).toBe(before);
      expect(await start({ browserData: '{"deviceType":"h5"}' })).toMatchObject(unavailable);
    });

    test('asks the page for the data of the vendor’s own script', () => {
      expect(provider.browserData).toEqual({
        script: `${running.url}/jsvm_all.js`,
        call: 'getMetaInfo',
      });
      const config = { accessKeyId: 'a', accessKeySecret: 'b', sceneId: '1' };
      expect(alibabaFace.browserData?.(readConfig(alibabaFace, config)).script).toBe(
        'https://o.alicdn.com/yd-cloudauth/cloudauth-cdn/jsvm_all.js',
      );
    });

    // @mutant src/vendors/adapters/alibaba/alibaba-face.ts
    // - const isOwn = url?.protocol === 'https:' && scriptHosts.some((host) => host === url.host);
    // + const isOwn = scriptHosts.some((host) => url?.host.endsWith(host));
    test.each([
      'https://evil.example/jsvm_all.js',
      'https://o.alicdn.com.evil.example/jsvm_all.js',
      'https://evil-o.alicdn.com/jsvm_all.js',
      'https://o.alicdn.com:8443/jsvm_all.js',
      'http://o.alicdn.com/jsvm_all.js',
      'http://127.0.0.1.evil.example/jsvm_all.js',
    ])('takes no script from %s', (script) => {
      const config = { accessKeyId: 'a', accessKeySecret: 'b', sceneId: '1', script };
      expect(() => readConfig(alibabaFace, config)).toThrow(
        "must be an https URL on one of the vendor's hosts",
      );
    });
  });

  describe('a result', () => {
    // @mutant src/vendors/adapters/alibaba/alibaba-face.ts
    // - if (passed === 'T') return
    // + if (passed === 'T' || vendorCode === '209') return
    test.each([
      ['201', 'identity_mismatch'],
      ['202', 'identity_not_found'],
      ['203', 'photo_missing'],
      ['204', 'face_mismatch'],
      ['205', 'liveness'],
      ['206', 'device_refused'],
      ['207', 'face_mismatch'],
      ['209', 'provider_fault'],
      ['4711', 'not_understood'],
      ['toString', 'not_understood'],
    ])('of %s is failed with its reason', async (SubCode, reason) => {
      const vendor = answering({ Code: '200', ResultObject: { Passed: 'F', SubCode } });
      expect(await vendor.queryResult('id', context())).toMatchObject({
        ...{ state: 'failed', reason, vendorCode: SubCode, taskId: 'id' },
      });
    });

    test('depends only on whether the person passed', async () => {
      const odd = { Code: '200', ResultObject: { Passed: 'T', SubCode: '210' } };
      expect((await answering(odd).queryResult('id', context())).state).toBe('passed');
      const none = { Code: '200', ResultObject: { SubCode: '200' } };
      await expect(answering(none).queryResult('id', context())).rejects.toThrow();
    });

    test.each([
      ['403', 'open', undefined],
      ['424', 'open', undefined],
      ['406', 'expired', undefined],
      ['417', 'failed', 'identity_not_found'],
      ['418', 'failed', 'too_many_attempts'],
      ['427', 'failed', 'device_refused'],
    ])('of code %s is %s', async (Code, state, reason) => {
      const result = await answering({ Code }).queryResult('id', context());
      expect([result.state, result.reason]).toEqual([state, reason]);
    });

    test.each(['400', '404', '412', '500', '4711', ''])('of code %j is no result', async (Code) => {
      await expect(answering({ Code }).queryResult('id', context())).rejects.toThrow();
    });

    test('of a person who left the vendor’s page stays open, and the URL leads back', async () => {
      const { url, sessionRef } = await started();
      const body = new URLSearchParams({ outcome: 'cancelled' });
      const left = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      const back = new URL(left.headers.get('location') ?? '');
      expect(back.href.startsWith(`${returnUrl}&response=`)).toBe(true);
      expect((await provider.queryResult(sessionRef, context())).state).toBe('open');
      expect((await fetch(url)).status).toBe(410);
    });
  });

  describe('an erasure', () => {
    test('is done once, may be repeated, and leaves nothing to query', async () => {
      const { sessionRef } = await started();
      running.decide(sessionRef, 'passed');
      await provider.erase(sessionRef, context());
      await provider.erase(sessionRef, context());
      await provider.erase('unknown', context());
      expect((await provider.queryResult(sessionRef, context())).state).toBe('expired');
    });

    // @mutant src/vendors/adapters/alibaba/alibaba-face.ts
    // - if (code === '200' && (result === 'Y' || why === 'NOT_DELETE_REPEATEDLY')) return;
    // + if (code === '200') return;
    test.each([
      { Code: '500' },
      { Code: '200', ResultObject: { DeleteResult: 'N', FailReason: 'NEED_QUERY_VERIFY_RESULT' } },
      {},
    ])('that is answered %j is to be retried', async (answer) => {
      await expect(answering(answer).erase('id', context())).rejects.toThrow();
    });
  });

  test('a callback names only well-formed sessions', () => {
    const base = { method: 'GET', headers: {}, body: '', address: '' };
    const url = 'https://pay.example.com/cb?certifyId=a1&certifyId=a%20b&passed=T&subcode=200';
    expect(provider.readCallback?.({ ...base, url })).toMatchObject({ sessionRefs: ['a1'] });
    expect(provider.readCallback?.({ ...base, url: '' })).toMatchObject({ kind: 'refused' });
  });

  describe('the official client', () => {
    const request = () => ({
      ...{ sceneId: 1000000006, outerOrderNo: randomUUID().replaceAll('-', '') },
      ...{ productCode: 'ID_PRO', certType: 'IDENTITY_CARD', certName: '张三' },
      ...{ certNo: '11010519491231002X', metaInfo: '{"zimVer":"3.0.0"}', returnUrl },
      model: 'MOVE_ACTION',
    });
    const call = (secret: unknown, operation: string, given: object) =>
      callOfficially(
        'cloudauth20190307',
        {
          url: running.url,
          accessKeyId: String(running.config.accessKeyId),
          accessKeySecret: String(secret),
        },
        operation,
        given,
      );

    test('starts a session with the simulator, reads its result, and erases it', async () => {
      const secret = running.config.accessKeySecret;
      const begun = await call(secret, 'initFaceVerify', request());
      const { certifyId } = begun.resultObject as { certifyId: string };
      expect(running.find(certifyId)?.said.Model).toBe('MOVE_ACTION');
      running.decide(certifyId, 'passed');
      const asked = { sceneId: 1000000006, certifyId };
      expect(await call(secret, 'describeFaceVerify', asked)).toMatchObject({
        ...{ code: '200', resultObject: { passed: 'T', subCode: '200' } },
      });
      const erasure = { certifyId, deleteAfterQuery: 'N' };
      expect(await call(secret, 'deleteFaceVerifyResult', erasure)).toMatchObject({
        resultObject: { deleteResult: 'Y' },
      });
    });

    test('is refused with a wrong secret', async () => {
      const begun = call('another', 'initFaceVerify', request());
      await expect(begun).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
    });
  });
});
