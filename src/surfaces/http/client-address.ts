import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { forwardedAddresses } from './forwarded-addresses.ts';

/** Whose address a request comes from, by the proxies that are trusted to report it. */
export interface ClientAddress {
  /** Whether to believe the header of a proxy; undefined if there is none. */
  isTrusted: ((address: string, hop: number) => boolean) | undefined;
  /** Rewrites the header without ports and texts, before the framework reads it. */
  cleanHeader(request: IncomingMessage): void;
  read(request: IncomingMessage): string;
}

/** The framework reads addresses with the same library and the same rule, so both ways in find the same one. */
export function clientAddressBehind(proxies: readonly string[]): ClientAddress {
  if (proxies.length === 0) {
    return {
      isTrusted: undefined,
      cleanHeader() {},
      read: ({ socket }) => socket.remoteAddress ?? '',
    };
  }
  const isTrusted = proxyAddr.compile([...proxies]);
  return {
    isTrusted,
    cleanHeader,
    read(request) {
      cleanHeader(request);
      return proxyAddr(request, isTrusted);
    },
  };
}

function cleanHeader({ headers }: IncomingMessage): void {
  const header = headers['x-forwarded-for'];
  if (header) headers['x-forwarded-for'] = forwardedAddresses([header].flat().join()).join();
}
