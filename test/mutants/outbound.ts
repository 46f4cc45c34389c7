import type { Mutant } from './mutant.ts';

const connector = 'src/outbound/guarded-connector.ts';
const addresses = 'src/outbound/forbidden-address.ts';
const tests = ['src/outbound/guarded-client.test.ts'];

/** Addresses that customers set. */
export const outboundMutants: readonly Mutant[] = [
  {
    file: connector,
    find: 'const refused = addresses.find(isRefused);',
    replace: 'const refused = addresses.slice(0, 1).find(isRefused);',
    breaks: 'One address inside among several refuses the name.',
    tests,
  },
  {
    file: connector,
    find: 'if (!isRefused(reached)) return callback(null, socket);',
    replace: 'if (reached) return callback(null, socket);',
    breaks: 'A connection is judged by where it leads once it is there.',
    tests,
  },
  {
    file: 'src/outbound/guarded-client.ts',
    find: 'if (findUrlFault(request.url, allowedHosts)) throw new Forbidden(request.url);',
    replace: 'findUrlFault(request.url, allowedHosts);',
    breaks: 'An address is judged whenever it is sent to, not only when it was saved.',
    tests,
  },
  {
    file: addresses,
    find: "['0:0:0:0:0:ffff:', '64:ff9b:0:0:0:0:']",
    replace: "['0:0:0:0:0:ffff:']",
    breaks: 'A public address is reached through NAT64, and a private one is not.',
    tests: ['src/outbound/find-url-fault.test.ts'],
  },
  {
    file: addresses,
    find: "  ['168.63.129.16', 32], // Azure's wire server, which looks like anybody's address\n",
    replace: '',
    breaks: "The machinery of the operator's cloud is no place for customers.",
    tests,
  },
  {
    file: 'src/outbound/find-url-fault.ts',
    find: "if (refusedPorts.has(portOf(url)) && allowance !== 'port') return problems.url_port;",
    replace: '',
    breaks: 'Nobody speaks to mail servers and stores in the name of the platform.',
    tests: ['src/outbound/find-url-fault.test.ts'],
  },
];
