import { Resolver } from 'node:dns/promises';

/** All addresses of a name. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/**
 * Queries the name servers directly. Hosts files and search domains hold names that are local to this network,
 * and the system resolver has four threads, which unanswered names would block for everyone. Without `servers`
 * it queries the machine's current name servers.
 */
export function publicLookup(timeoutMs: number, servers?: readonly string[]): Lookup {
  return async (name) => {
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 2), tries: 2 });
    if (servers) resolver.setServers(servers);
    const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (found.length > 0) return found;
    throw asked.find((each) => each.status === 'rejected')?.reason;
  };
}
