import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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
import { type ClientAddress, clientAddressBehind } from './client-address.ts';
import { closeServer } from './close-server.ts';
import { isAmbiguous } from './framing.ts';
import { createHttpServer, type Patience, usualPatience } from './http-server.ts';
import { createPlainPosts, type Post, type PostHandler, type PostReply } from './plain-posts.ts';
import { type AnsweredRequest, createRequestLog, logRequests } from './request-log.ts';
import { createLoadShedder, type Shedding } from './shed-load.ts';
import { toApiError } from './to-api-error.ts';
import { withoutSlash } from './without-slash.ts';

interface ServerOptions {
  log: Log;
  publicUrl(): string;
  trustProxy: readonly string[];
  /** The host that serves only the pages of face checks, if there is one. */
  personHost?: string | null;
  /** Answers a browser that asks for a page that does not exist; without it, the envelope does. */
  sendMissing?(request: FastifyRequest, reply: FastifyReply): unknown;
  /** Whether the server is shutting down: it is not ready, and each connection gets one more reply. */
  isDraining(): boolean;
  /** Whether the cell is still being moved here: every request but `/healthz` is refused until it is here. */
  isArriving?(): boolean;
  patience?: Partial<Patience> | undefined;
  /** Counts requests that were refused with 503. */
  onRefused?(reason: string, requests: number): void;
  /** Learns of each answered request, except those of monitoring and those refused as overload. */
  onAnswered?: ((request: AnsweredRequest) => void) | undefined;
}

export interface ApiServer {
  app: FastifyInstance;
  /**
   * Adds the route of an operation. Every reply is in the envelope, even after an unexpected error. A request
   * is refused as overload, before its body is read, while `shedding` says so.
   */
  post(path: string, handle: PostHandler, shedding?: Shedding): void;
  /** Waits for replies in flight, up to the grace period. */
  close(graceMs: number): Promise<void>;
}

const bodyLimit = 16 * 1024;

/**
 * The HTTP server without routes. It guarantees that every reply is in the envelope: no stack trace, no HTML
 * and no framework error format.
 */
export function createServer(options: ServerOptions): ApiServer {
  const patience = { ...usualPatience, ...options.patience };
  let isClosing = false;
  const onClosing = () => {
    isClosing = true;
  };
  const http = createHttpServer({ publicUrl: options.publicUrl, patience });
  const addresses = clientAddressBehind(options.trustProxy);
  const hasProxy = options.trustProxy.length > 0;
  const requests = createRequestLog(options.log, options.onRefused, options.onAnswered);
  const posts = createPlainPosts({
    bodyLimit,
    nextId: randomUUIDv7,
    isLeft: () => options.isDraining() || options.isArriving?.() === true,
    addressOf: addresses.read,
    answer: (handle, post) => answerPost(options, handle, post, () => isClosing),
    onAnswered: (path, { id, headers, account }, { status, reason }, ms) =>
      requests.answered({ id, headers, method: 'POST', path, status, ms, account, reason }),
  });
  const shedder = createLoadShedder({ refusal: refuseOverload(options, requests), hasProxy });
  http.server.on('close', shedder.stop).on('close', requests.stop);
  const app: FastifyInstance = Fastify({
    logger: false,
    bodyLimit,
    serverFactory: (handle) =>
      http.server.on('request', (request, response) => {
        // After a reply that closes the connection, a request would be carried out and get no reply.
        if (options.isDraining() && !http.replies.end(response)) return;
        const isTaken =
          !mayBePersons(request, options.personHost) &&
          (shedder.take(request, response) || posts.take(request, response));
        if (!isTaken) handle(request, response);
      }),
    genReqId: () => randomUUIDv7(),
    trustProxy: addresses.isTrusted ?? false,
    // Every GET route also answers HEAD; a route that streams or has side effects opts out.
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // The HTTP server above handles client errors itself.
    clientErrorHandler: () => {},
    frameworkErrors: (error, request, reply) => handleError(error, request, reply),
  });
  const handleError = (fault: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const error = errorOf(app, fault, request);
    requests.note(request.raw, { reason: error.reason });
    answerError(options, error, request, reply);
  };

  addHooks(app, options, addresses, () => isClosing);
  logRequests(app, requests);
  app.setErrorHandler(handleError);
  return {
    app,
    post(path, handle, shedding) {
      posts.add(path, handle);
      if (shedding) {
        const isRefused = () => !isClosing && shedding.isRefused();
        shedder.add(path, { ...shedding, isRefused });
      }
      addPost(app, requests, path, handle);
    },
    close: (graceMs) =>
      closeServer(app, http.replies, { ...patience, hasProxy, graceMs, onClosing }),
  };
}

