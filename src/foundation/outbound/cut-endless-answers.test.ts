import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createGuardedClient } from './guarded-client.ts';
import { NoAnswer } from './http-client.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

/** Answers each request with its path, on as few connections as the client opens. */
async function serve(answer: (connection: net.Socket) => void) {
  let connections = 0;
  const server = net.createServer((connection) => {
    connections++;
    connection.on('error', () => {}).on('data', () => answer(connection));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = createGuardedClient({
    ...{ allowedHosts: ['127.0.0.1'], connections: 1, connectTimeoutMs: 2_000 },
  });
  opened.push(client, server);
  const signal = AbortSignal.timeout(20_000);
  const post = () => client.post({ url: `http://127.0.0.1:${port}/`, body: '{}', signal });
  return { post, connections: () => connections };
}

function flood(connection: net.Socket, words: string): void {
  const more = () => {
    while (!connection.destroyed && connection.write(words));
  };
  connection.on('drain', more);
  more();
}

describe('an answer', () => {
  test.each([
    ['words before it', '', 'HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n'.repeat(500)],
    [
      'notes on a chunk',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;',
      'a'.repeat(9_999),
    ],
  ])('that is nothing but %s is cut off', async (_, first, words) => {
    const { post } = await serve((connection) => {
      connection.write(first);
      flood(connection, words);
    });
    const fault = await post().catch((error) => error);
    expect(fault).toBeInstanceOf(NoAnswer);
    expect(fault.message).toContain('goes on');
  });

  test.each([
    ['headers', 'a: b\r\n'.repeat(500)],
    ['one header', 'a'.repeat(9_999)],
  ])('with endless %s is cut off', async (_, words) => {
    let sent = 0;
    const { post } = await serve((connection) => {
      connection.write('HTTP/1.1 200 OK\r\nx: ');
      flood(connection, words);
      connection.on('close', () => {
        sent = connection.bytesWritten;
      });
    });
    const fault = await post().catch((error) => error);
    expect(fault).toBeInstanceOf(NoAnswer);
    await expect.poll(() => sent).toBeGreaterThan(0);
    // A few socket buffers, and no more.
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  test('is limited by itself: a connection is kept for any number of answers', async () => {
    const text = 'x'.repeat(16_000);
    const { post, connections } = await serve((connection) =>
      connection.write(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`),
    );
    for (let time = 0; time < 40; time++) expect((await post()).text).toBe(text);
    expect(connections()).toBe(1);
  });
});
