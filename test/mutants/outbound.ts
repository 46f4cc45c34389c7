import type { Mutant } from './mutant.ts';

const connector = 'src/foundation/outbound/guarded-connector.ts';
const addresses = 'src/foundation/outbound/forbidden-address.ts';
const tests = ['src/foundation/outbound/guarded-client.test.ts'];

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
    file: 'src/foundation/outbound/guarded-client.ts',
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
    tests: ['src/foundation/outbound/find-url-fault.test.ts'],
  },
  {
    file: addresses,
    find: "  ['168.63.129.16', 32], // Azure's wire server, which looks like anybody's address\n",
    replace: '',
    breaks: "The machinery of the operator's cloud is no place for customers.",
    tests,
  },
  {
    file: 'src/foundation/outbound/find-url-fault.ts',
    find: "if (refusedPorts.has(portOf(url)) && allowance !== 'port') return problems.url_port;",
    replace: '',
    breaks: 'Nobody speaks to mail servers and stores in the name of the platform.',
    tests: ['src/foundation/outbound/find-url-fault.test.ts'],
  },
  {
    file: 'src/foundation/outbound/forbidden-address.ts',
    find: "['100.64.0.0', 10]",
    replace: "['100.64.0.0', 12]",
    breaks: 'All that carriers keep to themselves is nobody’s endpoint.',
    tests: ['src/foundation/outbound/forbidden-address.test.ts'],
  },
  {
    file: 'src/foundation/outbound/forbidden-address.ts',
    find: "  ['2002::', 16], // 6to4, which carries IPv4\n",
    replace: '',
    breaks: 'What carries IPv4 in IPv6 hides no address.',
    tests: ['src/foundation/outbound/forbidden-address.test.ts'],
  },
  {
    file: 'src/foundation/outbound/forbidden-address.ts',
    find: "['172.16.0.0', 12]",
    replace: "['172.16.0.0', 16]",
    breaks: 'The private ranges are closed to their last address.',
    tests: ['src/foundation/outbound/forbidden-address.test.ts'],
  },
  {
    file: 'src/foundation/outbound/forbidden-address.ts',
    find: "['198.18.0.0', 15]",
    replace: "['198.18.0.0', 16]",
    breaks: 'Ranges for benchmarks are closed to their last address.',
    tests: ['src/foundation/outbound/forbidden-address.test.ts'],
  },
  {
    file: 'src/foundation/outbound/guarded-connector.ts',
    find: 'return isForbiddenAddress(address) || isOwnAddress(address);',
    replace: 'return isForbiddenAddress(address);',
    breaks: 'Nobody has the platform talk to its own machine, by whatever address.',
    tests: ['src/foundation/outbound/forbidden-address.test.ts'],
  },
  {
    file: 'src/foundation/outbound/allowed-host.ts',
    find: 'Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535',
    replace: 'Number(port ?? 1) < 1',
    breaks: 'An allowed host has a port that there can be.',
    tests: ['src/foundation/outbound/allowed-host.test.ts'],
  },
  {
    file: 'src/foundation/outbound/allowed-host.ts',
    find: "(url.protocol === 'https:' ? '443' : '80')",
    replace: "'443'",
    breaks: 'A port that is not said is that of the scheme.',
    tests: ['src/foundation/outbound/allowed-host.test.ts'],
  },
  {
    file: 'src/foundation/outbound/allowed-host.ts',
    find: 'host && host.port === undefined',
    replace: 'host',
    breaks: 'A host that is allowed with a port is allowed with that port alone.',
    tests: ['src/foundation/outbound/allowed-host.test.ts'],
  },
  {
    file: 'src/foundation/outbound/find-url-fault.ts',
    find: "6379 11211'",
    replace: "11211'",
    breaks: 'Stores that read lines are sent none.',
    tests: ['src/foundation/outbound/find-url-fault.test.ts'],
  },
];
