import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault } from '../../foundation/vault.ts';
import { knownDevice, makeDevice } from './known-device.ts';

const vault = createVault(randomBytes(32));
const cookie = makeDevice(vault, 7);
const [device = '', signature = ''] = cookie.split('.');

test('a browser is recognized for the person who signed in with it, with a new name each time', () => {
  expect(knownDevice(vault, 7, cookie)).toBe(device);
  expect(makeDevice(vault, 7)).not.toBe(cookie);
});

test('a browser is not recognized for anyone else, nor by a cookie that we did not sign', () => {
  const other = makeDevice(vault, 8).split('.');
  expect(knownDevice(vault, 8, cookie)).toBeUndefined();
  expect(knownDevice(createVault(randomBytes(32)), 7, cookie)).toBeUndefined();
  expect(knownDevice(vault, 7, `${other[0]}.${signature}`)).toBeUndefined();
  expect(knownDevice(vault, 7, `${device}.${other[1]}`)).toBeUndefined();
});

test.each([undefined, '', '.', device, `${device}.`, `${device}.x`, `x.${signature}`])(
  '%j is not one of our cookies',
  (typed) => {
    expect(knownDevice(vault, 7, typed)).toBeUndefined();
  },
);
