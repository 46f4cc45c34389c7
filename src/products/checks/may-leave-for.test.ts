import { expect, test } from 'vitest';
import { mayLeaveFor } from './may-leave-for.ts';

const ours = 'https://pay.example.com/v/link';
const plain = 'http://192.168.0.7:8080/v/link';

test.each([
  ['https://vendor.example/page', ours, true],
  ['https://vendor.example/page', plain, true],
  ['http://vendor.example/page', ours, false],
  ['http://vendor.example/page', plain, true],
  ['http://127.0.0.1:4000/page', ours, true],
  ['http://[::1]:4000/page', ours, true],
  ['http://127.0.0.1.vendor.example/page', ours, false],
  ['javascript:alert(1)', plain, false],
  ['\tjavascript:alert(1)', plain, false],
  ['data:text/html,<p>', plain, false],
  ['blob:https://vendor.example/1', plain, false],
  ['//vendor.example/page', ours, false],
  ['/v/another', ours, false],
  ['', ours, false],
])('a person may go to %j from %s: %s', (url, page, may) => {
  expect(mayLeaveFor(url, page)).toBe(may);
});
