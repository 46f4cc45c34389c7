import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { PasskeyPlace } from '../../../people/sign-in/passkey.ts';

/** Where the console is opened: what the settings say, and what the request does. */
export interface ConsolePlace {
  headers: IncomingHttpHeaders;
  /** The setting; undefined when nobody set it. */
  publicUrl: string | undefined;
  /** Where the server listens, if nobody did. */
  listensAt: string;
}

/** Over plain http from another machine, a password would be read on the way, and no cookie is kept. */
export function requireSecurePlace(place: ConsolePlace): void {
  const { protocol, hostname } = pageOf(place);
  if (protocol !== 'https:' && !isLoopback(hostname)) fail('console_needs_https');
}

/**
 * The name that passkeys are tied to. It is what the settings say, never what a request claims, or a
 * page that sits in between could have passkeys made for itself; without the setting it is this machine.
 */
export function passkeyPlaceOf(place: ConsolePlace): PasskeyPlace {
  return findPasskeyPlace(place) ?? fail('passkey_needs_name');
}

export function findPasskeyPlace(place: ConsolePlace): PasskeyPlace | undefined {
  const page = pageOf(place);
  const isOurs = place.publicUrl !== undefined || isLoopback(page.hostname);
  const { hostname, origin } = place.publicUrl ? new URL(place.publicUrl) : page;
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  return isOurs && isName ? { host: hostname, origin } : undefined;
}

/** The page that asks: it says so itself when it changes something, and else it is what it asked. */
function pageOf({ headers, publicUrl, listensAt }: ConsolePlace): URL {
  const said = URL.parse(headers.origin ?? '');
  return said ?? URL.parse(publicUrl ?? `http://${headers.host}`) ?? new URL(listensAt);
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
