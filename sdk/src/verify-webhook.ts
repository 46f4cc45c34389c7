import { type ClientReason, CountersignError } from './countersign-error.ts';
import type { WebhookEvent } from './generated.ts';

/** The headers of a request, as in `fetch` or in Node. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export interface VerifyOptions {
  /** The maximum difference between the delivery's time and now: 300 seconds. */
  toleranceSeconds?: number | undefined;
  /** The current time in milliseconds, for tests. */
  nowMs?: number | undefined;
}

/**
 * Verifies that a delivery comes from the platform, by the rules of Standard Webhooks, and returns
 * its event. `rawBody` is the body as it arrived, before any parsing. Of several secrets one match
 * is enough. Throws a CountersignError otherwise: answer such a request with 400.
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
  // A tolerance that is no number, such as that of an unset variable, tolerates no age.
  if (!/^\d+$/.test(timestamp) || !(ageSeconds <= toleranceSeconds)) {
    refuse('webhook_too_old', 'The delivery was not signed just now.');
  }
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  // Parsing has lost the signed bytes.
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

/** The body is hashed once per secret, however many signatures a stranger sends. */
async function isSigned(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> {
  const bytes = decodeBase64(String(secret).replace(/^whsec_/, ''));
  // With an empty secret anyone could sign.
  if (!secret || !bytes?.length) throw new TypeError('A secret of webhooks is whsec_ and base64.');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign']);
  const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return signatures
    .split(' ')
    .some((one) => one.startsWith('v1,') && isSame(decodeBase64(one.slice(3)), expected));
}

/** Takes the same time for any bytes. */
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

/** Those of another library look the same, but have another class. */
function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function';
}

function refuse(reason: ClientReason, message: string): never {
  throw new CountersignError({ reason, message });
}
