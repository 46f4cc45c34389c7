import { Agent, request } from 'node:http';

export interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** A caller with many connections to one server, kept open. */
export interface Client {
  /** Null when the connection broke before there was an answer. */
  post(operation: string, body: object, headers: Record<string, string>): Promise<Answer | null>;
  close(): void;
}

export function createClient(url: string, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  return {
    post(operation, body, headers) {
      const { promise, resolve } = Promise.withResolvers<Answer | null>();
      const payload = JSON.stringify(body);
      const sent = request(
        {
          agent,
          hostname,
          port,
          method: 'POST',
          path: `/api/v1/${operation}`,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
          response.on('error', () => resolve(null));
        },
      );
      sent.on('error', () => resolve(null));
      sent.end(payload);
      return promise;
    },
    close: () => agent.destroy(),
  };
}

/** Does something for every number below the count, so many at a time. */
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

/** How often each thing was said, for a test to compare. */
export function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** The status, and for a refusal the machine name of its error. */
export function wordOf({ status, text }: Answer): string {
  return status === 201 ? '201' : `${status} ${(JSON.parse(text) as { reason: string }).reason}`;
}
