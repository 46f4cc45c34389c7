import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isMetadataAddress } from './forbidden-address.ts';

export interface VendorConnectorOptions {
  connectTimeoutMs: number;
  certificates?: string | undefined;
  /** Called with the origin and the address of each connection, before anything is sent over it. */
  onConnect?: ((origin: string, address: string) => void) | undefined;
}

export const noMetadata = 'the address is link-local or a cloud metadata service';

/**
 * Connects to vendors, which may be inside the operator's network, but never to link-local addresses: no vendor
 * is there, and the machine's own cloud credentials are.
 */
export function vendorConnector(options: VendorConnectorOptions): buildConnector.connector {
  const { certificates, onConnect } = options;
  const connect = buildConnector({
    timeout: options.connectTimeoutMs,
    allowH2: false,
    lookup: lookupWithoutMetadata,
    ...(certificates ? { ca: certificates } : {}),
  });
  return (target, callback) => {
    const host = target.hostname.replaceAll(/[[\]]/g, '');
    if (isIP(host) && isMetadataAddress(host)) return callback(new Error(noMetadata), null);
    connect(target, (fault, socket) => {
      if (fault) return callback(fault, null);
      onConnect?.(`${target.protocol}//${target.host}`, socket.remoteAddress ?? '');
      callback(null, socket);
    });
  };
}

/** Resolves a host name, and fails if one of its addresses is link-local. */
export const lookupWithoutMetadata: LookupFunction = (name, options, callback) => {
  lookup(name, { ...options, all: true }, (fault, found) => {
    if (fault) return callback(fault, []);
    const [first] = found;
    if (!first || found.some(({ address }) => isMetadataAddress(address))) {
      return callback(new Error(noMetadata), []);
    }
    if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};
