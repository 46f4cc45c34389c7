import { createCipheriv, createSign, randomBytes } from 'node:crypto';
import { vendorKey } from './china-pay-keys.ts';
import type { CallbackRequest } from './simulator.ts';

export const apiV3Key = 'apiv3-key-of-the-simulator-00032';
export const publicKeyId = 'PUB_KEY_ID_0000000000000000000000000001';

/** The signature of an answer or a notice, made now. */
export function signatureOf(
  body: string,
  serial = publicKeyId,
  key = vendorKey,
  now = new Date(),
): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1_000));
  const nonce = randomBytes(16).toString('hex');
  const text = `${time}\n${nonce}\n${body}\n`;
  return {
    'wechatpay-timestamp': time,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': createSign('RSA-SHA256').update(text).sign(key, 'base64'),
  };
}

/** A time as it writes it, in China. */
export function chinaTime(at: Date): string {
  const local = new Date(at.getTime() + 8 * 3_600_000).toISOString();
  return `${local.slice(0, 19)}+08:00`;
}

/** The body of a notice about this. */
export function encrypt(content: object, event_type: string): string {
  const nonce = randomBytes(6).toString('hex');
  const associated_data = event_type.startsWith('REFUND') ? 'refund' : 'transaction';
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from(associated_data));
  const parts = [cipher.update(JSON.stringify(content), 'utf8'), cipher.final()];
  const ciphertext = Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64');
  return JSON.stringify({
    ...{ id: `EV-${nonce}`, create_time: chinaTime(new Date()), event_type },
    ...{ resource_type: 'encrypt-resource', summary: event_type },
    resource: {
      ...{ original_type: associated_data, algorithm: 'AEAD_AES_256_GCM' },
      ...{ ciphertext, associated_data, nonce },
    },
  });
}

export function signNotice(body: string, key = vendorKey, now = new Date()): CallbackRequest {
  const headers = {
    'content-type': 'application/json',
    ...signatureOf(body, publicKeyId, key, now),
  };
  return { method: 'POST', headers, body };
}
