import { randomUUIDv7 } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { docBaseOf, envelopeHeaders, errorBody, pickLanguage } from '../contract/envelope.ts';
import { fail } from '../contract/errors.ts';
import type { Log } from '../db/log.ts';
import { createHttpServer } from './http-server.ts';
import { toApiError } from './to-api-error.ts';

export interface ServerOptions {
  log: Log;
  publicUrl(): string;
  trustProxy: readonly string[];
}

const bodyLimit = 16 * 1024;

/**
 * The HTTP server with nothing on it but the promise that every reply is in the envelope: no stack
 * trace, no HTML and no framework's own shape, whatever arrives.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit,
    serverFactory: (handle) => createHttpServer(handle, options).server,
    genReqId: () => randomUUIDv7(),
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // The server that is made above has its own.
    clientErrorHandler: () => {},
    frameworkErrors: (error, request, reply) => answerError(options, error, request, reply),
  });

  // The line reads bodies itself, after it knows who calls: here they are only collected.
  app.removeAllContentTypeParsers();
  // The plain name is listed beside the wildcard because it is found without being parsed.
  app.addContentTypeParser(
    ['application/json', '*'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler((error, request, reply) => answerError(options, error, request, reply));
  app.setNotFoundHandler((request) => refuseUnknownRoute(app, request));
  return app;
}

const otherMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

/** A path that exists under another method is 405, and says which. */
function refuseUnknownRoute(app: FastifyInstance, request: FastifyRequest): never {
  const path = request.url.split('?', 1)[0] ?? '';
  const allowed = otherMethods.filter((method) => app.findRoute({ method, url: path }) !== null);
  if (allowed.length === 0) fail('route_not_found');
  return fail('method_not_allowed', { headers: { allow: allowed.join(', ') } });
}

function answerError(
  { log, publicUrl }: ServerOptions,
  fault: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const error = toApiError(fault);
  if (error.row.status === 500) {
    log.error({ requestId: request.id, fault: faultOf(error.cause ?? error) }, 'unexpected fault');
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
  reply.code(error.row.status).headers(envelopeHeaders).send(JSON.stringify(body));
}

/** The stack says where, without the message, in which a driver may have put a value. */
function faultOf(fault: unknown): string {
  if (!(fault instanceof Error)) return typeof fault;
  const frames = (fault.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [fault.name, (fault as { code?: string }).code, ...frames.slice(0, 6)].join('\n');
}
