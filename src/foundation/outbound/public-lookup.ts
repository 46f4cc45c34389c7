import { Resolver } from 'node:dns/promises';

/** All addresses of a name. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/**
 * Asks the name servers themselves: files of hosts and search domains have names of this network alone,
 * and the system's own resolver has four threads, which names that nobody answers would take from
 * everybody else. It asks the machine's name servers, as they are just now, where none are given.
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
