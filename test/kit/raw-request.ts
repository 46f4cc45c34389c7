import { connect } from 'node:net';
import type { CallReply, ReplyBody } from './fixture.ts';

/**
 * Writes bytes to a socket and reads the one reply, which no HTTP library allows. The pieces are
 * written one after the other while the server listens.
 */
export async function sendRaw(url: string, pieces: Iterable<string | Buffer>): Promise<CallReply> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  // A server that has answered may close while we still write.
  socket.on('error', () => {});
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const endWhenComplete = () => isComplete(text) && resolve();
  socket.on('data', endWhenComplete).on('end', resolve).on('close', resolve);
  for (const piece of pieces) {
    if (socket.destroyed || isComplete(text)) break;
    if (!socket.write(piece)) await Promise.race([answered, drained(socket)]);
  }
  await answered;
  socket.destroy();
  return parseReply(text);
}

function drained(socket: ReturnType<typeof connect>): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', resolve);
  });
}

function isComplete(text: string): boolean {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const length = Number(/content-length: ([0-9]+)/i.exec(head)?.[1] ?? Number.NaN);
  return Buffer.byteLength(rest.join('\r\n\r\n')) >= length;
}

function parseReply(text: string): CallReply {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const body = rest.join('\r\n\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...value] = line.split(':');
        return [name.toLowerCase(), value.join(':').trim()];
      }),
    ),
    body: body ? (JSON.parse(body) as ReplyBody) : ({} as ReplyBody),
    text: body,
  };
}
