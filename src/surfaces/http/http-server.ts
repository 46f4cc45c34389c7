import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { cutStalled } from './cut-stalled.ts';
import { createBrokenRefusal } from './refuse-broken.ts';
import { type RepliesInFlight, trackReplies } from './replies-in-flight.ts';
import { toBrokenError } from './to-api-error.ts';

/** Node's HTTP server, set up so that no connection closes before its reply is sent, or without a reply. */
interface HttpServer {
  server: Server;
  replies: RepliesInFlight;
}

/** Connection timeouts. Tests use shorter ones. */
export interface Patience {
  /** Until the request headers have arrived. */
  headersMs: number;
  /** Until the whole request has arrived. */
  requestMs: number;
  /** Until the next request begins on a kept-alive connection. */
  keepAliveMs: number;
  /** Until the client reads more of a reply. */
  stallMs: number;
  /** Until idle connections are closed at shutdown. */
  lingerMs: number;
}

export const usualPatience: Patience = {
  headersMs: 10_000,
  requestMs: 15_000,
  keepAliveMs: 72_000,
  stallMs: 30_000,
  lingerMs: 2_000,
};

/** How often Node looks for timed-out requests; its default is 30 seconds. */
const connectionSweepMs = 1_000;

interface HttpServerOptions {
  publicUrl(): string;
  patience: Patience;
}

export function createHttpServer({ publicUrl, patience }: HttpServerOptions): HttpServer {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    // Node would reject a missing Host with an empty body; framing.ts rejects it with a readable error.
    requireHostHeader: false,
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    keepAliveTimeout: patience.keepAliveMs,
    connectionsCheckingInterval: connectionSweepMs,
  });
  // A client may close its sending side and still wait for the reply. Node's types lack this option.
  Object.assign(server, { httpAllowHalfOpen: true });
  cutStalled(server, patience.stallMs);
  const replies = trackReplies(server);
  const answerBroken = createBrokenRefusal(publicUrl, replies);

  server.on('clientError', (fault: NodeJS.ErrnoException, connection: Duplex) => {
    // After a network error the client cannot receive a reply.
    if (fault.syscall !== undefined) connection.destroy();
    else answerBroken(toBrokenError(fault), connection);
  });
  // On CONNECT, Node would close the connection even if earlier replies are still due.
  server.on('connect', (_request, connection: Duplex) => {
    connection.on('error', () => {}).resume();
    answerBroken(new ApiError('http_malformed'), connection);
  });
  // Node would reject an Expect header that it does not know; HTTP allows us to ignore it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return { server, replies };
}
