import { expect, test } from 'vitest';
import { allowanceFor, readAllowedHost } from './allowed-host.ts';

test.each([
  ['Receiver.LAN', { name: 'receiver.lan', port: undefined }],
  ['receiver.lan.:080', { name: 'receiver.lan', port: '80' }],
  ['receiver.lan:65535', { name: 'receiver.lan', port: '65535' }],
  ['[fd00::5]:25', { name: 'fd00::5', port: '25' }],
  ['fd00::5', { name: 'fd00::5', port: undefined }],
  ['receiver.lan:0', undefined],
  ['receiver.lan:65536', undefined],
  ['receiver.lan/path', undefined],
  ['*.lan', undefined],
  ['', undefined],
])('%j is parsed as %j', (text, host) => {
  expect(readAllowedHost(text)).toEqual(host);
});

test.each([
  ['http://receiver.lan/', 'port'],
  ['http://receiver.lan:80/', 'port'],
  ['https://receiver.lan/', undefined],
  ['https://other.lan/', 'port'],
  ['http://other.lan/', undefined],
  ['http://any.lan:9999/', 'host'],
  ['http://nobody.lan/', undefined],
])('%s is allowed by its %s', (url, allowance) => {
  const hosts = ['receiver.lan:80', 'other.lan:443', 'any.lan'];
  expect(allowanceFor(new URL(url), hosts)).toBe(allowance);
});
