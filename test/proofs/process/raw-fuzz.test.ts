import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectErrorEnvelope } from '../../contract/expect-reply.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { type Conversation, converse, listenTo, openConnection } from '../../kit/raw-connection.ts';

/** The number of connections, in total and at once. */
const runs = 400;
const atOnce = 50;

let fixture: Fixture;
/** Connections left over from earlier test files in this process. */
let rssBefore: number;

beforeAll(async () => {
  fixture = await createFixture({ patience: { headersMs: 300, requestMs: 500, keepAliveMs: 300 } });
  rssBefore = process.memoryUsage.rss();
});
afterAll(() => fixture.close());

const method = fc.constantFrom(
  ...['GET', 'POST', 'PUT', 'QUERY', 'DESCRIBE', 'SETUP', 'OPTIONS', 'TRACE', 'M-SEARCH', 'SOURCE'],
  ...['PRI', 'CONNECT', 'PROPFIND', 'LOCK', 'FROB', 'get', '', '\u0000'],
);
const target = fc.constantFrom(
  ...['/', '*', '/api/v1/sms_code', '/api/v1/balance', '/docs', '/docs/errors/40001', '/v/x/y'],
  ...['http://x/healthz', 'rtsp://x/y', 'x:443', '/%', '/%zz', '/assets/check/x/y', '', '//', '?'],
  `/v/${'x'.repeat(200)}`,
);
const version = fc.constantFrom(
  ...['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9'],
  ...['RTSP/1.0', 'ICE/1.0', 'http/1.1', ''],
);
const header = fc.constantFrom(
  ...[
    'host: x',
    'host: y',
    'host:',
    'content-length: 2',
    'content-length: 3',
    'content-length: -1',
  ],
  ...['content-length: 99999999999999999999', 'transfer-encoding: chunked', 'x: \u0000'],
  ...['transfer-encoding: gzip, chunked', 'transfer-encoding: identity', 'transfer-encoding:'],
  ...['content-type: application/json', 'content-type: ;;;', 'connection: close', 'no colon'],
  ...['connection: upgrade\r\nupgrade: h2c', 'expect: 100-continue', 'expect: the-moon'],
  ...['accept-version: 1', 'accept-encoding: gzip', ' folded', `x: ${'x'.repeat(17_000)}`],
  ...['x-api-key: x', 'accept-language: zh', 'x-forwarded-for: 1, 2, 3', ': empty'],
);
const body = fc.constantFrom('', '{}', '{}x', '2\r\n{}\r\n0\r\n\r\n', 'zz\r\n', '0\r\n\r\n', '{');
const lineEnd = fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '');

const request = fc
  .tuple(method, target, version, fc.array(header, { maxLength: 5 }), lineEnd, body)
  .map(([verb, path, kind, headers, end, rest]) =>
    [`${verb} ${path} ${kind}`, ...headers, '', rest].join(end),
  );
const junk = fc
  .uint8Array({ maxLength: 300 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'));
const stream = fc
  .tuple(fc.array(fc.oneof({ weight: 4, arbitrary: request }, junk), { maxLength: 4 }), fc.nat())
  // Some streams stop in the middle.
  .map(([parts, cut]) => parts.join('').slice(0, cut % 3 === 0 ? cut % 400 : undefined));

/** Some callers close their side at once, and some wait until they are cut off. */
const connection = fc.record({ bytes: stream, endsFirst: fc.boolean() });

function expectSane({ replies, rest, closedBy }: Conversation): void {
  expect([rest, closedBy]).toEqual(['', 'end']);
  for (const reply of replies) {
    expect(reply.status).toBeLessThan(500);
    if (reply.status >= 400) expectErrorEnvelope(reply);
  }
}

describe('any bytes', () => {
  test('are answered in the envelope or by a clean close, and never with a 5xx', async () => {
    const seed = Date.now() % 2 ** 31;
    const all = fc.sample(connection, { numRuns: runs, seed });
    for (let start = 0; start < all.length; start += atOnce) {
      await Promise.all(
        all.slice(start, start + atOnce).map(async ({ bytes, endsFirst }) => {
          const said = await converse(fixture.url, Buffer.from(bytes, 'latin1'), { endsFirst });
          try {
            expectSane(said);
          } catch (cause) {
            const shown = JSON.stringify({ bytes, endsFirst, said, seed });
            throw new Error(`after ${shown}`, { cause });
          }
        }),
      );
    }
  });

  test('leave no connection, no charge, and a working server', async () => {
    const { server } = fixture.app.server;
    const count = () => new Promise((resolve) => server.getConnections((_, n) => resolve(n)));
    await expect.poll(count).toBe(0);
    expect(await fixture.calls()).toBe(0);
    expect((await fixture.call('balance', {})).status).toBe(201);
    expect(fixture.logged.filter((line) => line.includes('unexpected error'))).toEqual([]);
    expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(2 ** 29);
  });
});

describe('an incomplete request', () => {
  /** Seconds until the server closes a connection that sent this much. */
  async function secondsUntilClosed(bytes: string): Promise<[number, Conversation]> {
    const startedAt = performance.now();
    const socket = openConnection(fixture.url);
    socket.write(bytes);
    const said = await listenTo(socket);
    return [(performance.now() - startedAt) / 1000, said];
  }

  /** Far more than their timeout, and less than Node's own interval. */
  const boundedSeconds = 20;

  test.each([
    ['whose headers stop', 'POST /api/v1/balance HTTP/1.1\r\nhost: x\r\n'],
    ['whose body stops', 'POST /api/v1/balance HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{'],
  ])('%s is cut off within seconds of its timeout', async (_, bytes) => {
    const [seconds, { replies, closedBy }] = await secondsUntilClosed(bytes);
    expect(replies.map(({ body }) => body.reason)).toEqual(['request_timeout']);
    expect(closedBy).toBe('end');
    expect(seconds).toBeLessThan(boundedSeconds);
  });

  test('that never starts is cut off within seconds of its timeout', async () => {
    const [seconds] = await secondsUntilClosed('');
    expect(seconds).toBeLessThan(boundedSeconds);
  });
});