/** The reply to a request that is refused as overload, and its count. */
function refuseOverload(
  options: ServerOptions,
  requests: Pick<ReturnType<typeof createRequestLog>, 'refused'>,
) {
  return ({ headers }: Pick<IncomingMessage, 'headers'>) => {
    requests.refused(overloaded.reason);
    return errorReply(options, overloaded, { id: randomUUIDv7(), headers });
  };
}

/** The route for requests that the fast path leaves to the framework. */
function addPost(
  app: FastifyInstance,
  requests: Pick<ReturnType<typeof createRequestLog>, 'note'>,
  path: string,
  handle: PostHandler,
): void {
  app.post(path, async (request, reply) => {
    const { id, headers, ip: address } = request;
    const body = request.body as Buffer | undefined;
    const post: Post = { id, headers, address, body };
    const answered = await handle(post).finally(() => requests.note(request.raw, post));
    reply.code(answered.status).headers({ ...answered.headers, ...envelopeHeaders });
    return answered.body;
  });
}

/**
 * Whether the request may be for the host of the persons' pages, which has no operations. The framework knows
 * whether to believe a proxy that names the host.
 */
function mayBePersons({ headers }: IncomingMessage, personHost: ServerOptions['personHost']) {
  if (!personHost) return false;
  return headers.host?.toLowerCase() === personHost || headers['x-forwarded-host'] !== undefined;
}

