import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { allowanceFor } from './allowed-host.ts';
import { isForbiddenAddress, isOwnAddress } from './forbidden-address.ts';
import { NotSent } from './http-client.ts';
import { type Lookup, publicLookup } from './public-lookup.ts';

/**
 * Customers read these words, which do not tell them what the operator's name servers know: a name that leads
 * inside and one that is not there at all are one to them.
 */
const nowhere = 'the host has no public address';

/** The address leads where the platform does not go for customers. Nothing was sent. */
export class Forbidden extends NotSent {
  /** The address that may not be reached, or what was given for one. */
  readonly address: string;

  constructor(address: string) {
    super(nowhere);
    this.address = address;
  }
}

export interface GuardedConnectorOptions {
  allowedHosts: readonly string[];
  connectTimeoutMs: number;
  lookup?: Lookup | undefined;
}

/**
 * Makes connections to public addresses and to the operator's allowed hosts alone. Addresses are judged
 * between the answer of the resolver and the connection, which is made to one of those very addresses,
 * so a name that changes its mind gains nothing; and the connection is judged again once it is there.
 */
export function guardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const { connectTimeoutMs } = options;
  const common = { timeout: connectTimeoutMs, allowH2: false, autoSelectFamily: true };
  const trusting = buildConnector(common);
  const lookUp = options.lookup ?? publicLookup(connectTimeoutMs);
  const guarded = buildConnector({ ...common, lookup: judgedLookup(lookUp) });
  return (target, callback) => {
    const url = new URL(`${target.protocol}//${target.host}`);
    if (allowanceFor(url, options.allowedHosts)) return trusting(target, callback);
    if (isIP(target.hostname) && isRefused(target.hostname)) {
      return callback(new Forbidden(target.hostname), null);
    }
    guarded(target, (fault, socket) => {
      if (fault) return callback(fault, null);
      const reached = socket.remoteAddress ?? '';
      if (!isRefused(reached)) return callback(null, socket);
      socket.destroy();
      callback(new Forbidden(reached), null);
    });
  };
}

function isRefused(address: string): boolean {
  return isForbiddenAddress(address) || isOwnAddress(address);
}

/** What name servers say of a name that they do not have. */
const notThere: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * One forbidden address among several refuses the name: which of them is connected to is otherwise
 * chance, and chances can be taken again.
 */
function judgedLookup(lookUp: Lookup): LookupFunction {
  return (name, options, callback) => {
    lookUp(name).then(
      (addresses) => {
        const refused = addresses.find(isRefused);
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
