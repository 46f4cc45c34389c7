import { isIP } from 'node:net';
import { isForbiddenAddress } from './forbidden-address.ts';

export const reachFaults = ['inside', 'plain'] as const;
export type ReachFault = (typeof reachFaults)[number];

/**
 * Why others may not reach a URL of this platform: its host names this machine or an internal network, or it has no
 * TLS. Null if nothing in the URL says so; names are not resolved, because they may lead elsewhere from the inside.
 */
export function findReachFault(url: string): ReachFault | null {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replaceAll(/[[\]]/g, '');
  const isLocal = /(^|\.)localhost$/.test(host);
  if (isLocal || (isIP(host) !== 0 && isForbiddenAddress(host))) return 'inside';
  return protocol === 'https:' ? null : 'plain';
}
