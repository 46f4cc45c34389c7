import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendRaw } from '../../../test/kit/raw-request.ts';
import { createServer } from './server.ts';

let isRefused = true;
let handled = 0;
let counted = 0;
let url: string;

const options = {
  log: { debug() {}, info() {}, warn() {}, error() {} },
  publicUrl: () => 'http://api.example',
  trustProxy: [],
  isDraining: () => false,
};
const { app, post, close } = createServer(options);
const handle = async () => {
  handled++;
  return { status: 201, body: '{}' };
};

beforeAll(async () => {
  const count = () => {
    counted++;
  };
  post('/paid', handle, { isRefused: () => isRefused, count });
  post('/free', handle);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => close(0));
beforeEach(() => {
  isRefused = true;
  handled = 0;
  counted = 0;
});

const fields = ['host: x', 'content-type: application/json', 'content-length: 2'];

function send(path: string, extra: readonly string[] = []) {
  const head = [`POST ${path} HTTP/1.1`, ...fields, ...extra].join('\r\n');
  return sendRaw(url, [`${head}\r\n\r\n`, '{}']);
}

describe('a request to an overloaded path', () => {
  test('is refused in the envelope, with the time to come back', async () => {
    const { status, headers, body } = await send('/paid', ['accept-language: zh']);
    expect([status, headers['retry-after'], handled, counted]).toEqual([503, '1', 0, 1]);
    expect(body).toMatchObject({ reason: 'overloaded', requestId: expect.any(String) });
    expect(headers['content-type']).toContain('application/json');
  });

  test('is refused with a query and with a connection that closes, too', async () => {
    expect((await send('/paid?x=1')).status).toBe(503);
    expect((await send('/paid', ['connection: close'])).status).toBe(503);
    expect(handled).toBe(0);
  });

  test('is refused before its body has arrived, and its connection goes on', async () => {
    const socket = await open();
    socket.write(`POST /paid HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`);
    expect(await nextReply(socket)).toMatch(/^HTTP\/1.1 503 /);
    isRefused = false;
    socket.write(`{}POST /paid HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n{}`);
    expect(await nextReply(socket)).toMatch(/^HTTP\/1.1 201 /);
    socket.destroy();
  });

  // @mutant src/surfaces/http/replies-in-flight.ts
  // - return response !== undefined && !response.req.complete && response.writableEnded;
  // + return false;
  test('gets one reply, even if its body breaks off later', async () => {
    const socket = await open();
    const chunked = ['host: x', 'content-type: application/json', 'transfer-encoding: chunked'];
    socket.write(`POST /paid HTTP/1.1\r\n${chunked.join('\r\n')}\r\n\r\n`);
    let text = await nextReply(socket);
    socket.on('data', (more) => {
      text += more;
    });
    socket.write('no chunk\r\n');
    await once(socket, 'close');
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 503']);
  });

  test('whose end is ambiguous is refused as malformed', async () => {
    expect((await send('/paid', ['host: y'])).status).toBe(400);
  });
});

test('other paths are served meanwhile', async () => {
  expect((await send('/free')).status).toBe(201);
});

describe('while the event loop is late', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('reads nothing from a refused caller for a second', async () => {
    const socket = await askAgainAfterRefusal(url);
    const reply = nextReply(socket);
    const earlier = handled;
    vi.advanceTimersByTime(990);
    // Many turns of the event loop, in which a request that is read would be handled.
    for (let turn = 0; turn < 20; turn++) expect((await send('/free')).status).toBe(201);
    expect(handled - earlier).toBe(20);
    vi.advanceTimersByTime(10);
    expect(await reply).toMatch(/ 201 /);
    socket.destroy();
  });

  // @mutant src/surfaces/http/shed-load.ts
  // - if (!hasProxy && lag.ms() > longestLagMs)
  // + if (lag.ms() > longestLagMs)
  test('reads on behind a proxy, which sends the requests of other callers there', async () => {
    const proxied = createServer({ ...options, trustProxy: ['127.0.0.1'] });
    proxied.post('/paid', handle, { isRefused: () => isRefused });
    const address = await proxied.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = await askAgainAfterRefusal(address);
    expect(await nextReply(socket)).toMatch(/ 201 /);
    socket.destroy();
    vi.useRealTimers();
    await proxied.close(0);
  });
});

/** Has a request refused while the event loop is late, and sends the next one on its connection. */
async function askAgainAfterRefusal(address: string): Promise<Socket> {
  isRefused = true;
  const socket = await open(address);
  const request = `POST /paid HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n{}`;
  socket.write(request);
  const blockedUntilMs = performance.now() + 200;
  while (performance.now() < blockedUntilMs);
  expect(await nextReply(socket)).toMatch(/ 503 /);
  isRefused = false;
  // The server stops reading one turn of the event loop after its reply has left.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  socket.write(request);
  return socket;
}

async function open(address = url): Promise<Socket> {
  const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(address).port) });
  await once(socket, 'connect');
  return socket.setEncoding('latin1');
}

async function nextReply(socket: Socket): Promise<string> {
  const [text] = await once(socket, 'data');
  return text;
}
