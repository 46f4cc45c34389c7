import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { converse } from '../../../test/kit/raw-connection.ts';
import { createHttpServer, type Patience, usualPatience } from './http-server.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that answers once it has the whole request, and its address. */
async function start(patience: Partial<Patience>): Promise<string> {
  const { server } = createHttpServer({
    publicUrl: () => 'http://x',
    patience: { ...usualPatience, ...patience },
  });
  server.on('request', (request, response) => {
    request.resume().on('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a slow client cannot keep a connection:', () => {
  // By default Node looks every 30 seconds.
  const slow = { patienceMs: 20_000 };

  test.each([
    ['half of the headers', 'POST / HTTP/1.1\r\nhost: x\r\n', { headersMs: 100 }],
    [
      'half of a body',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf',
      { headersMs: 100, requestMs: 100 },
    ],
  ])('%s gets 408 in the envelope', async (_, bytes, patience) => {
    const { replies, closedBy } = await converse(await start(patience), bytes, slow);
    expect(replies.map(({ status, body }) => [status, body.reason])).toEqual([
      [408, 'request_timeout'],
    ]);
    expect(closedBy).toBe('end');
  });

  test('an idle keep-alive connection is closed', async () => {
    const url = await start({ keepAliveMs: 100 });
    const { replies, closedBy } = await converse(url, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', slow);
    expect([replies.length, closedBy]).toEqual([1, 'end']);
  });
});

test('every timeout is set, and those of one request are ordered', () => {
  const { headersMs, requestMs, keepAliveMs, stallMs, lingerMs } = usualPatience;
  for (const ms of [headersMs, requestMs, keepAliveMs, stallMs, lingerMs]) {
    expect(ms).toBeGreaterThanOrEqual(1_000);
    expect(ms).toBeLessThanOrEqual(120_000);
  }
  expect(headersMs).toBeLessThanOrEqual(requestMs);
  const { server } = createHttpServer({ publicUrl: () => '', patience: usualPatience });
  expect(server).toMatchObject({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
  });
  server.emit('close');
});

test('a client that half-closes its connection still gets its reply', async () => {
  const bytes = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
  const { replies } = await converse(await start({}), bytes, { endsFirst: true });
  expect(replies.map(({ status }) => status)).toEqual([200]);
});

test('an unknown Expect header is ignored', async () => {
  const bytes = 'GET / HTTP/1.1\r\nhost: x\r\nexpect: x\r\nconnection: close\r\n\r\n';
  const { replies } = await converse(await start({}), bytes);
  expect(replies.map(({ status }) => status)).toEqual([200]);
});
