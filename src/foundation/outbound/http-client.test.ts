import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { certificate, privateKey } from '../../../test/vendors/loopback-certificate.ts';
import { thisMoment } from '../clock.ts';
import { createHttpClient, type HttpClient, NoAnswer, NotSent } from './http-client.ts';
import { setLatestStart } from './latest-start.ts';

const opened: { close(): unknown }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

function client(connections = 4): HttpClient {
  const made = createHttpClient({ connections, connectTimeoutMs: 2_000 });
  opened.push(made);
  return made;
}

/** A server whose connections are handled by the test. */
async function serve(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    handle(socket);
  });
  await listen(server);
  opened.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function post(url: string, signal: AbortSignal = AbortSignal.timeout(10_000)) {
  return { method: 'POST' as const, url, body: 'a=b', signal };
}

const reply = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('a request certainly never left', () => {
  test('if nothing listens', async () => {
    const url = await serve(() => {});
    await opened.pop()?.close();
    await expect(client().request(post(url))).rejects.toBeInstanceOf(NotSent);
  });

  // @mutant src/foundation/outbound/http-client.ts
  // - if (isPastLatestStart(this.#signal)) this.#fail(new NotSent(pastLatestStart));
  // + if (isPastLatestStart(this.#signal)) this.#onAbort.toString();
  test.each([
    ['stopped', 0],
    ['suspended with its monotonic clock', 60_000],
  ])('if the process was %s past the latest start', async (_, stoodStillMs) => {
    let bytes = 0;
    let connections = 0;
    const url = await serve((socket) => {
      connections++;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        socket.end(reply);
      });
    });
    const { signal } = new AbortController();
    setLatestStart(signal, { since: thisMoment(), limitMs: 5_000 });
    const asked = client().request(post(url, signal));
    // It wakes a minute later: the socket is ready, and no timer has fired yet.
    const [wall, monotonic] = [Date.now(), performance.now()];
    vi.spyOn(Date, 'now').mockReturnValue(wall + 60_000);
    vi.spyOn(performance, 'now').mockReturnValue(monotonic + 60_000 - stoodStillMs);
    await expect(asked).rejects.toThrow(
      new NotSent('not sent: the deadline of the call had passed'),
    );
    vi.restoreAllMocks();
    await expect.poll(() => connections).toBe(1);
    expect(bytes).toBe(0);
  });

  test('if the host does not exist', async () => {
    const asked = client().request(post('http://no-such-host.invalid/'));
    await expect(asked).rejects.toBeInstanceOf(NotSent);
  });

  test('if the TLS handshake fails', async () => {
    const url = await serve((socket) => socket.end('this is no TLS\r\n\r\n'));
    const asked = client().request(post(url.replace('http:', 'https:')));
    await expect(asked).rejects.toBeInstanceOf(NotSent);
  });

  test('if it was aborted while every connection was in use', async () => {
    const url = await serve(() => {});
    const http = client(1);
    const first = http.request(post(url, AbortSignal.timeout(2_000))).catch((fault) => fault);
    await expect(http.request(post(url, AbortSignal.timeout(200)))).rejects.toBeInstanceOf(NotSent);
    expect(await first).toBeInstanceOf(NoAnswer);
  });

  test('if it was aborted while connecting, and it never leaves', async () => {
    let received = '';
    const secure = createTlsServer({ key: privateKey, cert: certificate }, (socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        received += bytes;
        socket.end(reply);
      });
    });
    await listen(secure);
    opened.push({ close: () => secure.close() });
    const { port } = secure.address() as AddressInfo;
    // A proxy between the two lets nothing through yet.
    const held: Socket[] = [];
    const letThrough = (socket: Socket) => {
      const behind = connect(port, '127.0.0.1');
      behind.on('error', () => {});
      socket.pipe(behind).pipe(socket);
    };
    let isOpen = false;
    const url = await serve((socket) => {
      if (isOpen) letThrough(socket);
      else held.push(socket.pause());
    });
    const http = createHttpClient({
      connections: 1,
      connectTimeoutMs: 10_000,
      certificates: certificate,
    });
    opened.push(http);
    const secureUrl = url.replace('http:', 'https:');
    const asked = http.request(post(secureUrl, AbortSignal.timeout(200)));
    await expect(asked).rejects.toBeInstanceOf(NotSent);
    isOpen = true;
    for (const socket of held) letThrough(socket);
    // The next request waits for that connection, and reports that nothing was sent before it.
    expect((await http.request({ ...post(secureUrl), body: 'second' })).status).toBe(200);
    expect(received).toContain('second');
    expect(received).not.toContain('a=b');
  });

  test('if it was aborted before', async () => {
    const asked = client().request(post('http://127.0.0.1:9/', AbortSignal.abort()));
    await expect(asked).rejects.toBeInstanceOf(NotSent);
  });
});

