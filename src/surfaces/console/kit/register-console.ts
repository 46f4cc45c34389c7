import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import { inChange } from '../../../foundation/audit/change-queries.ts';
import { pickLanguage } from '../../../foundation/contract/wire/envelope.ts';
import { requireSameOrigin } from '../../../foundation/page/same-origin.ts';
import { askerSignal, streamSignal } from '../../../foundation/page/stream-signal.ts';
import type { SignedIn } from '../../../people/sign-in/signed-in.ts';
import { consoleRoutes } from '../console-routes.ts';
import { sessionRoutes } from '../session/session-routes.ts';
import { asApiError } from './as-api-error.ts';
import { authorizeConsole } from './authorize-console.ts';
import { consoleDocument } from './console-document.ts';
import type { ConsolePorts } from './console-ports.ts';
import type { ConsoleContext, ConsoleRoute, StreamReply } from './console-route.ts';
import { readJson, readQuery } from './read-input.ts';

/** Finds the session by the request's cookie; undefined if no one is signed in. */
export type FindSession = (request: FastifyRequest) => Promise<SignedIn | undefined>;

/** Registers the console's API below `/console/api`. */
export function registerConsole(
  app: FastifyInstance,
  ports: ConsolePorts,
  findSession: FindSession,
  routes: readonly ConsoleRoute[] = consoleRoutes,
): void {
  // An open event stream would keep the server from closing.
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  for (const route of routes) {
    app.route<{ Params: { scope: string } }>({
      method: route.method,
      url: `/console/api/:scope${route.path}`,
      exposeHeadRoute: false,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      handler: (request, reply) =>
        answer(route, ports, findSession, closing.signal, request, reply),
    });
  }
  app.get('/console/api/openapi.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send(consoleDocument(routes, sessionRoutes, ports)),
  );
}

async function answer(
  route: ConsoleRoute,
  ports: ConsolePorts,
  findSession: FindSession,
  closing: AbortSignal,
  request: FastifyRequest<{ Params: { scope: string } }>,
  reply: FastifyReply,
): Promise<unknown> {
  if (route.method === 'POST') requireSameOrigin(request.headers, ports.publicUrl());
  const person = await findSession(request);
  const now = ports.clock.now();
  const { scope, isOperator } = authorizeConsole(person, request.params.scope, route.right, now);
  const input = {
    query: readQuery(route.query, request.query),
    body: readJson(route.body, request.body, request.headers),
    signal:
      route.reply === 'text/event-stream'
        ? AbortSignal.any([streamSignal(reply), closing])
        : askerSignal(reply),
  };
  const context = {
    ...ports,
    scope,
    isOperator,
    person: person as SignedIn,
    language: pickLanguage(request.headers['accept-language']),
    change: changeBy(ports, person as SignedIn),
  };
  const answered = await route.handle(context, input as never).catch(asApiError);
  reply.header('cache-control', 'no-store');
  if (typeof route.reply === 'string') return sendStream(reply, answered as StreamReply);
  // Responses are serialized by the contract's schema; other fields are dropped.
  const body = Value.Clean(route.reply, answered);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function changeBy(ports: ConsolePorts, person: SignedIn): ConsoleContext['change'] {
  const { personId, sessionId, name } = person;
  const actor = { kind: 'person', personId, sessionId, name } as const;
  return (action, work) => inChange(ports.pool, actor, action, work);
}

function sendStream(reply: FastifyReply, { type, fileName, body }: StreamReply) {
  reply.type(type);
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
