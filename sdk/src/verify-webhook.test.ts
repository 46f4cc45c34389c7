import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { exampleEvent } from '../../src/foundation/contract/wire/event-schemas.ts';
import { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';

/**
 * The example of the Standard Webhooks specification, so that our code is not its own reference.
 */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  body: '{"test": 2432232314}',
};
const then = { nowMs: 1_614_265_330_000 };
const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const reasonOf = (
  headers: WebhookHeaders,
  body: string | Uint8Array = published.body,
  secrets: string | string[] = published.secret,
  options: VerifyOptions = then,
) =>
  verifyWebhook(headers, body, secrets, options).then(
    () => 'verified',
    ({ reason, name }) => reason ?? name,
  );

test('verifies the example of the standard with every form of headers and body', async () => {
  const { headers, body } = published;
  const capitals = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  expect(await verifyWebhook(headers, body, published.secret, then)).toEqual({ test: 2432232314 });
  expect(await reasonOf(new Headers(headers))).toBe('verified');
  expect(await reasonOf(capitals)).toBe('verified');
  expect(await reasonOf(headers, new TextEncoder().encode(body))).toBe('verified');
});

test('accepts if one of several secrets matches one of several signatures', async () => {
  const { headers, secret, body } = published;
  expect(await reasonOf(headers, body, [other, secret])).toBe('verified');
  const signature = `v1,${Buffer.alloc(32).toString('base64')} v1a,x ${headers['webhook-signature']}`;
  expect(await reasonOf({ ...headers, 'webhook-signature': signature })).toBe('verified');
});

test.each([
  ['another body', {}, '{"test": 2432232315}'],
  ['another id', { 'webhook-id': 'msg_q' }, published.body],
  ['another time', { 'webhook-timestamp': '1614265331' }, published.body],
  ['half a signature', { 'webhook-signature': 'v1,g0hM9SsE+OTPJTGt' }, published.body],
  ['no base64', { 'webhook-signature': 'v1,%%' }, published.body],
  [
    'another version',
    { 'webhook-signature': 'v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' },
    published.body,
  ],
])('%s is refused', async (_what, changed, body) => {
  expect(await reasonOf({ ...published.headers, ...changed }, body)).toBe(
    'webhook_signature_wrong',
  );
});

test('rejects a wrong secret, and throws on a malformed one', async () => {
  const { headers, body } = published;
  expect(await reasonOf(headers, body, other)).toBe('webhook_signature_wrong');
  expect(await reasonOf(headers, body, [])).toBe('webhook_signature_wrong');
  for (const secret of ['', 'whsec_', 'whsec_%%%', undefined]) {
    expect(await reasonOf(headers, body, [secret as string])).toBe('TypeError');
  }
});

test('throws on a body that was already parsed, and says so', async () => {
  const { headers, secret, body } = published;
  const asked = verifyWebhook(headers, JSON.parse(body), secret, then);
  await expect(asked).rejects.toThrow('rawBody is a text or bytes');
});

test('hashes the body once, however many signatures the header holds', async () => {
  const hashes = (['sign', 'verify'] as const).map((name) => vi.spyOn(crypto.subtle, name).mock);
  const many = Array(1_000)
    .fill(`v1,${Buffer.alloc(32).toString('base64')}`)
    .join(' ');
  const headers = { ...published.headers, 'webhook-signature': many };
  expect(await reasonOf(headers)).toBe('webhook_signature_wrong');
  expect(hashes.reduce((count, { calls }) => count + calls.length, 0)).toBe(1);
});

// @mutant sdk/src/verify-webhook.ts
// - toleranceSeconds = 300
// + toleranceSeconds = 3_000
test('rejects a delivery more than five minutes old or ahead', async () => {
  const { headers, body, secret } = published;
  const at = (seconds: number) =>
    reasonOf(headers, body, secret, { nowMs: then.nowMs + seconds * 1_000 });
  expect(await at(300)).toBe('verified');
  expect(await at(-300)).toBe('verified');
  expect(await at(301)).toBe('webhook_too_old');
  expect(await at(-301)).toBe('webhook_too_old');
  expect(await reasonOf({ ...headers, 'webhook-timestamp': 'soon' })).toBe('webhook_too_old');
});

// @mutant sdk/src/verify-webhook.ts
// - !(ageSeconds <= toleranceSeconds)
// + ageSeconds > toleranceSeconds
test('rejects every age if the tolerance is not a number', async () => {
  const { headers, body, secret } = published;
  const old = { toleranceSeconds: Number('unset'), nowMs: then.nowMs + 86_400_000 };
  expect(await reasonOf(headers, body, secret, old)).toBe('webhook_too_old');
});

test.each(Object.keys(published.headers))('rejects a delivery without %s', async (name) => {
  const headers: Record<string, string> = { ...published.headers };
  delete headers[name];
  expect(await reasonOf(headers)).toBe('webhook_headers_missing');
});

test('types the verified event by its type', async () => {
  const body = JSON.stringify(exampleEvent('sms.failed'));
  const stamp = String(Math.floor(Date.now() / 1000));
  const mac = createHmac('sha256', Buffer.alloc(32, 7)).update(`id.${stamp}.${body}`);
  const event = await verifyWebhook(
    {
      'webhook-id': 'id',
      'webhook-timestamp': stamp,
      'webhook-signature': `v1,${mac.digest('base64')}`,
    },
    body,
    other,
  );
  expect(event.type === 'sms.failed' && event.data.state).toBe('undelivered');
});
