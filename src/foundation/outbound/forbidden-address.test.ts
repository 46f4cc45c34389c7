import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { isForbiddenAddress, isOwnAddress } from './forbidden-address.ts';
import { createGuardedClient } from './guarded-client.ts';
import { Forbidden } from './guarded-connector.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** The first and the last address of each range forbidden to customers, and their neighbours. */
test.each([
  ['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', undefined],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, '2001:200::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7::', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::', '2620:4f:8001::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe::', '3fff:1000::'],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, '2000::'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::', undefined],
])('%s to %s are forbidden, %s and %s are not', (first, last, before, after) => {
  expect([first, last].map(isForbiddenAddress)).toEqual([true, true]);
  for (const beside of [before, after]) {
    if (beside) expect([beside, isForbiddenAddress(beside)]).toEqual([beside, false]);
  }
});

test.each([
  ['::ffff:8.8.8.8', false],
  ['::ffff:10.0.0.1', true],
  ['64:ff9b::808:808', false],
  ['64:ff9b::a00:1', true],
  ['fe80::1%eth0', true],
  ['8.8.8.8%eth0', false],
  ['nonsense', true],
  ['', true],
])('%j is forbidden: %s', (address, isForbidden) => {
  expect(isForbiddenAddress(address)).toBe(isForbidden);
});

// @mutant src/foundation/outbound/forbidden-address.ts
// - return isForbiddenAddress(address) || isOwnAddress(address);
// + return isForbiddenAddress(address);
test('an address of this machine is forbidden in every spelling, even if it is public', async () => {
  const [own, other] = ['198.41.0.4', '198.41.0.5'];
  const eth0 = [{ address: own }, { address: '2606:4700::a' }];
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({ eth0 } as never);
  syncBuiltinESMExports();
  expect([own, `::ffff:${own}`, '2606:4700:0:0::000a', other].map(isOwnAddress)).toEqual([
    ...[true, true, true, false],
  ]);
  const client = createGuardedClient({ allowedHosts: [], connections: 1, connectTimeoutMs: 100 });
  const signal = AbortSignal.timeout(60_000);
  const sent = client.post({ url: `http://${own}:8080/`, body: '', signal });
  await expect(sent).rejects.toBeInstanceOf(Forbidden);
  await client.close();
});
