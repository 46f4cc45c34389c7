import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Stripe, type StripeClient } from '../../../../test/reference-clients/stripe.ts';
import { type Caught, catchCallbacks } from '../../../../test/vendors/catch-callbacks.ts';
import { describeFaceContract } from '../../../../test/vendors/face-contract.ts';
import { createMovableClock } from '../../../foundation/clock.ts';
import { createHttpClient, type HttpClient } from '../../../foundation/outbound/http-client.ts';
import { confirmPerson } from '../../providers/confirm-person.ts';
import { type OpenedFace, openFace } from '../../providers/open-provider.ts';
import type { SessionStart } from '../../providers/provider.ts';
import { readConfig } from '../../providers/read-config.ts';
import type { Callback } from '../../providers/vendor.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { stripeFaceSimulator } from '../../simulators/stripe-face.ts';
import { stripeSignature } from './stripe-api.ts';
import { lastErrors, stripeFace } from './stripe-face.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const returnUrl = 'https://pay.example.com/v/link/return';
const jenny = { name: 'Jenny Rosen', cardNo: 'P1234567' };

describe('Stripe Identity', () => {
  describeFaceContract({
    vendor: stripeFace,
    simulator: stripeFaceSimulator,
    wrongSecret: { apiKey: 'rk_live_another' },
    said: { type: 'document', isSelfie: true },
    callsBack: true,
    changes: { person: jenny },
  });

  const clock = createMovableClock(new Date());
  const http = createHttpClient({ connections: 4, connectTimeoutMs: 2_000 });
  let caught: Caught;
  let running: RunningSimulator;
  let provider: OpenedFace;
  const soon = () => ({ signal: AbortSignal.timeout(10_000) });

  beforeAll(async () => {
    caught = await catchCallbacks();
    running = await runSimulator(stripeFaceSimulator, { callbackUrlOf: () => caught.url });
    provider = open(http);
  });
  afterAll(async () => {
    await running.close();
    await caught.close();
    await http.close();
  });

  function open(client: HttpClient, changes: Record<string, unknown> = {}): OpenedFace {
    const { callbackKey, ...config } = running.config;
    return openFace(stripeFace, {
      code: 'stripe',
      config: readConfig(stripeFace, { ...config, ...changes }),
      tools: { http: client, clock, log: quiet, callbackUrl: () => String(callbackKey) },
    });
  }

  async function start(from = provider) {
    const asked: SessionStart = {
      ...{ checkId: 'check-1', person: jenny, returnUrl },
      ...{ device: 'mobile', language: 'en', browserData: null, mode: 'live' },
    };
    const session = await from.startSession(asked, soon());
    if (session.kind !== 'started') throw new Error(JSON.stringify(session));
    return session;
  }

  const latest = () => running.taken.at(-1)?.id ?? '';

  test('a session lives 48 hours, is named by Stripe, and sends Stripe no name', async () => {
    const { sessionRef, expiresAt } = await start();
    expect(sessionRef).toBe(`vs_${latest()}`);
    expect(expiresAt.getTime() - clock.nowMs()).toBe(48 * 3_600_000);
    expect(running.taken.at(-1)?.reference).toBe('check-1');
    expect(JSON.stringify(running.taken.at(-1))).not.toMatch(/jenny|rosen|P1234567/i);
  });

  test('a session always compares the face with the document', async () => {
    await start(open(http, { selfie: false }));
    expect(running.taken.at(-1)?.said.isSelfie).toBe(true);
  });

  describe('a verified document', () => {
    async function decide(document: object, from = provider) {
      const { url, sessionRef } = await start(from);
      const body = new URLSearchParams({
        outcome: 'passed',
        document_number: 'P1234567',
        ...document,
      });
      const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, returnUrl]);
      return from.queryResult(sessionRef, soon());
    }

    test('passes the person whose name and number it has', async () => {
      const result = await decide({ first_name: 'JENNY MARIE', last_name: 'ROSEN' });
      expect(result).toEqual({
        ...{ state: 'passed', taskId: `vs_${latest()}` },
        compared: { name: 'JENNY MARIE ROSEN', cardNo: 'P1234567' },
      });
      expect(confirmPerson(result, jenny).state).toBe('passed');
      const single = await decide({ first_name: '', last_name: 'Jenny' });
      expect(single).toMatchObject({ compared: { name: 'Jenny' } });
    });

    test.each([
      ['another name', { first_name: 'John', last_name: 'Rosen' }],
      [
        'the same name and another number',
        { first_name: 'Jenny', last_name: 'Rosen', document_number: 'P7' },
      ],
    ])('fails a person with %s', async (_, shown) => {
      expect(confirmPerson(await decide(shown), jenny)).toMatchObject({
        ...{ state: 'failed', reason: 'identity_mismatch' },
      });
    });

    test('is not requested if there is no name to compare with', () => {
      const person = { name: '?', cardNo: 'P1234567' };
      expect(provider.screen(person)).toMatchObject({
        kind: 'rejected',
        reason: 'identity_invalid',
      });
      expect(provider.screen({ ...person, name: '李' }).kind).toBe('done');
    });

    test('is compared by a provider of an earlier version that compared no names', async () => {
      const earlier = open(http, { compareName: false });
      const result = await decide({ first_name: 'A', last_name: 'B' }, earlier);
      expect(result).toMatchObject({ compared: { name: 'A B' } });
    });

    // @mutant src/vendors/adapters/stripe/stripe-face.ts
    // - if (names.length === 0)
    // + if (names.length === 9)
    test('without a name is no result: it neither passes nor fails', async () => {
      for (const verified_outputs of [null, undefined, {}, { first_name: null, last_name: '' }]) {
        const session = { id: 'vs_1', livemode: true, status: 'verified', verified_outputs };
        const text = JSON.stringify(session);
        const client: HttpClient = {
          request: async () => ({ status: 200, headers: {}, text }),
          close: async () => {},
        };
        const asked = open(client).queryResult('vs_1', soon());
        await expect(asked).rejects.toThrow('verified, without a name');
      }
      const { sessionRef } = await start();
      running.decide(latest(), 'passed');
      await provider.erase(sessionRef, soon());
      await expect(provider.queryResult(sessionRef, soon())).rejects.toThrow('without a name');
    });

    // @mutant src/vendors/adapters/stripe/stripe-face.ts
    // - if (!cardNo) throw new UnexpectedResponse('verified, without the number of the document');
    test('without a number is no result, because many people share a name', async () => {
      const blind = open(http, { apiKey: 'rk_live_without_numbers' });
      await expect(decide({ first_name: 'Jenny', last_name: 'Rosen' }, blind)).rejects.toThrow(
        'without the number',
      );
    });

    // @mutant src/vendors/adapters/stripe/stripe-face.ts
    // - if (fieldOf(session, 'livemode') !== true)
    // + if (fieldOf(session, 'livemode') === 'test')
    test('is no result in test mode, where Stripe verifies nobody', async () => {
      const { callbackKey, ...config } = running.config;
      const testing = openFace(stripeFace, {
        code: 'testing',
        config: { ...config, apiKey: 'rk_test_simulator' },
        tools: { http, clock, log: quiet, callbackUrl: () => String(callbackKey) },
      });
      await expect(decide({ first_name: 'Jenny', last_name: 'Rosen' }, testing)).rejects.toThrow(
        'test mode',
      );
    });

    // @mutant src/vendors/adapters/stripe/stripe-face.ts
    // - if (apiKey.startsWith('rk_live_')) return [];
    // + if (apiKey.startsWith('rk_')) return [];
    test.each(['rk_test_1', 'sk_live_1', 'sk_test_1', 'pk_live_1'])(
      'is not had with the key %s',
      (apiKey) => {
        expect(() => open(http, { apiKey })).toThrow('must be a live restricted key');
      },
    );
  });

  describe('a session that needs input', () => {
    const saying = (session: object): HttpClient => ({
      request: async () => ({
        ...{ status: 200, headers: {} },
        text: JSON.stringify({ id: 'vs_1', status: 'requires_input', ...session }),
      }),
      close: async () => {},
    });
    const result = (session: object) => open(saying(session)).queryResult('vs_1', soon());

    test.each(Object.entries(lastErrors))(
      'because of %s ends as in the table',
      async (code, row) => {
        const [state, reason] = row;
        const read = await result({ last_error: { code, reason: 'words' } });
        expect(read).toMatchObject({ state, reason, vendorCode: code, detail: 'words' });
      },
    );

    test.each(['something_new', 'constructor'])('because of %s decides nothing', async (code) => {
      expect(await result({ last_error: { code } })).toMatchObject({ state: 'open' });
    });

    // @mutant src/vendors/adapters/stripe/stripe-face.ts
    // - if (textOf(session, 'id') !== sessionRef)
    // + if (false)
    test('or is processing is open, and cancelled when it was cancelled', async () => {
      expect((await result({ status: 'processing' })).state).toBe('open');
      expect((await result({ status: 'canceled' })).state).toBe('cancelled');
      await expect(result({ status: 'new' })).rejects.toThrow('status new');
      await expect(result({ id: 'vs_2', status: 'verified' })).rejects.toThrow('another session');
    });
  });

  describe('a person', () => {
    test('is erased, repeatedly too, and a missing one counts as erased', async () => {
      const { sessionRef } = await start();
      running.decide(latest(), 'passed');
      await provider.erase(sessionRef, soon());
      await provider.erase(sessionRef, soon());
      await provider.erase('vs_1', soon());
      const key = String(running.config.apiKey);
      const session = await official(key).identity.verificationSessions.retrieve(sessionRef);
      expect(session.redaction?.status).toBe('processing');
    });

    test('does not count as erased when Stripe refuses', async () => {
      const { sessionRef } = await start();
      const wrong = open(http, { apiKey: 'rk_live_another' });
      await expect(wrong.erase(sessionRef, soon())).rejects.toThrow('HTTP 401');
    });
  });

  function official(apiKey: string): StripeClient {
    const { hostname: host, port } = new URL(running.url);
    return new Stripe(apiKey, { host, port, protocol: 'http', maxNetworkRetries: 0 });
  }

  describe('the official client', () => {
    const params = {
      type: 'document',
      return_url: returnUrl,
      client_reference_id: 'check-2',
      options: { document: { require_matching_selfie: true, require_live_capture: true } },
      metadata: { name: 'x' },
    } as const;

    test('works with the simulator', async () => {
      const sessions = official(String(running.config.apiKey)).identity.verificationSessions;
      const { id, url, status } = await sessions.create(params);
      expect([status, url]).toEqual(['requires_input', expect.stringContaining(running.url)]);
      running.decide(latest(), 'passed');
      const expand = ['verified_outputs', 'last_verification_report.document.number'];
      expect(await sessions.retrieve(id, { expand })).toMatchObject({
        ...{ livemode: true, status: 'verified', verified_outputs: { first_name: 'Jenny' } },
        last_verification_report: { document: { number: 'P1234567' } },
      });
      expect(await sessions.retrieve(id)).toMatchObject({
        last_verification_report: expect.stringMatching(/^vr_/),
      });
    });

    test('is refused with a wrong key', async () => {
      const sessions = official('rk_live_another').identity.verificationSessions;
      await expect(sessions.create(params)).rejects.toMatchObject({ statusCode: 401 });
    });
  });

  describe('an event', () => {
    const webhookSecret = () => String(running.config.webhookSecret);
    const event = {
      type: 'identity.verification_session.verified',
      data: { object: { id: 'vs_9' } },
    };

    function read(header: string, payload = JSON.stringify(event)) {
      const callback: Callback = {
        ...{ method: 'POST', url: 'https://x.test/', address: '', body: payload },
        headers: { 'stripe-signature': header },
      };
      return provider.readCallback?.(callback);
    }
    const sign = (secret: string, payload = JSON.stringify(event), ageSeconds = 0) =>
      official('rk_live_x').webhooks.generateTestHeaderString({
        ...{ payload, secret },
        timestamp: Math.floor(clock.nowMs() / 1000) - ageSeconds,
      });

    test('is signed like the published vector', () => {
      expect(stripeSignature('whsec_test', '1700000000', '{"id":"evt_1"}')).toBe(
        'c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925',
      );
    });

    test('signed by the official package is accepted', () => {
      expect(read(sign(webhookSecret()))).toMatchObject({
        kind: 'sessions',
        sessionRefs: ['vs_9'],
      });
    });

    test('of the simulator is accepted by the official package', async () => {
      await start();
      running.decide(latest(), 'failed');
      await expect.poll(() => caught.about(latest()).length).toBe(1);
      const { body, headers } = caught.about(latest())[0] as Callback;
      const { webhooks } = official('rk_live_x');
      const signature = headers['stripe-signature'] ?? '';
      expect(webhooks.constructEvent(body, signature, webhookSecret()).type).toBe(
        'identity.verification_session.requires_input',
      );
    });

    test('with two signatures is accepted if one of them is right', () => {
      const [time, right] = sign(webhookSecret()).split(',');
      expect(read(`${time},v1=${'0'.repeat(64)},${right}`)?.kind).toBe('sessions');
    });

    test.each(['', 't=1', 'v1=00', 't=x,v1=y', 'nonsense'])(
      'with the signature %j is refused',
      (header) => {
        expect(read(header)).toMatchObject({ kind: 'refused', because: 'signature' });
      },
    );

    // @mutant src/vendors/adapters/stripe/stripe-api.ts
    // - nowMs / 1000 - Number(time) > toleranceSeconds
    // + false
    test('that is foreign, modified or too old is refused', () => {
      const refused = { kind: 'refused', because: 'signature' };
      expect(read(sign('whsec_another'))).toMatchObject(refused);
      expect(read(sign(webhookSecret()), JSON.stringify({ ...event, a: 1 }))).toMatchObject(
        refused,
      );
      expect(read(sign(webhookSecret(), undefined, 301))).toMatchObject(refused);
      expect(read(sign(webhookSecret(), undefined, 299))?.kind).toBe('sessions');
    });

    test('of another type names no session', () => {
      for (const type of ['identity.verification_session.redacted', 'charge.succeeded', 7]) {
        const payload = JSON.stringify({ ...event, type });
        expect(read(sign(webhookSecret(), payload), payload)).toMatchObject({
          ...{ kind: 'sessions', sessionRefs: [], answer: { status: 200 } },
        });
      }
    });

    test('without JSON is refused even if it is signed', () => {
      expect(read(sign(webhookSecret(), '{"a":'), '{"a":')).toMatchObject({ because: 'form' });
    });
  });
});
