import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quietLog } from '../../src/foundation/db/quiet-log.ts';
import { createSharedBody, negotiateBody } from '../../src/foundation/page/shared-body.ts';
import { createServer } from '../../src/surfaces/http/server.ts';
import { expectError } from '../contract/expect-reply.ts';
import { createFixture, type Fixture } from '../kit/fixture.ts';
import { converse, openConnection } from '../kit/raw-connection.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture({ patience: { stallMs: 1_000 } });
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

let sent = 0;

/** A paid call as bytes on the wire. */
function paidCall(): string {
  sent += 1;
  const body = JSON.stringify({ mobile: `139${String(sent).padStart(8, '0')}`, code: '1' });
  return (
    'POST /api/v1/sms_code HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
    `x-api-key: ${fixture.apiKey}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

describe('a paid call is answered first and completely, whatever follows it on its connection:', () => {
  test.each([
    ['junk', '\u0000\u0001 junk\r\n\r\n'],
    ['much junk', '\u0000 junk\r\n'.repeat(20_000)],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a broken chunk', 'POST /x HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  ])('%s', async (_, junk) => {
    const { replies, rest, closedBy } = await converse(fixture.url, paidCall() + junk);
    expect(replies.map(({ status }) => status)[0]).toBe(201);
    expect(replies[0]?.body.data.productCode).toBe('sms_code');
    expect([replies.length, rest, closedBy]).toEqual([2, '', 'end']);
    expect(replies[1]?.status).toBeLessThan(500);
    expect(replies[1]?.body.requestId).not.toBe(replies[0]?.body.requestId);
  });

  test('several paid calls, and then junk', async () => {
    const calls = paidCall() + paidCall() + paidCall();
    const { replies, closedBy } = await converse(fixture.url, `${calls}junk\r\n\r\n`);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 400]);
    expect(closedBy).toBe('end');
  });

  test('half a request, and then silence', async () => {
    const bytes = `${paidCall()}POST /api/v1/sms_c`;
    const { replies, closedBy } = await converse(fixture.url, bytes, { endsFirst: true });
    expect(replies.map(({ status }) => status)).toEqual([201, 400]);
    expect(closedBy).toBe('end');
  });

  test('a half-closed connection', async () => {
    const { replies, closedBy } = await converse(fixture.url, paidCall(), { endsFirst: true });
    expect(replies.map(({ status }) => status)).toEqual([201]);
    expect(closedBy).toBe('end');
  });
});

test('junk alone is answered in the envelope, and the connection is closed', async () => {
  const { replies, rest, closedBy } = await converse(fixture.url, 'junk\r\n\r\n');
  expectError(replies[0] ?? expect.fail('there is no reply'), 'http_malformed');
  expect([replies.length, rest, closedBy]).toEqual([1, '', 'end']);
  expect(replies[0]?.headers.connection).toBe('close');
});

test('clients that never read a large file share its memory, and are disconnected', async () => {
  const { app, close } = createServer({
    log: quietLog,
    publicUrl: () => fixture.url,
    trustProxy: [],
    isDraining: () => false,
    patience: { stallMs: 1_000, lingerMs: 0 },
  });
  const body = createSharedBody(Buffer.alloc(4 * 2 ** 20));
  app.get('/large', (request, reply) => reply.send(negotiateBody(body, request, reply)));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { server } = app;
  const count = () => new Promise((resolve) => server.getConnections((_, n) => resolve(n)));
  const ask = 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n';
  const first = await fetch(`${url}/large`, { headers: { 'accept-encoding': 'identity' } });
  const size = (await first.arrayBuffer()).byteLength;
  const before = process.memoryUsage().rss;
  let peak = before;
  const readers = Array.from({ length: 50 }, () => openConnection(url));
  for (const reader of readers) {
    const isTaken = once(server, 'connection');
    reader.on('error', () => {}).write(ask.repeat(8));
    await isTaken;
  }
  const look = () => {
    peak = Math.max(peak, process.memoryUsage().rss);
    return count();
  };
  await expect.poll(look).toBeLessThan(10);
  expect(size).toBeGreaterThan(2 ** 20);
  expect(peak - before).toBeLessThan(8 * size);
  for (const reader of readers) reader.destroy();
  await close(0);
});
