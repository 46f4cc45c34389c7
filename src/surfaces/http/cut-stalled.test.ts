import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { cutStalled } from './cut-stalled.ts';

const stallMs = 300;
const mebibyte = 2 ** 20;
const closers: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closers.splice(0)) close();
});

/** A server with one handler, and a connection that has requested it. */
async function ask(handle: (response: ServerResponse) => void): Promise<Socket> {
  const server = createServer((_request, response) => handle(response));
  cutStalled(server, stallMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  closers.push(() => {
    socket.destroy();
    server.close();
  });
  return socket;
}

test('a reply that is not read is cut off', async () => {
  let isClosed = false;
  await ask((response) => {
    response.on('close', () => {
      isClosed = true;
    });
    response.end(Buffer.alloc(64 * mebibyte));
  });
  await expect.poll(() => isClosed).toBe(true);
});

test('a stream that is not read is cut off, even if more is written and requested', async () => {
  let isClosed = false;
  const socket = await ask((response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(mebibyte)), 20);
    response.on('close', () => {
      clearInterval(timer);
      isClosed = true;
    });
  });
  const asking = setInterval(() => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'), 20);
  closers.push(() => clearInterval(asking));
  await expect.poll(() => isClosed).toBe(true);
});

test('a slow reader gets the whole reply', async () => {
  const whole = 24 * mebibyte;
  const socket = await ask((response) => {
    const slice = Buffer.alloc(64 * 1024);
    Readable.from(Array.from({ length: whole / slice.length }, () => slice)).pipe(response);
  });
  let got = 0;
  let reads = 0;
  socket.on('data', async (chunk) => {
    got += chunk.length;
    reads += 1;
    if (reads % 32 !== 0) return;
    socket.pause();
    await sleep(stallMs / 10);
    socket.resume();
  });
  await expect.poll(() => got).toBeGreaterThan(whole);
});

test('a reader that pauses repeatedly is cut off for one long pause, and not for the sum', () => {
  vi.useFakeTimers();
  const server = new EventEmitter();
  cutStalled(server as Server, stallMs);
  const socket = Object.assign(new EventEmitter(), {
    bytesWritten: 2 * mebibyte,
    writableLength: mebibyte,
    destroy: vi.fn(),
  });
  server.emit('connection', socket);
  for (let pause = 0; pause < 20; pause++) {
    socket.bytesWritten += 1;
    vi.advanceTimersByTime(stallMs * 0.9);
  }
  expect(socket.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(stallMs);
  expect(socket.destroy).toHaveBeenCalled();
  server.emit('close');
});

test('a connection with nothing to send is left alone', async () => {
  let response: ServerResponse | undefined;
  const socket = await ask((opened) => {
    response = opened;
    opened.write('data: 1\n\n');
  });
  socket.resume();
  await sleep(stallMs * 3);
  response?.end('data: 2\n\n');
  const [last] = (await once(socket, 'data')) as [Buffer];
  expect(String(last)).toContain('data: 2');
});
