import { connect, type Socket } from 'node:net';
import type { CallReply, ReplyBody } from './fixture.ts';

/** What arrived over a connection until it was closed, and how it was closed. */
export interface Conversation {
  replies: CallReply[];
  /** What remains after the complete replies. */
  rest: string;
  /**
   * `end`: closed as HTTP requires. Otherwise the network error, or that nothing more arrived in
   * time.
   */
  closedBy: string;
}

/** It only ends hanging connections: no test measures the speed of a busy machine. */
const longMs = 120_000;

export function openConnection(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), allowHalfOpen: true });
}

/** Writes bytes to a new connection and listens until the server closes it. */
export function converse(
  url: string,
  bytes: string | Buffer,
  { endsFirst = false, patienceMs = longMs } = {},
): Promise<Conversation> {
  const socket = openConnection(url);
  socket.write(bytes);
  if (endsFirst) socket.end();
  return listenTo(socket, patienceMs);
}

export function listenTo(socket: Socket, patienceMs = longMs): Promise<Conversation> {
  const chunks: Buffer[] = [];
  let closedBy = 'close';
  const timer = setTimeout(() => {
    closedBy = 'patience';
    socket.destroy();
  }, patienceMs);
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  socket.on('error', (fault: NodeJS.ErrnoException) => {
    closedBy = String(fault.code);
  });
  socket.on('end', () => {
    closedBy = 'end';
    socket.end();
  });
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ ...splitReplies(Buffer.concat(chunks).toString('latin1')), closedBy });
    });
  });
}

function splitReplies(text: string): Pick<Conversation, 'replies' | 'rest'> {
  const replies: CallReply[] = [];
  let rest = text;
  for (;;) {
    const head = /^HTTP\/1\.1 ([0-9]{3}) [^\r]*\r\n([\s\S]*?)\r\n\r\n/.exec(rest);
    if (!head) return { replies, rest };
    const headers = Object.fromEntries(
      (head[2] as string).split('\r\n').map((line) => {
        const [name = '', ...value] = line.split(':');
        return [name.toLowerCase(), value.join(':').trim()];
      }),
    );
    const length = Number(headers['content-length'] ?? 0);
    const end = head[0].length + length;
    if (rest.length < end) return { replies, rest };
    const body = Buffer.from(rest.slice(head[0].length, end), 'latin1').toString('utf8');
    rest = rest.slice(end);
    replies.push({ status: Number(head[1]), headers, body: parse(body), text: body });
  }
}

function parse(body: string): ReplyBody {
  try {
    return JSON.parse(body) as ReplyBody;
  } catch {
    return {} as ReplyBody;
  }
}
