import { describe, expect, test } from 'vitest';
import { describeFaceContract } from '../../../test/vendors/face-contract.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import type { HttpAnswer, HttpClient, HttpRequest } from '../../foundation/outbound/http-client.ts';
import { type OpenedFace, openFace } from '../providers/open-provider.ts';
import type { SessionStart } from '../providers/provider.ts';
import { readConfig } from '../providers/read-config.ts';
import type { Callback } from '../providers/vendor.ts';
import { httpFaceSimulator } from '../simulators/http-face.ts';
import { runSimulator } from '../simulators/run-simulator.ts';
import { httpFace } from './http-face.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const clock = createMovableClock(new Date('2026-11-15T20:00:00Z'));
const soon = { signal: new AbortController().signal };

/** The minimal description of a vendor. */
const least = {
  startUrl: 'https://face.example.com/start',
  startBody: '{"name":"{{name}}","id":"{{cardNo}}","back":"{{returnUrl}}"}',
  codeAt: 'code',
  sessionAt: 'd.session',
  urlAt: 'd.url',
  codes: '0 = done\n7 = rejected identity_mismatch\nHTTP 503 = unavailable provider_fault',
  resultUrl: 'https://face.example.com/result?session={{session}}',
  resultCodeAt: 'code',
  resultStateAt: 'd.state',
  resultErrorAt: 'd.error',
  states: 'P = passed\nF = failed face_mismatch\nF 3 = failed liveness\ncode 9 = expired',
};
const sample: SessionStart = {
  checkId: '0193-check',
  person: { name: '买买提·"艾力"', cardNo: '11010519491231002X' },
  returnUrl: 'https://pay.example.com/v/link?a=1&b=2',
  device: 'mobile',
  language: 'zh',
  browserData: null,
  mode: 'live',
};

/** A provider whose vendor gives this answer to everything, and the requests it got. */
function open(
  settings: Record<string, unknown> = {},
  said: Partial<HttpAnswer> = {},
): OpenedFace & { asked: HttpRequest[] } {
  const asked: HttpRequest[] = [];
  const http: HttpClient = {
    async request(request) {
      asked.push(request);
      return { status: 200, headers: {}, text: '{}', ...said };
    },
    close: async () => {},
  };
  const tools = { http, clock, log: quiet, callbackUrl: () => 'https://pay.example.com/cb/key' };
  const config = readConfig(httpFace, { ...least, ...settings });
  return { ...openFace(httpFace, { code: 'mine', config, tools }), asked };
}

const saying = (said: unknown, status = 200) => open({}, { status, text: JSON.stringify(said) });

