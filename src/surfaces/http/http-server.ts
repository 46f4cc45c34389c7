import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { cutStalled } from './cut-stalled.ts';
import { createBrokenRefusal } from './refuse-broken.ts';
import { type RepliesInFlight, trackReplies } from './replies-in-flight.ts';
import { toBrokenError } from './to-api-error.ts';

/** Node's own server, in which no connection ends under a reply and none ends in silence. */
export interface HttpServer {
  server: Server;
  replies: RepliesInFlight;
}

/** How long a connection may take. Tests are less patient. */
export interface Patience {
  /** Until the headers of a request are there. */
  headersMs: number;
  /** Until all of a request is there. */
  requestMs: number;
  /** Until the next request begins. */
  keepAliveMs: number;
  /** Until the other side takes more of a reply. */
  stallMs: number;
  /** Until idle connections are closed when the server stops. */
  lingerMs: number;
}

export const usualPatience: Patience = {
  headersMs: 10_000,
  requestMs: 15_000,
  keepAliveMs: 72_000,
  stallMs: 30_000,
  lingerMs: 2_000,
};

/** Node looks for late requests every half a minute, unless it is told otherwise. */
const lookEveryMs = 1_000;

export interface HttpServerOptions {
  publicUrl(): string;
  patience: Patience;
}

export function createHttpServer({ publicUrl, patience }: HttpServerOptions): HttpServer {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    // Without a Host, Node would answer by itself, with an empty body; framing.ts refuses it in words.
    requireHostHeader: false,
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    keepAliveTimeout: patience.keepAliveMs,
    connectionsCheckingInterval: lookEveryMs,
  });
  // A caller that has said all it has to say still waits for the reply. Node's types leave it out.
  Object.assign(server, { httpAllowHalfOpen: true });
  cutStalled(server, patience.stallMs);
  const replies = trackReplies(server);
  const answerBroken = createBrokenRefusal(publicUrl, replies);

  server.on('clientError', (fault: NodeJS.ErrnoException, connection: Duplex) => {
    // After a fault of the network nobody is left to be answered.
    if (fault.syscall !== undefined) connection.destroy();
    else answerBroken(toBrokenError(fault), connection);
  });
  // Node would close the connection, whatever reply it is still owed.
  server.on('connect', (_request, connection: Duplex) => {
    connection.on('error', () => {}).resume();
    answerBroken(new ApiError('http_malformed'), connection);
  });
  // An expectation that Node does not know would be answered by Node; HTTP lets us overlook it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return { server, replies };
}
