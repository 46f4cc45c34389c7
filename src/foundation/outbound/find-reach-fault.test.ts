import { expect, test } from 'vitest';
import { findReachFault } from './find-reach-fault.ts';

test.each([
  ['http://127.0.0.1:8080/x', 'inside'],
  ['https://[::1]/x', 'inside'],
  ['https://localhost/x', 'inside'],
  ['https://api.localhost/x', 'inside'],
  ['https://10.0.0.7/x', 'inside'],
  ['http://pay.example.com/x', 'plain'],
  ['http://93.184.216.34/x', 'plain'],
  ['https://pay.example.com/x', null],
  ['https://93.184.216.34/x', null],
])('whether others reach %s: %s', (url, fault) => {
  expect(findReachFault(url)).toBe(fault);
});
