import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The replies that each connection is still owed, so that none is closed under a paid call. */
export interface RepliesInFlight {
  all(): Iterable<ServerResponse>;
  /** Goes on once every request that arrived whole over the connection has its reply. */
  after(connection: Duplex, goOn: () => void): void;
  /** Whether the request that is still arriving over the connection has its reply already. */
  isAnsweredEarly(connection: Duplex): boolean;
}

/** Listens before whoever answers, who may do so at once. */
export function trackReplies(server: Server): RepliesInFlight {
  const owed = new Set<ServerResponse<IncomingMessage>>();
  server.on('request', (_request, response) => {
    owed.add(response);
    response.once('close', () => owed.delete(response));
  });
  const owedTo = (connection: Duplex) => [...owed].filter(({ req }) => req.socket === connection);
  return {
    all: () => owed,
    isAnsweredEarly: (connection) =>
      owedTo(connection).some(({ req, writableEnded }) => !req.complete && writableEnded),
    after(connection, goOn) {
      const waiting = owedTo(connection).filter(
        ({ req, writableEnded }) => req.complete || writableEnded,
      );
      let left = waiting.length;
      if (left === 0) return goOn();
      for (const response of waiting) {
        response.once('close', () => {
          left -= 1;
          if (left === 0) goOn();
        });
      }
    },
  };
}
