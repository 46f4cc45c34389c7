import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ApiError,
  errorTable,
  type Reason,
  reasons,
} from '../../src/foundation/contract/errors/errors.ts';
import { errorBody } from '../../src/foundation/contract/wire/envelope.ts';
import type { ClientOptions } from './client-options.ts';
import { CountersignError } from './countersign-error.ts';
import { createCountersign } from './create-countersign.ts';

interface Sent {
  url: string;
  init: RequestInit;
  headers: Record<string, string>;
  atMs: number;
}

type Answer = (sent: Sent) => Promise<Response> | Response;

const message = { mobile: '13912345678', code: '482913' };
const requestId = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';

function success(headers: Record<string, string> = {}): Response {
  const data = { productCode: 'sms_code', mobile: message.mobile, templateId: 'CODE_DEFAULT' };
  const price = { priceSource: 'default', unitPrice: '0.0500' };
  const body = { code: 0, message: 'Accepted.', requestId, ...price, data };
  return new Response(JSON.stringify(body), { status: 201, headers });
}

function refusal(reason: Reason, headers: Record<string, string> = {}): Response {
  const docBase = 'https://api.example.com/docs/errors';
  const body = errorBody(new ApiError(reason), { requestId, language: 'en', docBase });
  return new Response(JSON.stringify(body), { status: errorTable[reason].status, headers });
}

/** A client whose attempts get these answers in order; the last one repeats. */
function clientOf(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const fake = async (url: string | URL | Request, init: RequestInit = {}) => {
    const headers = init.headers as Record<string, string>;
    const one = { url: String(url), init, headers, atMs: performance.now() };
    sent.push(one);
    const answer = answers[Math.min(sent.length, answers.length) - 1] as Answer;
    return answer(one);
  };
  const client = createCountersign({
    baseUrl: 'https://api.example.com/',
    apiKey: 'cs_test_key',
    fetch: fake as typeof fetch,
    ...options,
  });
  return { client, sent };
}

const lost: Answer = () => Promise.reject(new TypeError('fetch failed'));

