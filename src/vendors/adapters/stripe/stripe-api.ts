import { createHmac } from 'node:crypto';
import { isSameSignature } from '../../providers/is-same-signature.ts';
import type { Failure } from '../../providers/provider.ts';
import { failureByCode, parseJson, readJson, textOf } from '../../providers/read-answer.ts';
import type { Callback, CallbackReading, CodeMeaning, Tools } from '../../providers/vendor.ts';
import { address, secret } from '../../providers/vendor-setting.ts';

/** What Stripe's products share: settings, requests, error codes and signed events. */

export const webhookSecret = secret({
  title: { en: 'Webhook signing secret', zh: 'Webhook 签名密钥' },
  help: {
    en: 'Starts with whsec_. See the endpoint in the dashboard.',
    zh: '以 whsec_ 开头，在 Dashboard 的端点详情中查看。',
  },
});
export const endpoint = address({
  title: { en: 'Address', zh: '接口地址' },
  default: 'https://api.stripe.com',
});

const apiVersion = '2026-10-28.endive';
const toleranceSeconds = 300;

export interface StripeAnswer {
  status: number;
  said: unknown;
}

type Form = Readonly<Record<string, string>>;

export type Call = (
  path: string,
  signal: AbortSignal,
  form?: Form | 'delete',
  idempotencyKey?: string,
) => Promise<StripeAnswer>;

/** A GET, a POST if there is a form, or a DELETE. */
export function createCall(
  { apiKey, endpoint }: { apiKey: string; endpoint: string },
  { http }: Tools,
): Call {
  return async (path, signal, change, idempotencyKey) => {
    const form = change === 'delete' ? undefined : change;
    const answer = await http.request({
      method: change === 'delete' ? 'DELETE' : form ? 'POST' : 'GET',
      url: `${endpoint}${path}`,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'stripe-version': apiVersion,
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
      signal,
    });
    return { status: answer.status, said: readJson(answer) };
  };
}

/** By the error's code, or by its type or HTTP status if the code is not in the table. */
export function failureOf(
  codes: Readonly<Record<string, CodeMeaning>>,
  status: number,
  said: unknown,
): Failure {
  const code = textOf(said, 'error', 'code');
  const type = textOf(said, 'error', 'type');
  const message = textOf(said, 'error', 'message') || type;
  const known = [code, type, String(status)].find((each) => Object.hasOwn(codes, each));
  const detail = `HTTP ${status} ${code}: ${message}`;
  return failureByCode(codes, known ?? (code || String(status)), detail);
}

/** The answer that stops Stripe from sending the event again. */
export const eventAnswer = {
  ...{ status: 200, contentType: 'application/json', body: '{"received":true}' },
};

/** An event, or why it is refused. */
export function readSignedEvent(
  callback: Callback,
  secret: string,
  nowMs: number,
): { event: unknown } | { refused: CallbackReading } {
  const detail = findSignatureFault(callback, secret, nowMs);
  if (detail) return { refused: { kind: 'refused', because: 'signature', detail } };
  const event = parseJson(callback.body);
  if (event !== undefined) return { event };
  return { refused: { kind: 'refused', because: 'form', detail: 'an event without JSON' } };
}

function findSignatureFault(
  { headers, body }: Callback,
  secret: string,
  nowMs: number,
): string | undefined {
  const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name?.trim() === 't')?.[1] ?? '';
  if (!/^[0-9]{1,12}$/.test(time)) return 'no signature';
  const expected = stripeSignature(secret, time, body);
  // During a rotation of the secret there are two signatures.
  const given = parts.filter(([name]) => name?.trim() === 'v1').map(([, hex]) => hex);
  if (!given.some((hex) => isSameSignature(hex, expected))) return 'a wrong signature';
  return nowMs / 1000 - Number(time) > toleranceSeconds ? 'a signature of long ago' : undefined;
}

export function stripeSignature(secret: string, time: string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
}
