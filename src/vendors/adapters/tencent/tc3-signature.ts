import { createHash, createHmac } from 'node:crypto';

/** The signed parts of a POST to `/` of a Tencent Cloud service. */
interface Tc3Request {
  secretId: string;
  secretKey: string;
  /** The service's short name, such as `sms`. */
  service: string;
  host: string;
  contentType: string;
  body: string;
  /** Unix time in seconds. */
  timestamp: number;
}

/** The `Authorization` header for TC3-HMAC-SHA256. */
export function tc3Authorization(request: Tc3Request): string {
  const { secretId, secretKey, service, host, contentType, body, timestamp } = request;
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const signed = 'content-type;host';
  const headers = `content-type:${contentType}\nhost:${host}\n`;
  const canonical = ['POST', '/', '', headers, signed, sha256(body)].join('\n');
  const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  const signature = hmac(key, toSign).toString('hex');
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
