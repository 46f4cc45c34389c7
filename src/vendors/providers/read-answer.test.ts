import { expect, test } from 'vitest';
import {
  failureByCode,
  fieldOf,
  parseCost,
  parseJson,
  readJson,
  receiptByCode,
  UnexpectedResponse,
} from './read-answer.ts';
import type { CodeMeaning } from './vendor.ts';

test('64-bit integers are parsed as text, and other numbers unchanged', () => {
  expect(parseJson('{"id":9223372036854775807,"no":-9007199254740993,"n":12,"f":0.5}')).toEqual({
    id: '9223372036854775807',
    no: '-9007199254740993',
    n: 12,
    f: 0.5,
  });
});

test.each(['', '{"a":', '<html></html>', 'undefined'])('%j is not JSON', (text) => {
  expect(parseJson(text)).toBeUndefined();
  expect(() => readJson({ status: 200, headers: {}, text })).toThrow(UnexpectedResponse);
});

test('null is JSON', () => {
  expect(readJson({ status: 200, headers: {}, text: 'null' })).toBeNull();
});

test.each([
  ['0.0350', 350n],
  ['0', 0n],
  ['-5', undefined],
  ['922337203685477.5807', undefined],
  ['1e3', undefined],
  ['', undefined],
])('a vendor that says it charges %j charges %s', (text, cost) => {
  expect(parseCost(text)).toBe(cost);
});

// @mutant src/vendors/providers/read-answer.ts
// - (Object.hasOwn(codes, vendorCode) && codes[vendorCode]) || [
// + codes[vendorCode] || [
test.each([
  ['1', 'rejected', 'frequency'],
  ['2', 'unavailable', 'provider_fault'],
  ['3', 'unknown', 'provider_fault'],
  // A success code on a failed request says nothing.
  ['0', 'unknown', 'not_understood'],
  ['4711', 'unknown', 'not_understood'],
  ['', 'unknown', 'not_understood'],
  ['constructor', 'unknown', 'not_understood'],
  ['__proto__', 'unknown', 'not_understood'],
])('the code %j is %s with the reason %s', (code, kind, reason) => {
  const codes: Record<string, CodeMeaning> = {
    '0': ['done', null],
    '1': ['rejected', 'frequency'],
    '2': ['unavailable', null],
    '3': ['unknown', 'provider_fault'],
  };
  const failure = { kind, reason, vendorCode: code, detail: 'words' };
  expect(failureByCode(codes, code, 'words')).toEqual(failure);
});

test('a field is one that was sent, and not an inherited one', () => {
  expect(fieldOf({ a: [{ b: 1 }] }, 'a', 0, 'b')).toBe(1);
  for (const name of ['constructor', 'toString']) expect(fieldOf({}, name)).toBeUndefined();
});

test.each([
  ['UNDELIV', 'undelivered', 'number_off'],
  [' UNDELIV_601 ', 'undelivered', 'number_off'],
  // An unknown state only proves that it was not a success.
  ['WHATEVER', 'undelivered', 'provider_fault'],
  ['constructor', 'undelivered', 'provider_fault'],
])('a receipt with %j is %s with the reason %s', (code, state, reason) => {
  const codes = { UNDELIV: ['undelivered', 'number_off'] } as const;
  expect(receiptByCode(codes, code)).toEqual([state, reason]);
});