function addHooks(
  app: FastifyInstance,
  options: ServerOptions,
  addresses: ClientAddress,
  isClosing: () => boolean,
): void {
  // The API parses bodies itself, after authentication; here they are only collected.
  app.removeAllContentTypeParsers();
  // Listed next to the wildcard because an exact name is matched without parsing the header.
  app.addContentTypeParser(
    ['application/json', '*'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  app.setNotFoundHandler((request, reply) => {
    if (options.isArriving?.()) throw arriving;
    const page = withoutSlash(request.method, request.url);
    if (page !== undefined) return reply.header('cache-control', 'no-store').redirect(page, 308);
    const fault = unknownRoute(app, request);
    const isMissing = fault.reason === 'route_not_found' && isVisit(request);
    if (!isMissing || !options.sendMissing) throw fault;
    return options.sendMissing(request, reply);
  });
  app.addHook('onRequest', (request, reply, done) => {
    addresses.cleanHeader(request.raw);
    reply.headers(commonHeaders(options));
    const isHidden = request.host.toLowerCase() === options.personHost && !isForPeople(request);
    if (isHidden) return done(new ApiError('route_not_found'));
    done(isAmbiguous(request.raw) ? malformed() : undefined);
  });
  // Reject only after the body has been read, so that a TCP reset does not destroy the reply.
  app.addHook('preHandler', (request, _reply, done) => {
    const { url } = request.routeOptions;
    if (url !== '/healthz' && options.isArriving?.()) return done(arriving);
    const isRefused = url === '/readyz' ? options.isDraining() : url !== '/healthz' && isClosing();
    done(isRefused ? shuttingDown() : undefined);
  });
}

/** Whether a browser asks for a page, and not a program for an operation. */
function isVisit({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !url.startsWith('/api/') && headers.accept?.includes('text/html') === true;
}

function isForPeople({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isForPeople === true;
}

function malformed(): ApiError {
  return new ApiError('http_malformed', { headers: { connection: 'close' } });
}

const overloaded = new ApiError('overloaded', { headers: { 'retry-after': '1' } });

const arriving = new ApiError('cell_arriving', { headers: { 'retry-after': '1' } });

function shuttingDown(): ApiError {
  return new ApiError('shutting_down', { headers: { connection: 'close', 'retry-after': '5' } });
}

const otherMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

/** Returns 405 with the allowed methods if the path exists under another method, otherwise 404. */
function unknownRoute(app: FastifyInstance, request: FastifyRequest): ApiError {
  const path = request.url.split('?', 1)[0] ?? '';
  // Some methods allow `*` as the path; it would match a wildcard route.
  if (!path.startsWith('/')) return new ApiError('route_not_found');
  const found = otherMethods.flatMap((method) => {
    const route = app.findRoute({ method, url: path });
    return route ? [{ method, isWildcard: '*' in route.params }] : [];
  });
  // A wildcard of one method, such as the console's pages, says nothing about a route of another.
  const isExact = found.some(({ isWildcard }) => !isWildcard);
  const allowed = found.filter((one) => !(isExact && one.isWildcard)).map(({ method }) => method);
  // If the path has a route under the request's own method, that route itself reported "not found".
  const isUnknown = allowed.length === 0 || allowed.some((method) => method === request.method);
  if (isUnknown) return new ApiError('route_not_found');
  return new ApiError('method_not_allowed', { headers: { allow: allowed.join(', ') } });
}

/** The framework's errors for methods without any route, raised before it looks for a route. */
const unroutable = ['FST_ERR_NOT_FOUND', 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE'];

function errorOf(app: FastifyInstance, fault: unknown, request: FastifyRequest): ApiError {
  const code = (fault as { code?: string } | null)?.code;
  if (code && unroutable.includes(code)) return unknownRoute(app, request);
  // If the client disconnected in the middle of its request, the fault is not ours.
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

/** The headers of every reply. */
function commonHeaders({ publicUrl }: ServerOptions): Readonly<Record<string, string>> {
  return publicUrl().startsWith('https:') ? secureHeaders : replyHeaders;
}

/** For a year, browsers that saw the platform by HTTPS do not fall back to HTTP. */
const secureHeaders = { ...replyHeaders, 'strict-transport-security': 'max-age=31536000' };
const postHeaders = { ...replyHeaders, ...envelopeHeaders };
const securePostHeaders = { ...secureHeaders, ...envelopeHeaders };

function postHeadersOf(options: ServerOptions): Readonly<Record<string, string>> {
  return commonHeaders(options) === secureHeaders ? securePostHeaders : postHeaders;
}

async function answerPost(
  options: ServerOptions,
  handle: PostHandler,
  post: Post,
  isClosing: () => boolean,
): Promise<PostReply> {
  try {
    // Connections may have begun to close while the request was arriving.
    if (isClosing()) throw shuttingDown();
    const { status, headers, body } = await handle(post);
    const common = postHeadersOf(options);
    return { status, headers: headers ? { ...headers, ...common } : common, body };
  } catch (fault) {
    return errorReply(options, toApiError(fault), post);
  }
}

function errorReply(
  options: ServerOptions,
  error: ApiError,
  { id, headers }: Pick<Post, 'id' | 'headers'>,
) {
  if (error.row.status === 500) {
    options.log.error({ requestId: id, fault: stackOf(error.cause ?? error) }, 'unexpected error');
  }
  const body = errorBody(error, {
    requestId: id,
    language: pickLanguage(headers['accept-language']),
    docBase: docBaseOf(options.publicUrl()),
  });
  const isRepeat = error.reason === 'outcome_unknown' && error.requestId;
  return {
    status: error.row.status,
    headers: {
      ...error.headers,
      ...(isRepeat ? { 'idempotency-replayed': 'true' } : undefined),
      ...postHeadersOf(options),
      'cache-control': 'no-store',
    },
    body: JSON.stringify(body),
    reason: error.reason,
  };
}

/** The error's type and stack frames, without its message: a database driver may put values in there. */
function stackOf(fault: unknown): string {
  const stack = fault instanceof Error ? (fault.stack ?? '') : '';
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return [faultOf(fault), ...frames.slice(0, 6)].join('\n');
}
