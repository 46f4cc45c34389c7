import { isIP } from 'node:net';

/** The IPv6 prefix of an IPv4 address, as a dual-stack socket shows it. */
const mapped = '0:0:0:0:0:ffff:';

/** Normalizes an address: IPv4 mapped into IPv6, all eight groups, without a zone. */
export function groupsOf(text: string): string {
  const [address = ''] = text.split('%');
  const url = URL.parse(`http://[${isIP(address) === 4 ? `::ffff:${address}` : address}]`);
  const [head = '', tail] = (url?.hostname.slice(1, -1) ?? '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(zeros).fill('0'), ...last].join(':');
}

/** The IPv4 address in the last 32 bits, if the address begins with one of the prefixes. */
export function embeddedIpv4(address: string, prefixes = [mapped]): string | undefined {
  const groups = groupsOf(address);
  const prefix = prefixes.find((each) => groups.startsWith(each));
  if (!prefix) return undefined;
  const [high = 0, low = 0] = groups
    .slice(prefix.length)
    .split(':')
    .map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Groups IPv6 addresses by /64, because a client that has one address has the whole 2^64 block. */
export function networkOf(address: string): string {
  const plain = embeddedIpv4(address) ?? address;
  if (isIP(plain) !== 6) return plain;
  return `${groupsOf(plain).split(':').slice(0, 4).join(':')}::/64`;
}
