import { expect, test } from 'vitest';
import { parentIdOf, readTraceParent, traceParentOf } from './trace-parent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const header = `00-${traceId}-00f067aa0ba902b7-01`;

test('reads the trace of a W3C header, also of a later version', () => {
  expect(readTraceParent(header)).toEqual({ traceId, flags: '01' });
  expect(parentIdOf(header)).toBe('00f067aa0ba902b7');
  expect(readTraceParent(`cc${header.slice(2)}-what-comes-later`)).toEqual({
    traceId,
    flags: '01',
  });
});

test.each([
  undefined,
  '',
  `ff${header.slice(2)}`,
  header.toUpperCase(),
  `${header}-more`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `${header}\r\nx: y`,
  `01${header.slice(2)}-${'x'.repeat(1_000)}`,
])('ignores a malformed header: %s', (malformed) => {
  expect(readTraceParent(malformed)).toBeUndefined();
});

test('passes the trace on under the request ID', () => {
  const requestId = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';
  const passedOn = traceParentOf({ traceId, flags: '01' }, requestId);
  expect(passedOn).toBe(`00-${traceId}-9f0b6d2c8e5b1a47-01`);
  expect(readTraceParent(passedOn)).toEqual({ traceId, flags: '01' });
});
