import { expect, test } from 'vitest';
import { OddAnswer, parseCost, parseJson, readJson } from './read-answer.ts';

test('whole numbers of 64 bits come as text, and the others as they are', () => {
  expect(parseJson('{"id":9223372036854775807,"no":-9007199254740993,"n":12,"f":0.5}')).toEqual({
    id: '9223372036854775807',
    no: '-9007199254740993',
    n: 12,
    f: 0.5,
  });
});

test.each(['', '{"a":', '<html></html>', 'undefined'])('%j is no JSON', (text) => {
  expect(parseJson(text)).toBeUndefined();
  expect(() => readJson({ status: 200, headers: {}, text })).toThrow(OddAnswer);
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
