import { randomUUIDv7 } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { docBaseOf, envelopeHeaders, errorBody, pickLanguage } from '../contract/envelope.ts';
import { ApiError } from '../contract/errors.ts';
import { faultOf } from '../db/faults.ts';
import type { Log } from '../db/log.ts';
import { replyHeaders } from '../page/page-headers.ts';
import { closeServer } from './close-server.ts';
import { isAmbiguous } from './framing.ts';
import { createHttpServer, type Patience, usualPatience } from './http-server.ts';
import { toApiError } from './to-api-error.ts';
import { withoutSlash } from './without-slash.ts';

export interface ServerOptions {
  log: Log;
  publicUrl(): string;
  trustProxy: readonly string[];
  /** Whether no new request is to be taken. */
  isDraining(): boolean;
  patience?: Partial<Patience> | undefined;
}

export interface ApiServer {
  app: FastifyInstance;
  /** Ends what is in flight, for as long as the grace allows. */
  close(graceMs: number): Promise<void>;
}

const bodyLimit = 16 * 1024;

/**
 * The HTTP server with nothing on it but the promise that every reply is in the envelope: no stack
 * trace, no HTML and no framework's own shape, whatever arrives.
 */
export function createServer(options: ServerOptions): ApiServer {
  const patience = { ...usualPatience, ...options.patience };
  const http = createHttpServer({ publicUrl: options.publicUrl, patience });
  const app: FastifyInstance = Fastify({
    logger: false,
    bodyLimit,
    serverFactory: (handle) => http.server.on('request', handle),
    genReqId: () => randomUUIDv7(),
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // The server above has its own.
    clientErrorHandler: () => {},
    frameworkErrors: (error, request, reply) => answer(error, request, reply),
  });
  const answer = (fault: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answerError(options, errorOf(app, fault, request), request, reply);

  // The line reads bodies itself, after it knows who calls: here they are only collected.
  app.removeAllContentTypeParsers();
  // The plain name is listed beside the wildcard because it is found without being parsed.
  app.addContentTypeParser(
    ['application/json', '*'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => {
    const page = withoutSlash(request.method, request.url);
    if (page === undefined) throw unknownRoute(app, request);
    reply.header('cache-control', 'no-store').redirect(page, 308);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(replyHeaders);
    done(isAmbiguous(request.raw) ? malformed() : undefined);
  });
  // The body has been read by then, so that the reply is not lost to a reset.
  app.addHook('preHandler', (request, _reply, done) => {
    const isTaken = !options.isDraining() || request.routeOptions.url === '/healthz';
    done(isTaken ? undefined : shuttingDown());
  });
  return {
    app,
    close: (graceMs) => closeServer(app, http.replies, { lingerMs: patience.lingerMs, graceMs }),
  };
}

function malformed(): ApiError {
  return new ApiError('http_malformed', { headers: { connection: 'close' } });
}

function shuttingDown(): ApiError {
  return new ApiError('shutting_down', { headers: { connection: 'close', 'retry-after': '5' } });
}

const otherMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

/** A path that exists under another method is 405, and says which. */
function unknownRoute(app: FastifyInstance, request: FastifyRequest): ApiError {
  const path = request.url.split('?', 1)[0] ?? '';
  // An asterisk, which some methods take for a path, would be found among the routes.
  if (!path.startsWith('/')) return new ApiError('route_not_found');
  const allowed = otherMethods.filter((method) => app.findRoute({ method, url: path }) !== null);
  // Under its own method, a path is unknown because its route has said so.
  const isUnknown = allowed.length === 0 || allowed.some((method) => method === request.method);
  if (isUnknown) return new ApiError('route_not_found');
  return new ApiError('method_not_allowed', { headers: { allow: allowed.join(', ') } });
}

/** What the framework says of methods that it has no routes for, before it looks for a route. */
const unroutable = ['FST_ERR_NOT_FOUND', 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE'];

function errorOf(app: FastifyInstance, fault: unknown, request: FastifyRequest): ApiError {
  const code = (fault as { code?: string } | null)?.code;
  if (code && unroutable.includes(code)) return unknownRoute(app, request);
  // A caller that went away in the middle of its request reads no reply, and is no fault of ours.
  const isCutOff = request.raw.destroyed && request.raw.complete === false;
  return isCutOff ? new ApiError('http_malformed', { cause: fault }) : toApiError(fault);
}

function answerError(
  { log, publicUrl }: ServerOptions,
  error: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error.row.status === 500) {
    log.error({ requestId: request.id, fault: placeOf(error.cause ?? error) }, 'unexpected fault');
  }
  const body = errorBody(error, {
    requestId: request.id,
    language: pickLanguage(request.headers['accept-language']),
    docBase: docBaseOf(publicUrl()),
  });
  if (error.headers) reply.headers(error.headers);
  if (error.reason === 'outcome_unknown' && error.requestId) {
    reply.header('idempotency-replayed', 'true');
  }
  reply
    .code(error.row.status)
    .headers({ ...replyHeaders, ...envelopeHeaders, 'cache-control': 'no-store' })
    .send(JSON.stringify(body));
}

/** What it is, and where: a stack without its message, in which a driver may have put a value. */
function placeOf(fault: unknown): string {
  const stack = fault instanceof Error ? (fault.stack ?? '') : '';
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return [faultOf(fault), ...frames.slice(0, 6)].join('\n');
}
