import { createHmac } from 'node:crypto';
import type { CallbackRequest } from './simulator.ts';

/** Signed over the URL that the request gave and every form field, sorted by name. */
export function signedCallback(
  url: string,
  fields: [name: string, value: string][],
  token: string,
): CallbackRequest {
  const signed = url + fields.map(([name, value]) => name + value).join('');
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', token).update(signed, 'utf8').digest('base64'),
    },
    body: new URLSearchParams(fields).toString(),
  };
}
