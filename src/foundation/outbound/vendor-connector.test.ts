import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isMetadataAddress } from './forbidden-address.ts';
import { createHttpClient, NotSent } from './http-client.ts';
import { lookupWithoutMetadata, noMetadata } from './vendor-connector.ts';

const client = createHttpClient({ connections: 1, connectTimeoutMs: 500 });
afterEach(() => vi.restoreAllMocks());

describe('no vendor is reached at a link-local or metadata address', () => {
  // @mutant src/foundation/outbound/vendor-connector.ts
  // - if (isIP(host) && isMetadataAddress(host)) return callback(new Error(noMetadata), null);
  // + if (host === '') return callback(new Error(noMetadata), null);
  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    'http://2852039166/',
  ])('%s', async (url) => {
    const asked = client.request({ method: 'GET', url, signal: AbortSignal.timeout(5_000) });
    await expect(asked).rejects.toThrow(new NotSent(noMetadata));
  });

  test.each([
    ['169.254.0.1', true],
    ['169.255.0.1', false],
    ['fe80::1%eth0', true],
    ['febf::1', true],
    ['fec0::1', false],
    ['10.0.0.1', false],
    ['127.0.0.1', false],
  ])('%s is one: %s', (address, isOne) => {
    expect(isMetadataAddress(address)).toBe(isOne);
  });
});

test('other names are looked up as usual', async () => {
  const look = promisify(lookupWithoutMetadata) as (
    name: string,
    options: object,
  ) => Promise<unknown>;
  expect(await look('localhost', { family: 4 })).toBe('127.0.0.1');
});