/** Does not answer until it is aborted. */
const silent: Answer = ({ init }) =>
  new Promise((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

async function errorOf(call: Promise<unknown>): Promise<CountersignError> {
  const settled = call.then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  const error = await settled;
  expect(error).toBeInstanceOf(CountersignError);
  return error as CountersignError;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a call', () => {
  test('is a POST with the key, in JSON, to the path of its operation', async () => {
    const { client, sent } = clientOf([() => success({ 'idempotency-replayed': 'true' })]);
    const reply = await client.smsCode(message, { language: 'zh' });
    expect(reply).toMatchObject({ requestId, isReplay: true, unitPrice: '0.0500' });
    expect(sent[0]?.url).toBe('https://api.example.com/api/v1/sms_code');
    expect(sent[0]?.init).toMatchObject({ method: 'POST', redirect: 'manual' });
    expect(sent[0]?.headers).toMatchObject({ 'x-api-key': 'cs_test_key', 'accept-language': 'zh' });
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual(message);
  });

  test('that changes something uses one idempotency key for all attempts, and a new one for the next call', async () => {
    const { client, sent } = clientOf([lost, () => refusal('overloaded'), () => success()]);
    const first = client.smsCode(message);
    await vi.runAllTimersAsync();
    expect((await first).isReplay).toBe(false);
    await client.smsCode(message);
    const keys = sent.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('for a code that the platform makes is in its own group', async () => {
    const { client, sent } = clientOf([() => success()]);
    await client.verify.start({ mobile: '13800000000' });
    await client.verify.check({ mobile: '13800000000', code: '482913' });
    expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual(['verify_start', 'verify_check']);
    expect(sent[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('that only reads has no idempotency key unless the caller passes one', async () => {
    const { client, sent } = clientOf([() => success()]);
    await client.balance();
    await client.faceRecheck({ authToken: 'fv_x' });
    await client.smsCode(message, { idempotencyKey: 'order-7' });
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([
      undefined,
      undefined,
      'order-7',
    ]);
  });
});

/** The errors below 500 that are retried; from 500 on, all are. */
const passing: Reason[] = [
  'request_timeout',
  'idempotency_in_flight',
  'rate_limited_key',
  'rate_limited_address',
];

describe('an error', () => {
  test.each(reasons)('%s is retried only if it is temporary', async (reason) => {
    const { client, sent } = clientOf([() => refusal(reason)]);
    const error = await errorOf(client.smsCode(message));
    const { status, code, message: text } = errorTable[reason];
    expect(error).toMatchObject({ reason, status, code, requestId, message: text.en });
    expect(error.docUrl).toBe(`https://api.example.com/docs/errors/${code}`);
    const isPassing = passing.includes(reason) || status >= 500;
    expect(sent.length).toBe(isPassing ? 5 : 1);
  });

  test('with Retry-After is retried after that time plus a little jitter', async () => {
    const { client, sent } = clientOf([
      () => refusal('rate_limited_key', { 'retry-after': '3' }),
      () => success(),
    ]);
    const call = client.smsCode(message);
    await vi.runAllTimersAsync();
    await call;
    const waitedMs = (sent[1]?.atMs ?? 0) - (sent[0]?.atMs ?? 0);
    expect(waitedMs).toBeGreaterThanOrEqual(3_000);
    expect(waitedMs).toBeLessThanOrEqual(3_501);
  });

  test('whose Retry-After exceeds the remaining time is thrown at once, and says how long to wait', async () => {
    const { client, sent } = clientOf([() => refusal('overloaded', { 'retry-after': '200' })]);
    const error = await errorOf(client.smsCode(message));
    expect(error).toMatchObject({ reason: 'overloaded', retryAfter: 200 });
    expect(sent.length).toBe(1);
  });

  test('of a lost connection carries the idempotency key for repeating the call', async () => {
    const { client, sent } = clientOf([lost], { retries: 1 });
    const error = await errorOf(client.smsCode(message));
    expect(error.reason).toBe('network');
    expect(error.cause).toBeInstanceOf(TypeError);
    expect(error.idempotencyKey).toBe(sent[0]?.headers['idempotency-key']);
    expect(sent.length).toBe(2);
  });

  test.each([
    [503, 5],
    [429, 5],
    [302, 1],
    [404, 1],
    [200, 1],
  ])(
    'from something other than the platform (HTTP %i) is recognized as such',
    async (status, tries) => {
      const { client, sent } = clientOf([() => new Response('<html>', { status })]);
      const error = await errorOf(client.smsCode(message));
      expect(error).toMatchObject({ reason: 'unreadable_reply', status });
      expect(sent.length).toBe(tries);
    },
  );

  test('names the invalid fields', async () => {
    const details = [{ field: 'mobile', problem: 'is required' }];
    const body = { code: 40005, reason: 'invalid_request', message: 'No.', requestId, details };
    const answer = () => new Response(JSON.stringify(body), { status: 400 });
    const error = await errorOf(clientOf([answer]).client.smsCode(message));
    expect(error.details).toEqual(details);
  });
});

describe('a time limit', () => {
  beforeEach(() => {
    vi.useRealTimers();
  });

  const ended = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: CountersignError) => error.reason,
    );

  test('applies to each attempt, which is retried', async () => {
    const { client, sent } = clientOf([silent, () => success()], { attemptTimeoutMs: 20 });
    expect((await client.smsCode(message)).requestId).toBe(requestId);
    expect(sent.length).toBe(2);
  });

  test('applies to waits while the platform does not answer', async () => {
    const { client } = clientOf([silent], { attemptTimeoutMs: 60_000, timeoutMs: 60_000 });
    const startedAt = performance.now();
    const wait = client.waitForDelivery(requestId, { timeoutMs: 10 });
    expect(await ended(wait)).toBe('timeout');
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  test('applies to a call with all its attempts', async () => {
    const { client, sent } = clientOf([silent], { timeoutMs: 30 });
    expect(await ended(client.smsCode(message))).toBe('timeout');
    expect(sent.length).toBe(1);
  });

  test.each([
    ['an attempt', silent],
    ['a pause', () => refusal('overloaded', { 'retry-after': '60' })],
  ])(
    'gives way to the abort signal in %s, and nothing is sent after it',
    async (_where, answer) => {
      const { client, sent } = clientOf([answer]);
      const ending = new AbortController();
      const call = ended(client.smsCode(message, { signal: ending.signal }));
      setTimeout(() => ending.abort(), 20);
      expect(await call).toBe('aborted');
      expect(sent.length).toBe(1);
    },
  );
});

describe('a client', () => {
  test('cannot be created without a URL or a key', () => {
    const make = (options: Partial<ClientOptions>) => () => clientOf([], options);
    expect(make({ baseUrl: undefined })).toThrow('baseUrl is missing');
    expect(make({ baseUrl: 'api.example.com' })).toThrow('baseUrl is not a URL');
    expect(make({ baseUrl: 'https://x.example/api/v1/' })).toThrow('without /api/v1');
    expect(make({ apiKey: '' })).toThrow('apiKey is missing');
  });

  test.each([
    'ftp://api.example.com',
    'https://a:b@api.example.com',
    'https://api.example.com/?a=b',
  ])('cannot be created for %s, which no call could reach', (baseUrl) => {
    expect(() => clientOf([], { baseUrl })).toThrow('baseUrl must be an http or https URL');
  });

  test('cannot be created with a key that no header can carry', () => {
    expect(() => clientOf([], { apiKey: 'cs_test_密钥' })).toThrow('apiKey is not a valid key');
  });

  test('uses its own settings where a call sets none', async () => {
    const { client, sent } = clientOf([lost], { retries: 0 });
    await errorOf(client.smsCode(message, { retries: undefined }));
    expect(sent.length).toBe(1);
  });
});

describe('a log', () => {
  // @mutant sdk/src/send-call.ts
  // - notify(client.onRequest, told);
  // + notify(client.onRequest, { ...told, body: call.body } as RequestTold);
  test('records attempts, replies and retries, and no personal data', async () => {
    const told: unknown[] = [];
    const hear = (name: string) => (one: object) => {
      told.push([name, one]);
    };
    const { client } = clientOf([lost, () => success()], {
      onRequest: hear('request'),
      onResponse: hear('response'),
      onRetry: hear('retry'),
    });
    const call = client.smsCode(message);
    await vi.runAllTimersAsync();
    await call;
    expect(told).toMatchObject([
      ['request', { operation: 'sms_code', attempt: 1 }],
      ['retry', { operation: 'sms_code', attempt: 1, reason: 'network' }],
      ['request', { operation: 'sms_code', attempt: 2 }],
      ['response', { operation: 'sms_code', attempt: 2, status: 201, requestId }],
    ]);
    const words = JSON.stringify(told);
    for (const secret of [message.mobile, message.code, 'cs_test_key']) {
      expect(words).not.toContain(secret);
    }
  });

  test('that throws does not fail the call', async () => {
    const fail = () => {
      throw new Error('the log is full');
    };
    const { client } = clientOf([() => success()], { onRequest: fail, onResponse: fail });
    expect((await client.smsCode(message)).requestId).toBe(requestId);
  });
});
