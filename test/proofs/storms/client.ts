import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  headers: NodeJS.Dict<string>;
  text: string;
}

/** A caller with many open connections to one server. */
export interface Client {
  /** Null if the connection broke before an answer. */
  post(operation: string, body: object, headers: Record<string, string>): Promise<Answer | null>;
  close(): void;
}

export function createClient(url: string, connections: number): Client {
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  let count = 0;
  const take = (): Connection | Promise<Connection> => {
    const free = idle.pop();
    if (free) return free.isOpen() ? free : openConnection(url);
    if (count < connections) {
      count++;
      return openConnection(url);
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const give = (connection: Connection) => {
    const next = waiting.shift();
    if (!next) idle.push(connection);
    else next(connection.isOpen() ? connection : openConnection(url));
  };
  return {
    async post(operation, body, headers) {
      const connection = await take();
      const answer = await connection.send(requestOf(operation, body, headers));
      give(connection);
      return answer;
    },
    close() {
      for (const connection of idle) connection.close();
    },
  };
}

/** One request at a time. */
interface Connection {
  send(request: string): Promise<Answer | null>;
  isOpen(): boolean;
  close(): void;
}

/**
 * A socket and no HTTP client: a hundred thousand requests share two cores with their servers, and
 * a convenient client takes as much processor time as a server.
 */
function openConnection(url: string): Connection {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let text = '';
  let isOpen = true;
  let tell: (answer: Answer | null) => void = () => {};
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    const answer = readAnswer(text);
    if (!answer) return;
    text = '';
    isOpen = answer.headers.connection !== 'close';
    tell(answer);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isOpen = false;
    tell(null);
  });
  return {
    send(request) {
      const { promise, resolve } = Promise.withResolvers<Answer | null>();
      tell = resolve;
      if (isOpen) socket.write(request, 'utf8');
      else resolve(null);
      return promise;
    },
    isOpen: () => isOpen,
    close: () => socket.destroy(),
  };
}

function requestOf(operation: string, body: object, headers: Record<string, string>): string {
  const payload = JSON.stringify(body);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return (
    `POST /api/v1/${operation} HTTP/1.1\r\nhost: proof\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(payload)}\r\n${fields.join('')}\r\n${payload}`
  );
}

/** The answer once it is complete. Every reply of the platform has its length. */
function readAnswer(text: string): Answer | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const bytes = text.slice(headEnd + 4);
  if (!headers['content-length']) throw new Error(`a reply without a length: ${text}`);
  if (bytes.length < Number(headers['content-length'])) return undefined;
  const status = Number(statusLine.split(' ')[1]);
  return { status, headers, text: Buffer.from(bytes, 'latin1').toString('utf8') };
}

/**
 * Sends until it is accepted. A machine too busy to answer within two seconds refuses first, and
 * the request is repeated, as a caller would.
 */
export async function untilTaken(send: () => Promise<Answer | null>): Promise<Answer | null> {
  for (let tries = 0; ; tries++) {
    const answer = await send();
    if (!answer || wordOf(answer) !== '503 overloaded' || tries === 100) return answer;
    await sleep(200);
  }
}

/** Runs a function for every number below the count, this many at a time. */
export async function forEachOf(
  count: number,
  atOnce: number,
  action: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await action(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** How often each value occurred, for a test to compare. */
export function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** The status, and for a refusal the machine name of its error. */
export function wordOf({ status, text }: Answer): string {
  return status === 201 ? '201' : `${status} ${(JSON.parse(text) as { reason: string }).reason}`;
}
