import { expect, test } from 'vitest';
import { OddAnswer, parseJson, readJson } from './read-answer.ts';

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
