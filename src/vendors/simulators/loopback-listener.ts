import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { LoopbackListener, SimulatorAnswer, SimulatorRequest } from './simulator.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Longer than the platform keeps an idle connection, so the platform always closes first. */
const keepAliveTimeout = 20_000;

export function openLoopback(handle: Handler, port: number): Promise<LoopbackListener> {
  const serve = () =>
    createServer({ keepAliveTimeout }, (request, response) => {
      handle(request, response).catch(() => request.socket.destroy());
    });
  return openPort('http', serve, port);
}

/** The same for any TCP protocol; `serve` creates a server that is not listening yet. */
export async function openPort(
  scheme: string,
  serve: () => Server,
  port: number,
): Promise<LoopbackListener> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let at = port;

  async function start(): Promise<void> {
    if (server) return;
    server = serve();
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    });
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    at = (server.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    const closing = server;
    if (!closing) return;
    server = undefined;
    const closed = once(closing, 'close');
    closing.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await start();
  return { url: `${scheme}://127.0.0.1:${at}`, start, stop };
}

export async function readRequest(
  request: IncomingMessage,
  base: string,
): Promise<SimulatorRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', base),
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

export function reply(response: ServerResponse, answer: SimulatorAnswer): void {
  const { status, headers = {}, body, bytes } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(bytes ?? body);
}

export function resetMidResponse(response: ServerResponse, { body }: SimulatorAnswer): void {
  response.writeHead(200, { 'content-length': Buffer.byteLength(body) + 10 });
  response.write(body.slice(0, body.length / 2));
  setTimeout(() => response.socket?.resetAndDestroy(), 20);
}
