import { describe, expect, test } from 'vitest';
import { problems } from '../contract/text/problems.ts';
import { findUrlFault } from './find-url-fault.ts';

describe('a URL that a customer sets', () => {
  // @mutant src/foundation/outbound/forbidden-address.ts
  // - ['0:0:0:0:0:ffff:', '64:ff9b:0:0:0:0:']
  // + ['0:0:0:0:0:ffff:']
  test.each([
    'https://hooks.example/countersign?from=us#part',
    'http://hooks.example:8080/',
    'https://例子.example/',
    'https://hooks.example./',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]:8443/',
    'https://[64:ff9b::808:808]/',
    'https://[::ffff:8.8.8.8]/',
    'https://11.0.0.1/',
    'https://172.32.0.1/',
    'https://100.128.0.1/',
  ])('is accepted: %s', (url) => {
    expect(findUrlFault(url, [])).toBeUndefined();
  });

  // @mutant src/foundation/outbound/find-url-fault.ts
  // - if (refusedPorts.has(portOf(url)) && allowance !== 'port')
  // + if (false)
  test.each([
    ['hooks.example/countersign', problems.url_not_web],
    ['ftp://hooks.example/', problems.url_not_web],
    ['https:hooks.example', problems.url_not_web],
    ['https://localhost../', problems.url_not_web],
    ['https://hooks..example/', problems.url_not_web],
    [`https://${'a'.repeat(64)}.example/`, problems.url_not_web],
    [`https://${'a.'.repeat(124)}example/`, problems.url_not_web],
    ['https://hooks.example/a b', problems.url_characters],
    ['https://me:word@hooks.example/', problems.url_user],
    ['https://hooks.example:25/', problems.url_port],
    ['https://hooks.example:6379/', problems.url_port],
    ['https://hooks.example:11211/', problems.url_port],
    ['https://localhost/', problems.url_private],
    ['https://hooks/', problems.url_private],
    ['https://192.168.1.1/', problems.url_private],
    ['https://[fd00::1]/', problems.url_private],
  ])('is refused with the reason: %s', (url, fault) => {
    expect(findUrlFault(url, [])).toBe(fault);
  });

  test('has a limited length', () => {
    const fits = `https://hooks.example/${'a'.repeat(2026)}`;
    expect(findUrlFault(fits, [])).toBeUndefined();
    expect(findUrlFault(`${fits}a`, [])?.en).toMatch(/at most 2048/);
  });
});

describe('a host that the operator allows', () => {
  test('is recognized in every spelling, with its port if one was given', () => {
    const allowed = ['Receiver.LAN', '10.0.0.5:8080', '[fd00::5]:25', '::1'];
    for (const url of [
      'http://receiver.lan./hook',
      'http://receiver.lan:9999/',
      'http://0xa.5:8080/',
      'http://[fd00:0::0005]:25/',
      'http://[0::1]/',
    ]) {
      expect(findUrlFault(url, allowed)).toBeUndefined();
    }
    expect(findUrlFault('http://10.0.0.5/', allowed)).toBe(problems.url_private);
    expect(findUrlFault('http://a.receiver.lan/', allowed)).toBe(problems.url_private);
    expect(findUrlFault('http://receiver.lan:25/', allowed)).toBe(problems.url_port);
  });
});
