import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { Refused } from '../../../foundation/contract/refusals/refused.ts';
import { requireSameOrigin } from '../../../foundation/page/same-origin.ts';
import { clientSignal, streamSignal } from '../../../foundation/page/stream-signal.ts';
import type { Session } from '../../../people/sign-in/session-queries.ts';
import { consoleRoutes } from '../console-routes.ts';
import { requireSecureAddress } from '../session/console-address.ts';
import { addressOf, contextOf } from '../session/session-context.ts';
import { asApiError } from './as-api-error.ts';
import { authorize } from './authorize-console.ts';
import { consoleDocument } from './console-document.ts';
import type { ConsolePorts } from './console-ports.ts';
import type { ConsoleRoute, StreamReply } from './console-route.ts';
import { readJson, readQuery } from './read-input.ts';
import { bearerOf, cellAsked, findBearer, relayToCell } from './relay-to-cell.ts';
import { isStep } from './rights.ts';

/** Find the session by the request's cookie; undefined if no one is signed in. */
interface FindSession {
  find(request: FastifyRequest): Promise<Session | undefined>;
  /** For a stream: cheap for many at the same moment, and it keeps no session alive. */
  findAgain(request: FastifyRequest): Promise<Session | undefined>;
}

type ScopedRequest = FastifyRequest<{ Params: { scope?: string } }>;

/** Registers the console's API below `/console/api`. */
export function registerConsole(
  app: FastifyInstance,
  ports: ConsolePorts,
  sessions: FindSession,
  routes: readonly ConsoleRoute[] = consoleRoutes,
): void {
  // An open event stream would keep the server from closing.
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  for (const route of routes) {
    app.route<{ Params: { scope?: string } }>({
      method: route.method,
      url: `/console/api${isStep(route.right) ? '' : '/:scope'}${route.path}`,
      // HEAD would run a whole export, or a stream, for nothing.
      exposeHeadRoute: typeof route.reply !== 'string',
      ...(route.bodyLimit === undefined ? {} : limitBody(route.bodyLimit)),
      handler: (request, reply) =>
        handleRequest(route, ports, sessions, closing.signal, request, reply),
    });
  }
  app.get('/console/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(consoleDocument(routes, ports)),
  );
}

/** A limit of its own, and a refusal that names it: the API's own limit is different. */
function limitBody(bodyLimit: number) {
  return {
    bodyLimit,
    errorHandler(fault: FastifyError) {
      if (fault.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw fault;
      return asApiError(new Refused(['upload_too_large', { limit: bodyLimit / 1_000 }]));
    },
  };
}

async function handleRequest(
  route: ConsoleRoute,
  ports: ConsolePorts,
  sessions: FindSession,
  closing: AbortSignal,
  request: ScopedRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { headers, params } = request;
  const bearer = bearerOf(route, headers);
  // A token comes from another cell, not from a page; the browser's cookies are not looked at.
  if (route.method === 'POST' && !bearer) requireSameOrigin(headers, ports.publicUrl());
  if (route.isSecret) requireSecureAddress(addressOf(ports, request));
  if (bearer && params.scope !== 'platform') return fail('nothing_there');
  const session = bearer ? await findBearer(ports, bearer) : await sessions.find(request);
  const authorizeNow = (found: Session | undefined) =>
    authorize(found, params.scope ?? '', route.right, ports.clock.now());
  const authorized = authorizeNow(session);
  const isStillAllowed = async () => {
    const found = await sessions.findAgain(request);
    try {
      return authorizeNow(found)?.isOperator === authorized?.isOperator;
    } catch {
      return false;
    }
  };
  const input = {
    query: readQuery(route.query, request.query),
    body: readJson(route.body, request.body, headers),
    signal:
      route.reply === 'text/event-stream'
        ? AbortSignal.any([streamSignal(reply), closing])
        : clientSignal(reply),
  };
  const cell = cellAsked(route, ports, request.url);
  if (cell !== undefined) {
    // Only an operator here has a counterpart there, and a cell that is asked asks no further one.
    if (bearer || authorized?.scope.kind !== 'platform') return fail('nothing_there');
    const asked = { cell, personId: authorized.person.personId, url: request.url };
    return sendJson(reply, await relayToCell(route, ports, asked, input));
  }
  const context = {
    ...contextOf(ports, session, request, reply),
    ...authorized,
    isStillAllowed,
  };
  const answered = await route.handle(context as never, input as never).catch(asApiError);
  if (typeof route.reply === 'string') return sendStream(reply, answered as StreamReply);
  // Responses are serialized by the contract's schema; other fields are dropped.
  return sendJson(reply, Value.Clean(route.reply, answered));
}

function sendJson(reply: FastifyReply, body: unknown) {
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  return reply.send(JSON.stringify(body));
}

function sendStream(reply: FastifyReply, { type, fileName, body }: StreamReply) {
  reply.header('cache-control', 'no-store').type(type);
  if (fileName) {
    const plain = fileName.replaceAll(/[^\w.-]/g, '_');
    const whole = encodeURIComponent(fileName);
    reply.header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${whole}`,
    );
  }
  return reply.send(body);
}
