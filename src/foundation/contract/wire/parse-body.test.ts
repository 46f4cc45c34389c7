import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors/errors.ts';
import { parseJsonObject } from './parse-body.ts';

function refusal(text: string): { reason: string; field: string | undefined } {
  try {
    parseJsonObject(text);
  } catch (error) {
    if (error instanceof ApiError)
      return { reason: error.reason, field: error.details?.[0]?.field };
    throw error;
  }
  return { reason: 'accepted', field: undefined };
}

describe('parseJsonObject', () => {
  test('parses an object', () => {
    expect(parseJsonObject(' {"a":1,"b":{"a":[{"a":2},{"a":3}]},"c":"x:\\"{y"} ')).toEqual({
      a: 1,
      b: { a: [{ a: 2 }, { a: 3 }] },
      c: 'x:"{y',
    });
    expect(parseJsonObject('{}')).toEqual({});
  });

  test.each([
    ['', 'body_missing'],
    [' \n\t', 'body_missing'],
    ['{', 'body_malformed'],
    ['{"a":1,}', 'body_malformed'],
    ["{'a':1}", 'body_malformed'],
    ['{"a":NaN}', 'body_malformed'],
    ['{"a":"unfinished', 'body_malformed'],
    ['{"a":"\\', 'body_malformed'],
    ['{"a":1} {"b":2}', 'body_malformed'],
    ['mobile=1', 'body_malformed'],
    ['{"a":1,"a":2,', 'body_malformed'],
    [']]]]{{{{', 'body_malformed'],
    ['null', 'body_not_object'],
    ['true', 'body_not_object'],
    ['42', 'body_not_object'],
    ['"text"', 'body_not_object'],
    ['[{"a":1}]', 'body_not_object'],
  ])('%j is refused as %s', (text, reason) => {
    expect(refusal(text).reason).toBe(reason);
  });

  test.each([
    ['{"secret":', /^ends .* line 1, column 11$/],
    ['{"secret":"13912345678', /^ends .* line 1, column 23$/],
    ['{"secret":13912345678,}', /^is not valid JSON at line 1, column 23$/],
    ['{\n  "secret": 13912345678\n  "b": 1\n}', /line 3, column 3$/],
    ['{"😀":secret}', /line 1, column 6$/],
    ['[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[', /^is nested more than 32 levels deep$/],
    ['\ufeff{"secret":1}', /line 1, column 1$/],
  ])('%j is refused with the position of the fault, and without the text there', (text, words) => {
    try {
      parseJsonObject(text);
    } catch (error) {
      const { details, cause } = error as ApiError;
      expect(details).toEqual([{ field: 'body', problem: expect.anything() }]);
      expect(details?.[0]?.problem.en).toMatch(words);
      expect(cause).toBeUndefined();
      expect(JSON.stringify(details)).not.toMatch(/secret|13912345/);
      return;
    }
    expect.unreachable();
  });

  test.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":1,"b":{"c":1,"d":2,"c":3}}', 'c'],
    ['{"a":[{"x":1},{"x":1,"x":2}]}', 'x'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a\\"b":1,"a\\u0022b":2}', 'a"b'],
    ['{"authToken":"x","name":"n","authToken":null}', 'authToken'],
  ])('%s is refused, because %j occurs twice in one object', (text, field) => {
    expect(refusal(text)).toEqual({ reason: 'duplicate_field', field });
  });

  test('allows the same name in different objects, and text that looks like a name', () => {
    expect(refusal('{"a":{"a":{"a":"\\"a\\":1"}},"b":"a"}').reason).toBe('accepted');
  });

  test('accepts 32 levels of nesting and no more, whatever the size', () => {
    const nested = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth);
    expect(refusal(nested(32)).reason).toBe('accepted');
    expect(refusal(nested(33)).reason).toBe('body_malformed');
    expect(refusal('['.repeat(1_000_000)).reason).toBe('body_malformed');
    expect(refusal(`{"a":${'['.repeat(8000)}`).reason).toBe('body_malformed');
  });

  test('does not let a body change a prototype', () => {
    const body = parseJsonObject('{"__proto__":{"polluted":1},"constructor":"x","a":1}');
    expect(Object.keys(body)).toEqual(['constructor', 'a']);
    expect(Object.assign({}, body)).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });
});
