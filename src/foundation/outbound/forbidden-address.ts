import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { embeddedIpv4, groupsOf } from '../network-address.ts';

/**
 * Addresses that customers' URLs must not reach: the operator's network, this machine, cloud metadata services
 * and unroutable ranges, from the special-purpose address registries (RFC 6890 and its successors).
 */
const forbiddenV4 = subnets('ipv4', [
  ['0.0.0.0', 8], // this network; on many systems this machine
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT, and 100.100.100.200, Alibaba Cloud's metadata
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's wire server, which looks like a public address
  ['169.254.0.0', 16], // link-local, and 169.254.169.254, most clouds' metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocols, and 192.0.0.192, Oracle Cloud's metadata
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112, which answers for private names
  ['192.52.193.0', 24], // multicast tunnels
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
]);

/**
 * All public IPv6 addresses today are in this range; loopback, local, multicast and translated forms are not.
 */
const publicV6 = subnets('ipv6', [['2000::', 3]]);

const forbiddenV6 = subnets('ipv6', [
  ['2001::', 23], // IETF protocols: Teredo (carries IPv4), benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which carries IPv4
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]);

/**
 * Prefixes whose last 32 bits are the IPv4 address that counts: IPv4-mapped, and NAT64 as DNS64 synthesizes it.
 */
const carriers = ['0:0:0:0:0:ffff:', '64:ff9b:0:0:0:0:'];

/** Link-local addresses, and the metadata services of clouds outside them: no vendor is at any of these. */
const metadataV4 = subnets('ipv4', [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32], // Alibaba Cloud
  ['168.63.129.16', 32], // Azure
  ['192.0.0.192', 32], // Oracle Cloud
]);
const metadataV6 = subnets('ipv6', [
  ['fe80::', 10],
  ['fd00:ec2::254', 128], // Amazon
]);

function subnets(family: 'ipv4' | 'ipv6', ranges: readonly (readonly [string, number])[]) {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, family);
  return list;
}

/**
 * Whether only the operator may have the platform connect to this address. Text that is not an address is
 * forbidden, because it cannot be checked.
 */
export function isForbiddenAddress(text: string): boolean {
  const [address = ''] = text.split('%');
  if (isIP(address) === 4) return forbiddenV4.check(address, 'ipv4');
  if (isIP(address) !== 6) return true;
  const carried = embeddedIpv4(address, carriers);
  if (carried !== undefined) return forbiddenV4.check(carried, 'ipv4');
  return !publicV6.check(address, 'ipv6') || forbiddenV6.check(address, 'ipv6');
}

/** Whether nobody may have the platform connect to this address, not even the operator. */
export function isMetadataAddress(text: string): boolean {
  const [address = ''] = text.split('%');
  const v4 = isIP(address) === 4 ? address : embeddedIpv4(address, carriers);
  return v4 === undefined ? metadataV6.check(address, 'ipv6') : metadataV4.check(v4, 'ipv4');
}

/** Whether it is in the operator's network or on this machine. */
export function isInsideAddress(address: string): boolean {
  return isForbiddenAddress(address) || isOwnAddress(address);
}

/**
 * Whether it is one of this machine's own addresses, even a public one: services that a firewall hides from the
 * internet answer there from the inside.
 */
export function isOwnAddress(text: string): boolean {
  const groups = groupsOf(text);
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some(({ address }) => groupsOf(address) === groups);
}
