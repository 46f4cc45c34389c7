import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '../contract/errors/errors.ts';
import { problems } from '../contract/text/problems.ts';

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

/** Refuses a request that changes something and comes from anywhere else. */
export function requireSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  if (isSameOrigin(headers, publicUrl)) return;
  fail('invalid_request', { details: [{ field: 'Origin', problem: problems.not_this_page }] });
}
