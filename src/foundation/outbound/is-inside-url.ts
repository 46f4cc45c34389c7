import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isInsideAddress } from './forbidden-address.ts';

/** Whether a URL leads into the operator's own network, or its host cannot be resolved. */
export async function isInsideUrl(url: string): Promise<boolean> {
  const host = URL.parse(url)?.hostname.replaceAll(/[[\]]/g, '') ?? '';
  const found = isIP(host)
    ? [{ address: host }]
    : await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) return true;
  return found.some(({ address }) => isInsideAddress(address));
}
