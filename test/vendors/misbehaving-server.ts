import { createServer, type Socket } from 'node:net';
import type { RunningSimulator } from '../../src/vendors/simulators/run-simulator.ts';

/** Unexpected responses that any vendor may send on a bad day. */
export const unexpectedResponses: [name: string, bytes: string][] = [
  ['an answer of 10 MB', rawResponse('200 OK', 'x'.repeat(2 ** 21), 10 * 2 ** 20)],
  ['a page instead', rawResponse('200 OK', '<html></html>')],
  ['an empty object', rawResponse('200 OK', '{}')],
  ['null', rawResponse('200 OK', 'null')],
  ['a list', rawResponse('200 OK', '[]')],
  ['a gateway that failed', rawResponse('502 Bad Gateway', 'bad')],
  ['a redirect', rawResponse('302 Found\r\nlocation: http://127.0.0.1:9/', '')],
  ['no HTTP', 'what?\r\n\r\n'],
];

function rawResponse(status: string, body: string, length = body.length): string {
  return `HTTP/1.1 ${status}\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

/** Answers every request with the same bytes, and closes. */
export async function serveBytes(bytes: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => socket.end(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The settings with the simulator's address replaced by another one. */
export function withUrl({ config, url }: RunningSimulator, other: string): Record<string, unknown> {
  const entries = Object.entries(config).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].startsWith(url),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, value.replace(url, other)]));
}
