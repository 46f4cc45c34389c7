import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request that changes something comes from a page of ours. Browsers say so in Sec-Fetch-
 * Site; older ones send an Origin, which must be the public address or the host asked for.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const origin = URL.parse(headers.origin ?? '');
  if (!origin) return false;
  return origin.origin === URL.parse(publicUrl)?.origin || origin.host === headers.host;
}
