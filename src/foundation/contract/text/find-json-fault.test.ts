import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonFault, lineAndColumn } from './find-json-fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('finds a fault in exactly the texts that are not JSON', () => {
  const slip = fc.constantFrom(...'{}[],:"\\ue0-.tn \u0001', '"', 'null', '\\u00', '1e', '0');
  const broken = fc
    .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.nat(3), slip)
    .map(([json, at, cut, text]) => {
      const start = at % (json.length + 1);
      return json.slice(0, start) + text + json.slice(start + cut);
    });
  fc.assert(
    fc.property(fc.oneof(fc.json({ maxDepth: 4 }), broken, fc.string()), (text) => {
      const fault = findJsonFault(text);
      expect(fault === undefined).toBe(isJson(text));
      if (fault === undefined) return;
      expect(fault).toBeLessThanOrEqual(text.length);
      // The text before the position is valid: the same fault is found without the rest.
      expect(findJsonFault(text.slice(0, fault)) ?? fault).toBe(fault);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['', 0],
  ['{', 1],
  ['{"a":1,}', 7],
  ["{'a':1}", 1],
  ['{"a" 1}', 5],
  ['{"a":NaN}', 5],
  ['{"a":01}', 6],
  ['{"a":"x\ny"}', 7],
  ['{"a":"\\x"}', 6],
  ['{} {}', 3],
  ['[1 2]', 3],
])('%j is invalid at offset %i', (text, at) => {
  expect(findJsonFault(text)).toBe(at);
});

test('reports line and column as an editor does', () => {
  expect(lineAndColumn('ab', 1)).toEqual({ line: 1, column: 2 });
  expect(lineAndColumn('a\nb\r\n😀c', 7)).toEqual({ line: 3, column: 2 });
});
