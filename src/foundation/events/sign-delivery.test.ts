import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeSecret, signDelivery } from './sign-delivery.ts';

test('a delivery is signed for the second that has begun, once with each secret', () => {
  const secrets = [makeSecret(), makeSecret()];
  const headers = signDelivery('evt_1', '{"a":1}', secrets, 1_790_000_000_999);
  // A timestamp in the future would be rejected by receivers whose clock is right.
  expect(headers['webhook-timestamp']).toBe('1790000000');
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update('evt_1.1790000000.{"a":1}').digest('base64')}`;
  });
  expect(headers['webhook-signature'].split(' ')).toEqual(signatures);
});