describe('a described face vendor', () => {
  describeFaceContract({
    vendor: httpFace,
    simulator: httpFaceSimulator,
    wrongSecret: { secret: 'another' },
    said: { name: '张三', idNumber: '11010519491231002X' },
    callsBack: true,
  });

  describe('a session', () => {
    test('is requested with the person’s own data, whatever characters it has', async () => {
      const provider = open();
      await provider.startSession(sample, soon);
      expect(JSON.parse(String(provider.asked[0]?.body))).toEqual({
        name: sample.person.name,
        id: sample.person.cardNo,
        back: sample.returnUrl,
      });
    });

    test('lives as long as the settings say if the vendor does not say', async () => {
      const provider = saying({ code: 0, d: { session: 's', url: 'https://face.example.com/p' } });
      expect(await provider.startSession(sample, soon)).toEqual({
        kind: 'started',
        sessionRef: 's',
        url: 'https://face.example.com/p',
        expiresAt: new Date('2026-11-15T20:30:00Z'),
      });
    });

    test.each([
      [{ code: 7 }, 200, { kind: 'rejected', reason: 'identity_mismatch', vendorCode: '7' }],
      [{ code: 7 }, 400, { kind: 'rejected', reason: 'identity_mismatch' }],
      [{}, 503, { kind: 'unavailable', vendorCode: 'HTTP 503' }],
      [{ code: 8 }, 200, { kind: 'unknown', vendorCode: '8' }],
      [{ code: 0, d: { url: 'https://face.example.com/p' } }, 200, { kind: 'unknown' }],
      [{ code: 0, d: { session: 's', url: 'javascript:alert(1)' } }, 200, { kind: 'unknown' }],
    ])('answered %j with HTTP %i ends as in the table', async (said, status, outcome) => {
      expect(await saying(said, status).startSession(sample, soon)).toMatchObject(outcome);
    });
  });

  describe('a result', () => {
    const result = (said: unknown, status?: number) => saying(said, status).queryResult('s', soon);

    test('is read by its state and code', async () => {
      expect(await result({ d: { state: 'P' } })).toMatchObject({ state: 'passed', taskId: 's' });
      expect(await result({ d: { state: 'F', error: 1 } })).toMatchObject({
        reason: 'face_mismatch',
      });
      expect(await result({ d: { state: 'F', error: 3 } })).toMatchObject({
        state: 'failed',
        reason: 'liveness',
        vendorCode: '3',
      });
      expect(await result({ code: 9 }, 404)).toMatchObject({ state: 'expired' });
    });

    test.each([
      ['of a state that nobody knows', { d: { state: 'X' } }, 200],
      ['of nothing', {}, 200],
      ['under a failing status', { d: { state: 'P' } }, 500],
    ])('%s is no result', async (_, said, status) => {
      await expect(result(said, status)).rejects.toThrow('nothing known');
    });

    // @mutant src/vendors/described/open-described-face.ts
    // - if (Object.values(named).includes('')) throw
    // + if (false) throw
    test('names the person compared, where the description says so', async () => {
      expect(await result({ d: { state: 'P' } })).toMatchObject({ compared: 'given' });
      const naming = (d: object) => {
        const text = JSON.stringify({ d: { state: 'P', ...d } });
        const settings = { resultNameAt: 'd.name', resultCardNoAt: 'd.no' };
        return open(settings, { text }).queryResult('s', soon);
      };
      expect(await naming({ name: '李四', no: 7 })).toMatchObject({
        compared: { name: '李四', cardNo: '7' },
      });
      await expect(naming({ name: '李四' })).rejects.toThrow('without saying who');
    });

    test('of another session is no result', async () => {
      const said = { text: JSON.stringify({ who: 'other', d: { state: 'P' } }) };
      const asked = open({ resultSessionAt: 'who' }, said).queryResult('s', soon);
      await expect(asked).rejects.toThrow('another session');
    });
  });

  test('is told of several sessions at once, and rejects forged callbacks if it can tell', () => {
    const callback: Callback = {
      method: 'POST',
      url: 'https://pay.example.com/cb/key',
      headers: {},
      body: '[{"s":"a"},{"s":7},{},null]',
      address: '127.0.0.1',
    };
    const settings = { callbackSessionAt: 's' };
    expect(open(settings).readCallback?.(callback)).toMatchObject({ sessionRefs: ['a', '7'] });
    const signed = {
      ...settings,
      callbackSigned: '{{body}}',
      callbackSignatureAt: 'header X-Sign',
      callbackSecret: 'k',
    };
    expect(open(signed).readCallback?.(callback)).toMatchObject({ because: 'signature' });
  });

  test.each([
    [204, true],
    [404, true],
    [410, true],
    [302, false],
    [400, false],
    [403, false],
    [500, false],
  ])('is asked to erase, and HTTP %i says whether it did', async (status, isDone) => {
    const eraseUrl = 'https://face.example.com/sessions/{{session}}';
    const provider = open({ eraseUrl }, { status });
    const erasing = provider.erase('a/b', soon);
    await (isDone ? expect(erasing).resolves.toBeUndefined() : expect(erasing).rejects.toThrow());
    expect(provider.asked[0]).toMatchObject({
      method: 'DELETE',
      url: 'https://face.example.com/sessions/a%2Fb',
    });
  });

  test.each([
    [
      { resultUrl: 'https://face.example.com/result' },
      'resultUrl or resultBody must contain {{session}}',
    ],
    [{ eraseUrl: 'https://face.example.com/' }, 'eraseUrl must contain {{session}}'],
    [
      { startBody: '{"a":"{{mobile}}"}' },
      'startBody has the unknown placeholder {{mobile}} (known: account',
    ],
    [{ startBody: '{"id":"{{cardNo}}"}' }, 'startBody must contain {{name}}, unless resultNameAt'],
    [
      { startBody: '{"name":"{{name}}"}', resultNameAt: 'd.name', needsNationalId: false },
      'startBody must contain {{cardNo}}, unless resultCardNoAt',
    ],
    [{ states: 'P = passed\nF = failed' }, 'states has failed without a reason at line 2'],
    [{ states: 'HTTP 200 = passed' }, 'states has HTTP 200 = passed, but'],
    [{ codes: '1 = rejected identity_invalid' }, 'codes has no line that means done'],
    [{ sessionAt: undefined }, 'sessionAt is required'],
  ])('described by %j is refused with what is wrong', (settings, words) => {
    expect(() => open(settings)).toThrow(words);
  });

  test('is simulated by a page on which the person decides and returns', async () => {
    const running = await runSimulator(httpFaceSimulator, {
      callbackUrlOf: () => 'http://127.0.0.1:9/',
    });
    const { callbackKey: _, ...settings } = running.config;
    const http = { request: answerBy, close: async () => {} };
    const tools = {
      http,
      clock: createMovableClock(new Date()),
      log: quiet,
      callbackUrl: () => '',
    };
    const config = readConfig(httpFace, settings);
    const provider = openFace(httpFace, { code: 'mine', config, tools });
    const person = { name: '张三', cardNo: '11010519491231002X' };
    const session = await provider.startSession({ ...sample, person }, soon);
    if (session.kind !== 'started') throw new Error(JSON.stringify(session));
    expect(await (await fetch(session.url)).text()).toContain('value="cancelled"');
    const body = new URLSearchParams({ outcome: 'cancelled' });
    const back = await fetch(session.url, { method: 'POST', body, redirect: 'manual' });
    expect(back.headers.get('location')).toBe(`${sample.returnUrl}&session=${session.sessionRef}`);
    expect(await provider.queryResult(session.sessionRef, soon)).toMatchObject({
      state: 'cancelled',
      reason: 'abandoned',
    });
    await running.close();
  });
});

async function answerBy({ url, method, headers, body }: HttpRequest): Promise<HttpAnswer> {
  const answer = await fetch(url, { method, headers, ...(body ? { body: String(body) } : {}) });
  return { status: answer.status, headers: {}, text: await answer.text() };
}

test('accepts other kinds of ID numbers only if the operator says so', () => {
  expect(open().needsNationalId).toBe(true);
  expect(open({ needsNationalId: false }).needsNationalId).toBe(false);
});
