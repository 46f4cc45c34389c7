import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault } from '../../foundation/vault.ts';
import { countOfFactor, countsOfSignIn } from './throttle.ts';

const vault = createVault(randomBytes(32));

describe('tries to sign in are counted', () => {
  const keysOf = (email: string, address: string, device?: string) =>
    countsOfSignIn(vault, email, { address, device }).map(({ key }) => key.toString('hex'));

  test('by network, never by e-mail alone', () => {
    const here = keysOf('a@example.com', '203.0.113.7');
    const there = keysOf('a@example.com', '203.0.113.8');
    expect(here).toHaveLength(2);
    expect(here.filter((key) => there.includes(key))).toEqual([]);
  });

  test('separately for a browser that signed in before', () => {
    const known = keysOf('a@example.com', '203.0.113.7', 'device');
    const others = keysOf('a@example.com', '203.0.113.7');
    expect(known.filter((key) => others.includes(key))).toEqual([]);
    expect(keysOf('a@example.com', '198.51.100.1', 'device')).toEqual(known);
  });

  test('per email, after five of it and thirty of the whole network', () => {
    const one = keysOf('a@example.com', '203.0.113.7');
    const other = keysOf('b@example.com', '203.0.113.7');
    expect([one[0] === other[0], one[1] === other[1]]).toEqual([false, true]);
    const counts = countsOfSignIn(vault, 'a@example.com', {
      address: '203.0.113.7',
      device: undefined,
    });
    // The maximum wait is a quarter of an hour, and half a minute for other people's tries.
    expect(counts.map(({ free, longestSeconds }) => [free, longestSeconds])).toEqual([
      [5, 900],
      [30, 30],
    ]);
  });
});

test('codes and passkeys of a person are counted separately, and each browser by itself', () => {
  const counts = [
    countOfFactor(vault, 'codes', 1, undefined),
    countOfFactor(vault, 'passkeys', 1, undefined),
    countOfFactor(vault, 'codes', 2, undefined),
    countOfFactor(vault, 'codes', 1, 'device'),
  ];
  expect(new Set(counts.map(({ key }) => key.toString('hex'))).size).toBe(counts.length);
});
