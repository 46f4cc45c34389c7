import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { RelyingParty } from '../../../people/sign-in/passkey.ts';

/** The address at which the console is opened, from the settings and the request. */
export interface ConsoleAddress {
  headers: IncomingHttpHeaders;
  /** The setting; undefined if it is not set. */
  publicUrl: string | undefined;
  /** Where the server listens, as a fallback. */
  listensAt: string;
}

/** Over plain http from another machine, a password could be intercepted, and browsers reject the cookie. */
export function requireSecureAddress(address: ConsoleAddress): void {
  const { protocol, hostname } = requestingPage(address);
  if (protocol !== 'https:' && !isLoopback(hostname)) fail('console_needs_https');
}

/**
 * The host name that passkeys are bound to. It comes from the settings, not from the request: otherwise a
 * page in the middle could have passkeys created for its own name. Without the setting, only localhost works.
 */
export function relyingPartyOf(address: ConsoleAddress): RelyingParty {
  return findRelyingParty(address) ?? fail('passkey_needs_name');
}

export function findRelyingParty(address: ConsoleAddress): RelyingParty | undefined {
  const page = requestingPage(address);
  const isOurs = address.publicUrl !== undefined || isLoopback(page.hostname);
  const { hostname, origin } = address.publicUrl ? new URL(address.publicUrl) : page;
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  return isOurs && isName ? { host: hostname, origin } : undefined;
}

/**
 * The requesting page: its Origin header, which browsers send with every change; otherwise the public URL or
 * the Host header.
 */
function requestingPage({ headers, publicUrl, listensAt }: ConsoleAddress): URL {
  const said = URL.parse(headers.origin ?? '');
  return said ?? URL.parse(publicUrl ?? `http://${headers.host}`) ?? new URL(listensAt);
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
