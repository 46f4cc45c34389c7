import { createHash, createHmac } from 'node:crypto';
import { isSameSignature } from '../../providers/is-same-signature.ts';
import type { Callback } from '../../providers/vendor.ts';

const algorithm = 'SDK-HMAC-SHA256';
const form = /^SDK-HMAC-SHA256 Access=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]+)$/;

/**
 * Verifies a signature of Huawei Cloud's gateway. It uses the URL that the vendor was given, because a proxy in
 * front of us may have rewritten the request's URL.
 */
export function isSignedByHuawei(callback: Callback, key: string, secret: string): boolean {
  const [, access, names = '', signature] = form.exec(callback.headers.authorization ?? '') ?? [];
  // Huawei always signs the date. A signature without it could be replayed for ever.
  if (access !== key || !names.split(';').includes('x-sdk-date')) return false;
  return isSameSignature(signature, huaweiSignature(callback, names, secret));
}

export function huaweiSignature(
  { method, url, headers, body }: Callback,
  signedHeaders: string,
  secret: string,
): string {
  const { host, pathname, searchParams } = new URL(url);
  const lines = signedHeaders
    .split(';')
    .map((name) => `${name}:${(name === 'host' ? host : (headers[name] ?? '')).trim()}\n`);
  const canonical = [
    method,
    pathname.endsWith('/') ? pathname : `${pathname}/`,
    writeQuery(searchParams),
    lines.join(''),
    signedHeaders,
    hash(body),
  ].join('\n');
  const toSign = [algorithm, headers['x-sdk-date'] ?? '', hash(canonical)].join('\n');
  return createHmac('sha256', secret).update(toSign).digest('hex');
}

function writeQuery(query: URLSearchParams): string {
  const pairs = [...query].map((pair) => pair.map(encode).join('='));
  return pairs.sort().join('&');
}

/** RFC 3986: escapes everything except letters, digits, `-`, `.`, `_` and `~`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