describe('a request may have arrived', () => {
  test('if it is not answered in time', async () => {
    const aborting = new AbortController();
    const url = await serve((socket) => socket.once('data', () => aborting.abort()));
    const asked = client().request(post(url, aborting.signal));
    await expect(asked).rejects.toBeInstanceOf(NoAnswer);
  });

  // @mutant src/foundation/outbound/http-client.ts
  // - if (this.#controller) this.#reject(new NoAnswer(words));
  // + if (this.#status !== 0) this.#reject(new NoAnswer(words));
  test('if the connection is reset after the first bytes', async () => {
    const url = await serve((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await expect(client().request(post(url))).rejects.toBeInstanceOf(NoAnswer);
  });

  test('if the response is cut off', async () => {
    const url = await serve((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"a')),
    );
    await expect(client().request(post(url))).rejects.toBeInstanceOf(NoAnswer);
  });

  test('if the response never ends, which is not read to the end', async () => {
    const chunk = 'x'.repeat(64 * 1024);
    let sent = 0;
    const url = await serve((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10485760\r\n\r\n');
        const more = () => {
          while (!socket.destroyed && socket.write(chunk)) sent += chunk.length;
        };
        socket.on('drain', more);
        more();
      }),
    );
    await expect(client().request(post(url))).rejects.toThrow(/longer than 1048576 bytes/);
    expect(sent).toBeLessThan(10_485_760);
  });

  test('if the response is not HTTP', async () => {
    const url = await serve((socket) => socket.once('data', () => socket.end('hello\r\n\r\n')));
    const fault = await client()
      .request(post(url))
      .catch((error) => error);
    expect(fault).toBeInstanceOf(NoAnswer);
    expect(fault.message).not.toContain('undefined');
  });
});

describe('the connections', () => {
  test('carry many requests in sequence, and are never more than the limit', async () => {
    let open = 0;
    let peak = 0;
    const url = await serve((socket) => {
      peak = Math.max(peak, ++open);
      socket.on('close', () => open--);
      socket.on('data', () => setTimeout(() => socket.write(reply), 5));
    });
    const http = client(3);
    const answers = await Promise.all(Array.from({ length: 60 }, () => http.request(post(url))));
    expect(answers.every(({ status, text }) => status === 200 && text === 'ok')).toBe(true);
    expect(peak).toBe(3);
  });

  test('are released by failed requests', async () => {
    let isDown = true;
    const url = await serve((socket) =>
      socket.once('data', () => (isDown ? socket.resetAndDestroy() : socket.end(reply))),
    );
    const http = client(1);
    for (let i = 0; i < 3; i++) {
      await expect(http.request(post(url))).rejects.toBeInstanceOf(NoAnswer);
    }
    isDown = false;
    expect((await http.request(post(url))).status).toBe(200);
  });

  test('that the vendor closed while idle are not reused', async () => {
    let closed = 0;
    const url = await serve((socket) => {
      socket.on('data', () => {
        socket.write(reply);
        setTimeout(() => socket.end(), 20);
      });
      socket.on('close', () => closed++);
    });
    const http = client(1);
    for (let i = 0; i < 5; i++) {
      expect((await http.request(post(url))).status).toBe(200);
      // The client ends its side when it has read that the vendor ended.
      await expect.poll(() => closed).toBe(i + 1);
    }
  });

  test('follow no redirects', async () => {
    const server = createHttpServer((_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    });
    await listen(server);
    opened.push({ close: () => server.close() });
    const { port } = server.address() as AddressInfo;
    const answer = await client().request(post(`http://127.0.0.1:${port}/`));
    expect([answer.status, answer.headers.location]).toEqual([302, 'http://127.0.0.1:9/']);
  });
});
