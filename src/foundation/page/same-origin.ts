import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '../contract/errors/errors.ts';
import { problems } from '../contract/text/problems.ts';

/**
 * Whether a changing request comes from one of our own pages. Browsers say so in Sec-Fetch-Site; older ones
 * send an Origin, which must be the public URL or the requested host.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const origin = URL.parse(headers.origin ?? '');
  if (!origin) return false;
  return origin.origin === URL.parse(publicUrl)?.origin || origin.host === headers.host;
}

/** Rejects a changing request that comes from another site. */
export function requireSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  if (isSameOrigin(headers, publicUrl)) return;
  fail('invalid_request', { details: [{ field: 'Origin', problem: problems.not_this_page }] });
}
