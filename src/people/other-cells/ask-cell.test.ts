import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Type from 'typebox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createHttpClient, type HttpClient } from '../../foundation/outbound/http-client.ts';
import { askCell } from './ask-cell.ts';

let server: Server;
let url: string;
let client: HttpClient;
let answer: RequestListener;
const seen: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/c2`;
  client = createHttpClient({ connections: 4, connectTimeoutMs: 1_000 });
});
afterEach(() => void seen.splice(0));
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const reply = Type.Object({ calls: Type.Integer() });
const never = new AbortController().signal;
const ask = (at = url) =>
  askCell(client, at, 'token', {
    ...{ method: 'GET', path: '/platform/cells/state?mode=live', body: undefined },
    ...{ reply, signal: never },
  });
const says =
  (status: number, body: string, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);
const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (fault: { reason: string }) => fault.reason,
  );

test('returns what the schema names, and nothing else', async () => {
  answer = says(200, '{"calls":3,"secret":"x","__proto__":{"a":1}}');
  expect(await ask()).toEqual({ calls: 3 });
  expect(seen).toEqual(['GET /c2/console/api/platform/cells/state?mode=live Bearer token']);
});

test.each([
  [200, '{"calls":"three"}', 'cell_differs'],
  [200, '{}', 'cell_differs'],
  [200, '<html>', 'cell_differs'],
  [200, '', 'cell_differs'],
  [204, '', 'cell_differs'],
  [404, '{"reason":"nothing_there"}', 'cell_differs'],
  [401, '{"reason":"sign_in_required"}', 'cell_differs'],
  [403, '{"reason":"cell_not_connected"}', 'cell_not_connected'],
  [403, '{"reason":"right_missing"}', 'right_missing'],
  [400, '{"reason":"invalid_request","details":[{"field":"<b>"}]}', 'invalid_request'],
  [403, '{"reason":"no_such_reason"}', 'cell_differs'],
  [429, '{}', 'cell_unreachable'],
  [500, 'null', 'cell_unreachable'],
  [502, '<html>', 'cell_unreachable'],
  [503, '{"reason":"cell_fenced"}', 'cell_unreachable'],
])('%s %s is %s', async (status, body, reason) => {
  answer = says(status, body);
  expect(await failure(ask())).toBe(reason);
});

test('follows no redirect, so the token reaches no other address', async () => {
  answer = says(302, '', { location: `${url}/elsewhere` });
  expect(await failure(ask())).toBe('cell_differs');
  expect(seen).toHaveLength(1);
});

test('a cell that answers without end, not at all, or never began, is unreachable', async () => {
  answer = (_, response) => {
    const more = () => void (response.write('x'.repeat(65_536)) && setImmediate(more));
    response.on('drain', more).writeHead(200);
    more();
  };
  expect(await failure(ask())).toBe('cell_unreachable');
  answer = () => {};
  const begun = performance.now();
  expect(await failure(ask())).toBe('cell_unreachable');
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(await failure(ask('http://127.0.0.1:9'))).toBe('cell_unreachable');
  expect(await failure(ask('http://no-such-host.invalid'))).toBe('cell_unreachable');
});
