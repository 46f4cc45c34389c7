import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { twilio as official } from '../../../../test/reference-clients/twilio.ts';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { createMovableClock } from '../../../foundation/clock.ts';
import {
  createHttpClient,
  type HttpAnswer,
  type HttpClient,
  type HttpRequest,
} from '../../../foundation/outbound/http-client.ts';
import { type OpenedMessages, openMessages } from '../../providers/open-provider.ts';
import { readConfig } from '../../providers/read-config.ts';
import type { Callback, CallbackReading } from '../../providers/vendor.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import type { Taken } from '../../simulators/simulator.ts';
import { twilioSimulator } from '../../simulators/twilio.ts';
import { twilio } from './twilio.ts';
import { twilioSignature } from './twilio-api.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const minutes = 60_000;

describe('Twilio', () => {
  const settings = twilioSimulator.config('http://127.0.0.1:9') as Record<string, string>;
  const { accountSid = '', authToken = '', sender = '' } = settings;
  const clock = createMovableClock(new Date());
  let http: HttpClient;
  let running: RunningSimulator;

  beforeAll(async () => {
    running = await runSimulator(twilioSimulator, { callbackUrlOf: () => 'http://127.0.0.1:9/cb' });
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    clock.set(new Date());
    await running.misbehave([]);
    http = createHttpClient({ connections: 2, connectTimeoutMs: 2_000 });
  });
  afterEach(() => http.close());

  function open(changes: Record<string, unknown> = {}, client = http): OpenedMessages {
    const { callbackKey: _, ...given } = running.config;
    return openMessages(twilio, {
      code: 'my-twilio',
      config: readConfig(twilio, { ...given, ...changes }),
      tools: {
        ...{ http: client, clock, log: quiet },
        callbackUrl: () => 'https://pay.example.com/cb/key',
      },
    });
  }
  const soon = () => ({ signal: AbortSignal.timeout(10_000) });

  function signed(fields: Record<string, string>, query = '?reference=ours', port = ''): Callback {
    const url = `https://pay.example.com/cb/key${query}`;
    const form = new URLSearchParams(fields);
    const signature = official.getExpectedTwilioSignature(authToken, url, fields);
    return {
      method: 'POST',
      url: url.replace('.com', `.com${port}`),
      headers: { 'x-twilio-signature': signature },
      body: form.toString(),
      address: '127.0.0.1',
    };
  }

  test('matches the published vector', () => {
    const form = new URLSearchParams({
      MessageStatus: 'delivered',
      AccountSid: 'AC1',
      MessageSid: 'SM1',
    });
    expect(twilioSignature('12345', 'https://example.com/cb', form)).toBe(
      'm8E8VyWMpSRpHa57PGBh33XhTMo=',
    );
  });

  test('signs like the official package, even with repeated fields', () => {
    const url = 'https://example.com/cb?reference=a%20b';
    const form = new URLSearchParams('b=2&a=x&b=1&b=2&c=%E5%BC%A0');
    const params = { a: 'x', b: ['2', '1', '2'], c: '张' };
    expect(twilioSignature('12345', url, form)).toBe(
      official.getExpectedTwilioSignature('12345', url, params),
    );
  });

  describe('its official client', () => {
    /** The package has no setting for its URL, so its requests are redirected here. */
    class Turned extends official.RequestClient {
      override request(options: { uri: string }): unknown {
        const turned = options.uri.replace('https://api.twilio.com', running.url);
        return super.request({ ...options, uri: turned });
      }
    }
    const client = (token: string) => official(accountSid, token, { httpClient: new Turned() });
    const message = { to: '+8613912345678', from: sender, body: 'Your code is 482913.' };

    test('sends, queries and lists with the simulator', async () => {
      const sent = await client(authToken).messages.create(message);
      expect(sent.sid).toBe(running.taken.at(-1)?.id);
      expect((await client(authToken).messages(sent.sid).fetch()).to).toBe(message.to);
      const listed = await client(authToken).messages.list({ to: message.to, limit: 5 });
      expect(listed.map(({ sid }) => sid)).toContain(sent.sid);
    });

    test('is refused with another secret', async () => {
      const before = running.taken.length;
      const sending = client('another').messages.create(message);
      await expect(sending).rejects.toMatchObject({ status: 401, code: 20_003 });
      expect(running.taken.length).toBe(before);
    });

    test('accepts what the simulator signs, and no other signature', () => {
      const taken: Taken = {
        id: 'SM1',
        kind: 'message',
        reference: null,
        mobile: '+8613912345678',
        said: {},
        callbackUrl: 'https://pay.example.com/cb/key?reference=1',
        state: 'delivered',
        at: new Date(),
      };
      const isAccepted = (word = twilioSimulator.receipt(taken, running)) =>
        official.validateRequest(
          authToken,
          word?.headers['x-twilio-signature'] ?? '',
          taken.callbackUrl as string,
          Object.fromEntries(new URLSearchParams(word?.body)),
        );
      expect(isAccepted()).toBe(true);
      expect(isAccepted(twilioSimulator.forged?.(taken, running))).toBe(false);
    });
  });

  describe('a receipt', () => {
    const read = (callback: Callback) => {
      const reading = open().readCallback?.(callback) as CallbackReading;
      if (reading.kind !== 'receipts') throw new Error(JSON.stringify(reading));
      return reading.receipts;
    };
    const base = { AccountSid: accountSid, MessageSid: 'SM1' };

    test.each(Object.entries(twilio.receiptCodes))(
      'with the code %s is mapped as in the table',
      (code, [state, reason]) => {
        const fields = { ...base, MessageStatus: 'undelivered', ErrorCode: code };
        expect(read(signed(fields))).toMatchObject([
          { reference: 'ours', state, reason, vendorCode: code },
        ]);
      },
    );

    test.each([
      ['queued', 'sent'],
      ['sent', 'sent'],
      ['partially_delivered', 'sent'],
      ['delivered', 'delivered'],
      ['read', 'delivered'],
      ['failed', 'rejected'],
      ['canceled', 'rejected'],
      ['undelivered', 'undelivered'],
    ])('that says %s is %s', (status, state) => {
      expect(read(signed({ ...base, MessageStatus: status }))).toMatchObject([{ state }]);
    });

    test.each(['received', 'constructor', ''])(
      'that says %j is accepted, and says nothing',
      (status) => {
        expect(read(signed({ ...base, MessageStatus: status }))).toEqual([]);
      },
    );

    test('without our reference names the message by its own id', () => {
      const [receipt] = read(signed({ ...base, MessageStatus: 'sent' }, ''));
      expect(receipt).toMatchObject({ providerRef: 'SM1' });
      expect(receipt).not.toHaveProperty('reference');
    });

    test('is verified behind a proxy that adds the port, and not with another reference', () => {
      const callback = signed({ ...base, MessageStatus: 'delivered' }, undefined, ':443');
      expect(read(callback)).toHaveLength(1);
      const other = { ...callback, url: callback.url.replace('ours', 'theirs') };
      expect(open().readCallback?.(other)).toMatchObject({ because: 'signature' });
    });
  });

  describe('a message without an id', () => {
    const mobile = '+8613911110000';
    const asked = (heldAt: Date) =>
      open().queryStatus?.(
        { callId: 'c', reference: 'r', to: mobile, providerRef: null, partRefs: [], heldAt },
        soon(),
      );

    // @mutant src/vendors/adapters/twilio/twilio.ts
    // - at.getTime() - heldAt.getTime() < settings.validitySeconds * 1000 + listedAfterMs
    // + at.getTime() - heldAt.getTime() < listedAfterMs
    test('is absent if nothing went to the number, and its validity is over', async () => {
      const heldAt = clock.now();
      expect(await asked(heldAt)).toMatchObject({ state: 'unknown' });
      clock.move(70 * minutes);
      expect(await asked(heldAt)).toMatchObject({ state: 'unknown' });
      clock.move(6 * minutes);
      expect(await asked(heldAt)).toMatchObject({ state: 'absent' });
    });

    test('is looked for among the messages of its own day and later', async () => {
      const urls: string[] = [];
      const listing: HttpClient = {
        request: async ({ url }) => {
          urls.push(url);
          return { status: 200, headers: {}, text: '{"messages":[],"next_page_uri":null}' };
        },
        close: async () => {},
      };
      const query = { callId: 'c', reference: 'r', to: mobile, providerRef: null, partRefs: [] };
      const heldAt = new Date('2026-03-01T00:03:00Z');
      await open({}, listing).queryStatus?.({ ...query, heldAt }, soon());
      expect(new URL(urls[0] ?? '').searchParams.get('DateSent>')).toBe('2026-02-28');
    });

    test('is unknown while any message to the number may be it', async () => {
      await open().send(sampleSend(twilioSimulator, { to: mobile }), soon());
      const heldAt = new Date(clock.nowMs() + 2 * minutes);
      clock.move(120 * minutes);
      expect(await asked(heldAt)).toMatchObject({ state: 'unknown' });
      expect(await asked(new Date(clock.nowMs() - 80 * minutes))).toMatchObject({
        state: 'absent',
      });
    });
  });

  describe('an answer to a status query', () => {
    /** The result of this Twilio answer. */
    const made = (said: object, providerRef: string | null) => {
      const answering: HttpClient = {
        request: async () => ({ status: 200, headers: {}, text: JSON.stringify(said) }),
        close: async () => {},
      };
      const heldAt = new Date(clock.nowMs() - 120 * minutes);
      return open({ costCurrency: 'USD' }, answering).queryStatus?.(
        { callId: 'c', reference: 'r', to: '+1', providerRef, partRefs: [], heldAt },
        soon(),
      );
    };
    const old = 'Mon, 16 Aug 2010 03:45:01 +0000';

    test.each([
      ['empty and whole', { messages: [], next_page_uri: null }, 'absent'],
      ['of older messages', { messages: [{ date_created: old }], next_page_uri: null }, 'absent'],
      ['that goes on', { messages: [], next_page_uri: '/next' }, 'unknown'],
      ['that does not say whether it does', { messages: [] }, 'unknown'],
      [
        'with a date that is none',
        { messages: [{ date_created: '?' }], next_page_uri: null },
        'unknown',
      ],
      ['without a date', { messages: [{}], next_page_uri: null }, 'unknown'],
      ['that is none', { messages: {}, next_page_uri: null }, 'unknown'],
    ])('by a list %s', async (_, said, state) => {
      expect(await made(said, null)).toMatchObject({ state });
    });

    test.each([
      ['-0.00750', 75n],
      ['-0.00751', 76n],
      ['-0.00749', 75n],
      ['-0.0075', 75n],
      ['-1', 10_000n],
      ['0', 0n],
      [null, undefined],
      ['free', undefined],
    ])('by the price %s costs %s', async (price, cost) => {
      const message = { sid: 'SM1', status: 'delivered', price, price_unit: 'USD' };
      expect((await made(message, 'SM1'))?.cost).toBe(cost);
    });
  });

  test('is queried for the cost of a message, reported only in the platform’s currency', async () => {
    const outcome = await open().send(sampleSend(twilioSimulator), soon());
    const providerRef = outcome.kind === 'done' ? outcome.providerRef : '';
    (running.find(providerRef) as Taken).state = 'delivered';
    const query = {
      ...sampleSend(twilioSimulator),
      providerRef,
      partRefs: [],
      heldAt: clock.now(),
    };
    const ask = (currency?: string) =>
      open(currency ? { costCurrency: currency } : {}).queryStatus?.(query, soon());
    expect(await ask('USD')).toMatchObject({ state: 'delivered', cost: 75n });
    expect(await ask('CNY')).not.toHaveProperty('cost');
    expect(await ask()).not.toHaveProperty('cost');
  });

  test('sends its own template if the form names one', async () => {
    const code = `HX${'0'.repeat(31)}1`;
    await open().send(
      sampleSend(twilioSimulator, { form: { code, variables: { code: '1' } } }),
      soon(),
    );
    expect(running.taken.at(-1)?.said).toEqual({
      ContentSid: code,
      ContentVariables: '{"1":"482913"}',
    });
  });

  describe('a request', () => {
    const sid = (kind: string) => `${kind}${'0'.repeat(31)}1`;

    /** The request it sends to a Twilio with this answer. */
    async function exchange(changes: Record<string, unknown>, said: Partial<HttpAnswer> = {}) {
      const asked: HttpRequest[] = [];
      const answering: HttpClient = {
        async request(request) {
          asked.push(request);
          return { status: 201, headers: {}, text: '{"sid":"SM1"}', ...said };
        },
        close: async () => {},
      };
      const outcome = await open(changes, answering).send(sampleSend(twilioSimulator), soon());
      const form = new URLSearchParams(String(asked[0]?.body));
      return { outcome, form, authorization: asked[0]?.headers?.authorization };
    }

    test('is made with the API key if there is one', async () => {
      const { authorization } = await exchange({ apiKeySid: sid('SK'), apiKeySecret: 'k' });
      expect(authorization).toBe(`Basic ${Buffer.from(`${sid('SK')}:k`).toString('base64')}`);
    });

    test('names a Messaging Service, or a number', async () => {
      const { form } = await exchange({ sender: sid('MG') });
      expect([form.get('MessagingServiceSid'), form.has('From')]).toEqual([sid('MG'), false]);
      expect((await exchange({})).form.get('From')).toBe(sender);
    });

    test('has the callback URL with our reference, and its validity', async () => {
      const { form } = await exchange({ validitySeconds: 300 });
      expect(form.get('StatusCallback')).toMatch(
        /^https:\/\/pay\.example\.com\/cb\/key\?reference=[\w-]+\.42$/,
      );
      expect(form.get('ValidityPeriod')).toBe('300');
    });

    // @mutant src/vendors/adapters/twilio/twilio-api.ts
    // - if (answer.status >= 500) throw
    // + if (answer.status > 599) throw
    test.each([
      ['a fault of Twilio’s own', 500, '{"code":21211}'],
      ['no sid', 201, '{"status":"queued"}'],
      ['another status', 200, '{"sid":"SM1"}'],
    ])('that is answered with %s is unknown', async (_, status, text) => {
      expect((await exchange({}, { status, text })).outcome.kind).toBe('unknown');
    });
  });

  // @mutant src/vendors/adapters/twilio/twilio-api.ts
  // - if (sender !== testSender) return [];
  // + if (sender) return [];
  test('refuses the sender of test credentials, which send nothing', () => {
    expect(() => open({ sender: '+15005550006' })).toThrow('which send nothing');
  });

  test('reports what it cannot send before any money moves', () => {
    const fault = (changes: object) =>
      open().findFault(sampleSend(twilioSimulator, changes))?.field;
    expect(fault({})).toBeUndefined();
    expect(fault({ text: 'x'.repeat(1_600) })).toBeUndefined();
    expect(fault({ text: 'x'.repeat(1_601) })).toBe('content');
    expect(fault({ form: { code: 'SMS_1' } })).toBe('templateId');
  });

  describeMessageContract({
    vendor: twilio,
    simulator: twilioSimulator,
    wrongSecret: { authToken: 'another' },
    mobile: '+8613912345678',
    said: { Body: '【Example】Your code is 482913.' },
  });
});
