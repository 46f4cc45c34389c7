import { randomUUIDv7 } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import {
  docBaseOf,
  envelopeHeaders,
  errorBody,
  pickLanguage,
} from '../../foundation/contract/wire/envelope.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { replyHeaders } from '../../foundation/page/page-headers.ts';
import { closeServer } from './close-server.ts';
import { isAmbiguous } from './framing.ts';
import { createHttpServer, type Patience, usualPatience } from './http-server.ts';
import { createPlainPosts, type Post, type PostHandler, type PostReply } from './plain-posts.ts';
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
  /** Adds the route of an operation. Its replies are in the envelope, whatever is thrown. */
  post(path: string, handle: PostHandler): void;
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
  const posts = createPlainPosts({
    bodyLimit,
    nextId: randomUUIDv7,
    isLeft: () => options.trustProxy.length > 0 || options.isDraining(),
    answer: (handle, post) => answerPost(options, handle, post),
  });
  const app: FastifyInstance = Fastify({
    logger: false,
    bodyLimit,
    serverFactory: (handle) =>
      http.server.on('request', (request, response) => {
        if (!posts.take(request, response)) handle(request, response);
      }),
    genReqId: () => randomUUIDv7(),
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    // What can be got can be asked about; a route that streams or acts says that it cannot.
    exposeHeadRoutes: true,
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
    post(path, handle) {
      posts.add(path, handle);
      app.post(path, async (request, reply) => {
        const { id, headers, ip: address } = request;
        const body = request.body as Buffer | undefined;
        const answered = await handle({ id, headers, address, body });
        reply.code(answered.status).headers({ ...answered.headers, ...envelopeHeaders });
        return answered.body;
      });
    },
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
  options: ServerOptions,
  error: ApiError,
  { id, headers }: Pick<Post, 'id' | 'headers'>,
  reply: FastifyReply,
): void {
  const { status, headers: fields, body } = errorReply(options, error, { id, headers });
  reply.code(status).headers(fields).send(body);
}

const postHeaders = { ...replyHeaders, ...envelopeHeaders };

async function answerPost(
  options: ServerOptions,
  handle: PostHandler,
  post: Post,
): Promise<PostReply> {
  try {
    // It may have been told to stop while the request came in.
    if (options.isDraining()) throw shuttingDown();
    const { status, headers, body } = await handle(post);
    return { status, headers: headers ? { ...headers, ...postHeaders } : postHeaders, body };
  } catch (fault) {
    return errorReply(options, toApiError(fault), post);
  }
}

function errorReply(
  { log, publicUrl }: ServerOptions,
  error: ApiError,
  { id, headers }: Pick<Post, 'id' | 'headers'>,
) {
  if (error.row.status === 500) {
    log.error({ requestId: id, fault: placeOf(error.cause ?? error) }, 'unexpected fault');
  }
  const body = errorBody(error, {
    requestId: id,
    language: pickLanguage(headers['accept-language']),
    docBase: docBaseOf(publicUrl()),
  });
  const isReplay = error.reason === 'outcome_unknown' && error.requestId;
  return {
    status: error.row.status,
    headers: {
      ...error.headers,
      ...(isReplay ? { 'idempotency-replayed': 'true' } : undefined),
      ...postHeaders,
      'cache-control': 'no-store',
    },
    body: JSON.stringify(body),
  };
}

/** What it is, and where: a stack without its message, in which a driver may have put a value. */
function placeOf(fault: unknown): string {
  const stack = fault instanceof Error ? (fault.stack ?? '') : '';
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return [faultOf(fault), ...frames.slice(0, 6)].join('\n');
}
