import { afterAll, beforeAll, expect, test } from 'vitest';
import { forwardedAddresses } from './forwarded-addresses.ts';
import { createServer } from './server.ts';

test.each<[header: string, addresses: string[]]>([
  ['192.0.2.7', ['192.0.2.7']],
  [' 192.0.2.7 ,, 2001:db8::1,', ['192.0.2.7', '2001:db8::1']],
  [
    '192.0.2.7:51234, [2001:db8::1]:443, [2001:db8::2]',
    ['192.0.2.7', '2001:db8::1', '2001:db8::2'],
  ],
  ['192.0.2.7, unknown, 198.51.100.7', ['198.51.100.7']],
  ['192.0.2.7, unknown', []],
  ['"192.0.2.7"', []],
  ['192.0.2.7:http', []],
  ['300.1.1.1:80', []],
  ['', []],
])('%j has the addresses %j', (header, addresses) => {
  expect(forwardedAddresses(header)).toEqual(addresses);
});

const log = { debug() {}, info() {}, warn() {}, error() {} };
const { app, post, close } = createServer({
  log,
  publicUrl: () => 'http://api.example',
  trustProxy: ['127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48'],
  isDraining: () => false,
});
post('/address', async ({ address }) => ({ status: 200, body: JSON.stringify(address) }));
beforeAll(() => app.ready());
afterAll(() => close(0));

// @mutant src/surfaces/http/server.ts
// - addresses.cleanHeader(request.raw);
test.each<[what: string, header: string | undefined, address: string]>([
  ['none', undefined, '127.0.0.1'],
  ['one proxy', '192.0.2.7', '192.0.2.7'],
  ['one proxy, behind it a forged address', '203.0.113.1, 192.0.2.7', '192.0.2.7'],
  ['one proxy, behind it a forged proxy', '203.0.113.1, 10.0.0.9, 192.0.2.7', '192.0.2.7'],
  ['several proxies', '192.0.2.7, 10.0.0.2, 10.0.0.3', '192.0.2.7'],
  ['several proxies of both versions', '192.0.2.7, 2001:db8:ffff::1, 10.0.0.3', '192.0.2.7'],
  ['several proxies, behind them a forged address', '1.2.3.4, 192.0.2.7, 10.0.0.3', '192.0.2.7'],
  ['a proxy that writes ports', '192.0.2.7:51234', '192.0.2.7'],
  ['several proxies that write ports', '192.0.2.7:51234, 10.0.0.3:80', '192.0.2.7'],
  ['a proxy that hides its client', '192.0.2.7, unknown, 10.0.0.3', '10.0.0.3'],
  ['nothing that can be read', 'unknown', '127.0.0.1'],
])('the address of a request through %s is the client’s', async (_, header, address) => {
  const headers = header === undefined ? {} : { 'x-forwarded-for': header };
  const reply = await app.inject({ method: 'POST', url: '/address', headers });
  expect(reply.json()).toBe(address);
});
