import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import { inChange } from '../../../foundation/audit/change-queries.ts';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { pickLanguage } from '../../../foundation/contract/wire/envelope.ts';
import { requireSameOrigin } from '../../../foundation/page/same-origin.ts';
import { NoSlot } from '../../../foundation/slots.ts';
import { makeDevice } from '../../../people/sign-in/known-device.ts';
import { readSession, type Session } from '../../../people/sign-in/session-queries.ts';
import { actorOf } from '../../../people/sign-in/sign-in-ports.ts';
import type { Visitor } from '../../../people/sign-in/throttle.ts';
import { hashToken, isToken } from '../../../people/sign-in/token.ts';
import { asApiError } from '../kit/as-api-error.ts';
import { readJson } from '../kit/read-input.ts';
import { isFresh } from '../kit/rights.ts';
import {
  type ConsolePlace,
  findPasskeyPlace,
  passkeyPlaceOf,
  requireSecurePlace,
} from './console-place.ts';
import { deviceCookie, readCookie, sessionCookie, setCookie } from './session-cookies.ts';
import type { Access, SessionContext, SessionPorts, SessionRoute } from './session-route.ts';
import { sessionRoutes } from './session-routes.ts';

const daySeconds = 86_400;

/** Registers the sign-in routes below `/console/api/session`, which have no scope yet. */
export function registerSession(app: FastifyInstance, ports: SessionPorts): void {
  for (const route of sessionRoutes) {
    app.route({
      method: route.method,
      url: `/console/api/session${route.path}`,
      exposeHeadRoute: false,
      handler: (request, reply) => answer(route, ports, request, reply),
    });
  }
}

/** Finds the session by the request's cookie; undefined if no one is signed in. */
export async function findSession(
  { pool, config }: Pick<SessionPorts, 'pool' | 'config'>,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const token = tokenOf(request);
  if (token === undefined) return undefined;
  return readSession(pool, hashToken(token), { idleHours: config.consoleIdleHours });
}

export function tokenOf({ headers }: FastifyRequest): string | undefined {
  const token = readCookie(headers.cookie, sessionCookie);
  return token !== undefined && isToken(token) ? token : undefined;
}

export function visitorOf({ headers, ip: address }: FastifyRequest): Visitor {
  const device = readCookie(headers.cookie, deviceCookie);
  return { address, agent: headers['user-agent'] ?? '', device };
}

async function answer(
  route: SessionRoute,
  ports: SessionPorts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { headers } = request;
  if (route.method === 'POST') requireSameOrigin(headers, ports.publicUrl());
  if (route.isSecret) requireSecurePlace(placeOf(ports, request));
  const session = await findSession(ports, request);
  requireAccess(route.access, session);
  const body = readJson(route.body, request.body, headers);
  const context = contextOf(ports, session, request, reply);
  const answered = await route.handle(context as never, body).catch(inSessionWords);
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  // Responses are serialized by the contract's schema; other fields are dropped.
  return reply.send(JSON.stringify(Value.Clean(route.reply, answered)));
}

function requireAccess(access: Access, session: Session | undefined): void {
  if (access === 'anyone') return;
  const { stage, factorAt } = session ?? fail('sign_in_required');
  const isProved = isFresh(factorAt, Date.now());
  const isMet = {
    known: true,
    enrolling: stage === 'enrol' || (stage === 'full' && isProved),
    full: stage === 'full',
    fresh: stage === 'full' && isProved,
  }[access];
  if (!isMet) fail('factor_required');
}

function contextOf(
  ports: SessionPorts,
  session: Session | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): SessionContext {
  const { headers } = request;
  const place = placeOf(ports, request);
  const addCookie = (cookie: string) => reply.header('set-cookie', cookie);
  return {
    ...ports,
    session,
    token: tokenOf(request),
    language: pickLanguage(headers['accept-language']),
    visitor: visitorOf(request),
    passkeyPlace: () => passkeyPlaceOf(place),
    canUsePasskeys: findPasskeyPlace(place) !== undefined,
    keep(token) {
      const seconds = token === null ? 0 : ports.sessionDays * daySeconds;
      addCookie(setCookie(sessionCookie, token ?? '', seconds));
    },
    keepDevice(personId) {
      addCookie(setCookie(deviceCookie, makeDevice(ports.vault, personId), 365 * daySeconds));
    },
    change: (action, work) =>
      session ? inChange(ports.pool, actorOf(session), action, work) : fail('sign_in_required'),
  };
}

function placeOf({ config, publicUrl }: SessionPorts, { headers }: FastifyRequest): ConsolePlace {
  return { headers, publicUrl: config.publicUrl, listensAt: publicUrl() };
}

function inSessionWords(fault: unknown): never {
  if (fault instanceof NoSlot) {
    return fail('overloaded', { headers: { 'retry-after': '2' }, cause: fault });
  }
  return asApiError(fault);
}
