import { type ClientReason, CountersignError } from './countersign-error.ts';
import type { WebhookEvent } from './generated.ts';

/** The header fields of a request, as `fetch` or as Node has them. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export interface VerifyOptions {
  /** How far the time of the delivery may be from now: 300 seconds. */
  toleranceSeconds?: number | undefined;
  /** The time, in milliseconds, for tests. */
  nowMs?: number | undefined;
}

/**
 * The event of a delivery that is proved to come from the platform, by the rules of Standard Webhooks.
 * `rawBody` is the body as it arrived, before anything parsed it. With several secrets one that fits is
 * enough. Throws a CountersignError otherwise: answer such a request with 400.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secrets: string | readonly string[] | undefined,
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  if (!id || !timestamp || !signatures) {
    refuse('webhook_headers_missing', 'The header fields of a delivery are missing.');
  }
  const ageSeconds = Math.abs(nowMs / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds) {
    refuse('webhook_too_old', 'The delivery was not signed just now.');
  }
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  // What was parsed has lost the bytes that were signed.
  if (!ArrayBuffer.isView(body)) throw new TypeError('rawBody is a text or bytes, as it arrived.');
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  for (const secret of [secrets].flat() as string[]) {
    if (await isSigned(secret, signed, signatures)) {
      return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
    }
  }
  return refuse('webhook_signature_wrong', 'No secret fits the signature of the delivery.');
}

/** The body is hashed once for a secret, however many signatures a stranger sends along. */
async function isSigned(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> {
  const bytes = decodeBase64(String(secret).replace(/^whsec_/, ''));
  // An empty secret would be no secret, and anyone's signature.
  if (!secret || !bytes?.length) throw new TypeError('A secret of webhooks is whsec_ and base64.');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign']);
  const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return signatures
    .split(' ')
    .some((one) => one.startsWith('v1,') && isSame(decodeBase64(one.slice(3)), expected));
}

/** Takes the same time whatever the bytes are. */
function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  if (one?.length !== other.length) return false;
  return other.reduce((differs, byte, at) => differs | (byte ^ (one[at] as number)), 0) === 0;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
  const value = found === undefined ? undefined : headers[found];
  return typeof value === 'string' ? value : value?.join(' ');
}

/** Those of another library look the same, and are of another class. */
function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function';
}

function refuse(reason: ClientReason, message: string): never {
  throw new CountersignError({ reason, message });
}
