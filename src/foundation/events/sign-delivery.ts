import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new endpoint secret, in the format of Standard Webhooks. */
export function makeSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

interface DeliveryHeaders {
  'content-type': 'application/json';
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** The headers of a delivery, with one signature for each valid secret. */
export function signDelivery(
  eventId: string,
  body: string,
  secrets: readonly string[],
  nowMs: number,
): DeliveryHeaders {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signed = `${eventId}.${timestamp}.${body}`;
  return {
    'content-type': 'application/json',
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, signed)).join(' '),
  };
}

function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
