import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isAmbiguous } from './framing.ts';

/** A request from Node's parser: headers as an object, and raw. */
function requestOf(version: string, lines: readonly [string, string][]): IncomingMessage {
  const [major, minor] = version.split('.').map(Number);
  const headers = Object.fromEntries(
    lines.toReversed().map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    httpVersionMajor: major,
    httpVersionMinor: minor,
    headers,
    rawHeaders: lines.flat(),
  } as unknown as IncomingMessage;
}

const host: [string, string] = ['Host', 'x'];

test.each<[boolean, string, string, readonly [string, string][]]>([
  [false, 'one host', '1.1', [host]],
  [false, 'an empty host', '1.1', [['host', '']]],
  [false, 'a host in capitals', '1.1', [['HOST', 'x']]],
  [true, 'no host', '1.1', []],
  [true, 'a host among values alone', '1.1', [['x', 'host']]],
  [true, 'two hosts', '1.1', [host, ['host', 'y']]],
  [true, 'two hosts that agree', '1.1', [host, ['hOsT', 'x']]],
  [false, 'a header like it', '1.1', [host, ['x-host', 'y'], ['hosts', 'z']]],
  [false, 'no host in HTTP/1.0', '1.0', []],
  [true, 'two hosts in HTTP/1.0', '1.0', [host, host]],
  [false, 'no host in HTTP/0.9', '0.9', []],
  [true, 'HTTP/2', '2.0', [host]],
  [false, 'chunks', '1.1', [host, ['Transfer-Encoding', ' Chunked ']]],
  [true, 'chunks in HTTP/1.0', '1.0', [host, ['Transfer-Encoding', 'chunked']]],
  [true, 'chunks twice', '1.1', [host, ['Transfer-Encoding', 'chunked, chunked']]],
  [true, 'another coding before chunks', '1.1', [host, ['Transfer-Encoding', 'gzip, chunked']]],
  [true, 'another coding', '1.1', [host, ['Transfer-Encoding', 'xchunked']]],
  [true, 'an empty coding', '1.1', [host, ['Transfer-Encoding', '']]],
])('%s: a request with %s', (expected, _, version, lines) => {
  expect(isAmbiguous(requestOf(version, lines))).toBe(expected);
});
