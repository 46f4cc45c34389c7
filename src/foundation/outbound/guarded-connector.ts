import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { allowanceFor } from './allowed-host.ts';
import { isInsideAddress } from './forbidden-address.ts';
import { NotSent } from './http-client.ts';
import { type Lookup, publicLookup } from './public-lookup.ts';

/**
 * Customers read this message. It hides what the operator's name servers know: a private name and a missing
 * name look the same.
 */
const nowhere = 'the host has no public address';

/** The URL leads to an address that the platform does not connect to for customers. Nothing was sent. */
export class Forbidden extends NotSent {
  /** The forbidden address, or the text given as one. */
  readonly address: string;

  constructor(address: string) {
    super(nowhere);
    this.address = address;
  }
}

interface GuardedConnectorOptions {
  allowedHosts: readonly string[];
  connectTimeoutMs: number;
  lookup?: Lookup | undefined;
}

/**
 * Connects only to public addresses and to the operator's allowed hosts. It checks the addresses between
 * resolving and connecting, and connects to one of those, so DNS rebinding gains nothing; it checks again once
 * the connection is open.
 */
export function guardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { connectTimeoutMs } = options;
  const common = { timeout: connectTimeoutMs, allowH2: false, autoSelectFamily: true };
  const trusting = buildConnector(common);
  const lookup = options.lookup ?? publicLookup(connectTimeoutMs);
  const guarded = buildConnector({ ...common, lookup: judgedLookup(lookup) });
  return (target, callback) => {
    const url = new URL(`${target.protocol}//${target.host}`);
    if (allowanceFor(url, options.allowedHosts)) return trusting(target, callback);
    if (isIP(target.hostname) && isInsideAddress(target.hostname)) {
      return callback(new Forbidden(target.hostname), null);
    }
    guarded(target, (fault, socket) => {
      if (fault) return callback(fault, null);
      const reached = socket.remoteAddress ?? '';
      if (!isInsideAddress(reached)) return callback(null, socket);
      socket.destroy();
      callback(new Forbidden(reached), null);
    });
  };
}

/** DNS errors for a name that does not exist. */
const notThere: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * One forbidden address among several rejects the name: which one is used would otherwise be chance, and an
 * attacker can retry until it succeeds.
 */
function judgedLookup(lookup: Lookup): LookupFunction {
  return (name, options, callback) => {
    lookup(name).then(
      (addresses) => {
        const refused = addresses.find(isInsideAddress);
        if (refused !== undefined) return callback(new Forbidden(refused), []);
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (!first) return callback(new NotSent(nowhere), []);
        if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (fault: NodeJS.ErrnoException) =>
        callback(notThere.has(fault.code) ? new NotSent(nowhere) : fault, []),
    );
  };
}
