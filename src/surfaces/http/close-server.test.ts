import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { createServer } from './server.ts';

async function serve(trustProxy: readonly string[], lingerMs: number) {
  const api = createServer({
    ...{ log: quietLog, publicUrl: () => 'http://api.example', trustProxy },
    ...{ isDraining: () => true, patience: { lingerMs } },
  });
  api.post('/plain', async () => ({ status: 201, body: '{}' }));
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const address = api.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { api, port: address.port };
}

const post =
  'POST /plain HTTP/1.1\r\nhost: api.example\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

/** Sends a call over a new connection; returns the status, or why there is none. */
async function send(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(post);
  let text = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  const fault = await once(socket, 'close').then(
    () => 'closed',
    (cause: NodeJS.ErrnoException) => String(cause.code),
  );
  return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? fault;
}

// @mutant src/surfaces/http/close-server.ts
// -   await acceptAll(app);
test('a call whose connection was made before the server stopped listening is served', async () => {
  const { api, port } = await serve([], 300);
  const sent = Promise.all(Array.from({ length: 20 }, () => send(port)));
  // By now the system has made the connections, and the server has not accepted any.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const closed = api.close(5_000);
  expect(await sent).toEqual(Array(20).fill('201'));
  await closed;
  expect(await send(port)).toBe('ECONNREFUSED');
});

// @mutant src/surfaces/http/close-server.ts
// -   if (hasProxy) await linger.isOver;
test('a server behind a proxy takes new connections until the proxy can know that it stops', async () => {
  const { api, port } = await serve(['127.0.0.1'], 2_000);
  const closed = api.close(5_000);
  await sleep(200);
  expect(await send(port)).toBe('201');
  await closed;
  expect(await send(port)).toBe('ECONNREFUSED');
});

test('a server without a proxy refuses new connections at once', async () => {
  const { api, port } = await serve([], 30_000);
  const closed = api.close(30_000);
  const isRefused = async () => expect(await send(port)).toBe('ECONNREFUSED');
  await vi.waitFor(isRefused, { timeout: 5_000 });
  await closed;
});
