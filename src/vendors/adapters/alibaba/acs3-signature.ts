import { createHash, createHmac } from 'node:crypto';

/** A request as Alibaba Cloud signs it: RPC style, a POST to the root of a host. */
export interface Acs3Request {
  host: string;
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
  /** The form-encoded body; empty if all parameters are in the query. */
  body: string;
  date: Date;
  nonce: string;
}

export interface AccessKey {
  accessKeyId: string;
  accessKeySecret: string;
}

const formType = 'application/x-www-form-urlencoded';

/** The headers of a request with its ACS3-HMAC-SHA256 signature. `host` is signed but not included. */
export function acs3Headers(request: Acs3Request, key: AccessKey): Record<string, string> {
  const headers: Record<string, string> = {
    ...(request.body ? { 'content-type': formType } : {}),
    'x-acs-action': request.action,
    'x-acs-content-sha256': sha256(request.body),
    'x-acs-date': request.date.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  };
  const signed = Object.entries({ ...headers, host: request.host }).sort(byName);
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    'POST',
    '/',
    acs3Query(request.query),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    sha256(request.body),
  ].join('\n');
  const signature = createHmac('sha256', key.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${key.accessKeyId},SignedHeaders=${names},Signature=${signature}`;
  return { ...headers, authorization };
}

/** Parameters in the order and encoding that the signature needs; the same string is sent. */
export function acs3Query(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .sort(byName)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

/** RFC 3986, which escapes more than `encodeURIComponent`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function byName([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
