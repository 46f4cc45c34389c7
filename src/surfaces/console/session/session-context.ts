import type { FastifyReply, FastifyRequest } from 'fastify';
import { inChange } from '../../../foundation/audit/change-queries.ts';
import type { CellPorts } from '../../../foundation/cell/require-own-cell.ts';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { pickLanguage } from '../../../foundation/contract/wire/envelope.ts';
import { readCookie } from '../../../foundation/page/read-cookie.ts';
import { cellOfSubject } from '../../../people/sign-in/connected-queries.ts';
import { makeDevice } from '../../../people/sign-in/known-device.ts';
import {
  endSession,
  readSession,
  readSessions,
  type Session,
} from '../../../people/sign-in/session-queries.ts';
import { actorOf } from '../../../people/sign-in/sign-in-ports.ts';
import type { Visitor } from '../../../people/sign-in/throttle.ts';
import { hashToken, isToken } from '../../../people/sign-in/token.ts';
import type { ConsolePorts } from '../kit/console-ports.ts';
import type { SessionContext } from '../kit/console-route.ts';
import { gatherReads } from '../kit/share-reads.ts';
import { type ConsoleAddress, findRelyingParty, relyingPartyOf } from './console-address.ts';
import { keptSeconds, openKept, sealKept } from './kept-cookie.ts';
import { cookieNames, setCookie } from './session-cookies.ts';

const daySeconds = 86_400;
const byPlatform = { kind: 'platform', name: 'cells' } as const;

type SessionPorts = Pick<ConsolePorts, 'pool' | 'config' | 'clock' | 'cells' | 'otherCells'>;

/** Finds the session by the request's cookie; undefined if no one is signed in. */
export async function findSession(
  ports: SessionPorts,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const { pool, cells } = ports;
  const token = tokenOf(cells, request);
  if (token === undefined) return undefined;
  const session = await readSession(pool, hashToken(token), rulesOf(ports));
  if (!session || isTrusted(ports, session)) return session;
  await inChange(pool, byPlatform, 'session.end', (change) => endSession(change, session));
  return undefined;
}

/** How long a stream waits for others that ask about their sessions as well. */
const gatherMs = 10;

/** Finds the session again for streams that go on for minutes: one query for all that ask at the same moment. */
export function createSessionRecheck(
  ports: SessionPorts,
): (request: FastifyRequest) => Promise<Session | undefined> {
  const read = gatherReads(gatherMs, (hashes) => readSessions(ports.pool, hashes, rulesOf(ports)));
  return async (request) => {
    const token = tokenOf(ports.cells, request);
    const session = token && (await read(hashToken(token).toString('hex')));
    return session && isTrusted(ports, session) ? session : undefined;
  };
}

function rulesOf({ config, clock }: Pick<SessionPorts, 'config' | 'clock'>) {
  return { idleHours: config.consoleIdleHours, clock };
}

/** Whether a session that began in another cell may last: that cell may since be isolated, or removed from the list. */
function isTrusted(
  { otherCells }: Pick<ConsolePorts, 'otherCells'>,
  { fromSubject }: Session,
): boolean {
  return fromSubject === null || otherCells.others.has(cellOfSubject(fromSubject));
}

function tokenOf({ cell }: CellPorts, { headers }: FastifyRequest): string | undefined {
  const token = readCookie(headers.cookie, cookieNames(cell).session);
  return token !== undefined && isToken(token) ? token : undefined;
}

function visitorOf({ cell }: CellPorts, { headers, ip: address }: FastifyRequest): Visitor {
  const device = readCookie(headers.cookie, cookieNames(cell).device);
  return { address, agent: headers['user-agent'] ?? '', device };
}

/** What the handlers of the sign-in work with: the session and the browser's cookies. */
export function contextOf(
  ports: ConsolePorts,
  session: Session | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): SessionContext {
  const address = addressOf(ports, request);
  const names = cookieNames(ports.cells.cell);
  const addCookie = (cookie: string) => reply.header('set-cookie', cookie);
  return {
    ...ports,
    session,
    token: tokenOf(ports.cells, request),
    language: pickLanguage(request.headers['accept-language']),
    visitor: visitorOf(ports.cells, request),
    relyingParty: () => relyingPartyOf(address),
    canUsePasskeys: findRelyingParty(address) !== undefined,
    keep(token) {
      const seconds = token === null ? 0 : ports.sessionDays * daySeconds;
      addCookie(setCookie(names.session, token ?? '', seconds));
    },
    keepDevice(personId) {
      addCookie(setCookie(names.device, makeDevice(ports.vault, personId), 365 * daySeconds));
    },
    kept: (name) =>
      openKept(
        ports.vault,
        name,
        readCookie(request.headers.cookie, names[name]),
        ports.clock.nowMs(),
      ),
    keepFor(name, value) {
      const sealed = value === null ? '' : sealKept(ports.vault, name, value, ports.clock.nowMs());
      addCookie(setCookie(names[name], sealed, value === null ? 0 : keptSeconds));
    },
    change: (action, work) =>
      session ? inChange(ports.pool, actorOf(session), action, work) : fail('sign_in_required'),
  };
}

export function addressOf(
  { config, publicUrl }: ConsolePorts,
  { headers }: FastifyRequest,
): ConsoleAddress {
  return { headers, publicUrl: config.publicUrl, listensAt: publicUrl() };
}
