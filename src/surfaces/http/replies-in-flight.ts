import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createChain } from '../../foundation/chain.ts';

/**
 * Tracks the replies that each connection still waits for, so that none closes before a charged call is
 * answered.
 */
export interface RepliesInFlight {
  /** The newest one of each connection. */
  newest(): Iterable<ServerResponse>;
  /** Makes a reply the last one of its connection. Returns false if an earlier one already is. */
  end(response: ServerResponse): boolean;
  /** Runs `goOn` when every complete request on the connection has its reply. */
  after(connection: Duplex, goOn: () => void): void;
  /** Whether a request that is still arriving on the connection was already answered. */
  isAnsweredEarly(connection: Duplex): boolean;
}

/** Register this before the request handlers, because they may answer synchronously. */
export function trackReplies(server: Server): RepliesInFlight {
  const owed = createChain<ServerResponse<IncomingMessage>>();
  const newest = new WeakMap<Duplex, ServerResponse<IncomingMessage>>();
  const ended = new WeakSet<Duplex>();
  server.on('request', (request, response) => {
    const link = owed.add(response);
    newest.set(request.socket, response);
    response.once('close', () => owed.remove(link));
  });
  const owedTo = (connection: Duplex) => [...owed].filter(({ req }) => req.socket === connection);
  return {
    newest: () => [...owed].filter((response) => newest.get(response.req.socket) === response),
    end(response) {
      const { socket } = response.req;
      if (ended.has(socket)) return false;
      ended.add(socket);
      if (!response.headersSent) response.setHeader('connection', 'close');
      return true;
    },
    isAnsweredEarly(connection) {
      // Only the newest request can still be arriving. Its reply may already be sent and no longer owed.
      const response = newest.get(connection);
      return response !== undefined && !response.req.complete && response.writableEnded;
    },
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
