import { fail } from '../../../foundation/contract/errors/errors.ts';
import { nameProblem } from '../../../foundation/contract/text/name-problem.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { changePassword } from '../../../people/sign-in/change-password.ts';
import {
  cellOfSubject,
  isOfIssuer,
  listConnections,
  readIdentity,
} from '../../../people/sign-in/connected-queries.ts';
import { removeFactor } from '../../../people/sign-in/enrol-factor.ts';
import { listPasskeys, readFactors } from '../../../people/sign-in/factor-queries.ts';
import { setProfile } from '../../../people/sign-in/person-queries.ts';
import { endSession, endSessions, listSessions } from '../../../people/sign-in/session-queries.ts';
import { consoleRoute } from '../kit/console-route.ts';
import {
  ChangePassword,
  Connections,
  Devices,
  Done,
  EndDevices,
  Factors,
  Profile,
  RemoveFactor,
  SessionState,
} from './session-contract.ts';
import { stateAfter } from './session-state.ts';

const done = { ok: true } as const;

/** A person's own profile, password, second factors and signed-in devices. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/session/devices',
    right: 'full',
    summary: "List this person's sessions",
    reply: Devices,
    async handle({ pool, session, config }) {
      const idle = { idleHours: config.consoleIdleHours };
      const sessions = await listSessions(pool, session.personId, idle);
      return {
        sessions: sessions.map(({ startedAt, seenAt, ...one }) => ({
          ...one,
          isThis: one.sessionId === session.sessionId,
          startedAt: startedAt.toISOString(),
          seenAt: seenAt.toISOString(),
        })),
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/devices/end',
    right: 'full',
    summary: 'End one session, or all but this one',
    body: EndDevices,
    reply: Done,
    async handle({ session, change }, { body: { sessionId, all } }) {
      const { personId } = session;
      await change('session.end', async (by) => {
        if (all) return endSessions(by, personId, { but: session.sessionId });
        if (!sessionId || !(await endSession(by, { sessionId, personId }))) fail('nothing_there');
      });
      return done;
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/session/connections',
    right: 'full',
    summary: 'List the people of other cells who are this person',
    reply: Connections,
    async handle({ pool, session, config: { oidcIssuer } }) {
      const [connections, identity] = await Promise.all([
        listConnections(pool, session.personId),
        readIdentity(pool, session.personId),
      ]);
      return {
        isKnownByIssuer: isOfIssuer(identity?.oidcSubject, oidcIssuer),
        connections: connections.map(({ subject, connectedAt }) => ({
          subject,
          cell: cellOfSubject(subject),
          connectedAt: connectedAt.toISOString(),
        })),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/session/factors',
    right: 'full',
    summary: "List this person's second factors",
    reply: Factors,
    async handle({ pool, session }) {
      const passkeys = await listPasskeys(pool, session.personId);
      const { hasTotp, recoveryCodesLeft } = await readFactors(pool, session.personId);
      return {
        passkeys: passkeys.map(({ credentialId, name, madeAt, usedAt }) => ({
          credentialId,
          name,
          madeAt: madeAt.toISOString(),
          usedAt: usedAt?.toISOString() ?? null,
        })),
        hasTotp,
        recoveryCodesLeft,
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/factors/remove',
    right: 'fresh',
    summary: 'Remove a second factor; never the last one',
    body: RemoveFactor,
    reply: Done,
    async handle(context, { body: { credentialId, totp } }) {
      if (credentialId === undefined && !totp) {
        fail('invalid_request', {
          details: [{ field: 'credentialId', problem: problems.required }],
        });
      }
      await removeFactor(context, context.session, credentialId ? { credentialId } : 'totp');
      return done;
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/password',
    right: 'fresh',
    isSecret: true,
    summary: 'Change the password; all other sessions end',
    body: ChangePassword,
    reply: Done,
    async handle(context, { body: typed }) {
      await changePassword(context, context.session, typed, context.visitor);
      return done;
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/profile',
    right: 'full',
    summary: 'Change the name or the language',
    body: Profile,
    reply: SessionState,
    async handle(context, { body: { name: typed, language } }) {
      const name = typed?.trim();
      if (name !== undefined && nameProblem(name, 100)) {
        fail('invalid_request', { details: [{ field: 'name', problem: problems.unseen_name }] });
      }
      const { personId } = context.session;
      await context.change('person.profile', (by) => setProfile(by, personId, { name, language }));
      return stateAfter(context, context.token);
    },
  }),
];
