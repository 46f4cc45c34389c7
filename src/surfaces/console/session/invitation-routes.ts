import { fail } from '../../../foundation/contract/errors/errors.ts';
import { createAccount } from '../../../people/accounts/queries.ts';
import { acceptAsNewcomer, acceptAsSelf } from '../../../people/sign-in/accept-invitation.ts';
import { findInvitation } from '../../../people/sign-in/invitation-queries.ts';
import { registerPerson } from '../../../people/sign-in/register-person.ts';
import { consoleRoute, type SessionContext } from '../kit/console-route.ts';
import {
  AcceptInvitation,
  InvitationShown,
  InvitationToken,
  Register,
  SessionState,
} from './session-contract.ts';
import { stateAfter } from './session-state.ts';

/** Invitations and registration, for people without an account here. */
export const routes = [
  consoleRoute({
    method: 'POST',
    path: '/session/invitation',
    right: 'anyone',
    summary: 'Show what an invitation link grants',
    body: InvitationToken,
    reply: InvitationShown,
    async handle({ pool }, { body: { token } }) {
      const found = (await findInvitation(pool, token)) ?? fail('invitation_gone');
      const { accountName, role, email, invitedBy, isFirst, expiresAt } = found;
      return {
        kind: found.accountId === null ? ('operator' as const) : ('member' as const),
        role,
        expiresAt: expiresAt.toISOString(),
        ...(isFirst ? {} : { invitedBy }),
        ...(accountName === null ? {} : { accountName }),
        ...(email === null ? {} : { email }),
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/invitation/accept',
    right: 'anyone',
    isSecret: true,
    summary: 'Accept an invitation, as the signed-in person or as a new one',
    body: AcceptInvitation,
    reply: SessionState,
    async handle(context, { body: { token, name, email, password } }) {
      if (context.session && password === undefined) return acceptSignedIn(context, token);
      const newcomer = {
        name: name ?? '',
        email: email ?? '',
        password: password ?? '',
        language: context.language,
      };
      const { visitor, token: replaces } = context;
      const begun = await acceptAsNewcomer(context, token, newcomer, visitor, replaces);
      context.keep(begun.token);
      return stateAfter(context, begun.token);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/register',
    right: 'anyone',
    isSecret: true,
    summary: 'Register an account, if the settings allow it',
    body: Register,
    reply: SessionState,
    async handle(context, { body: { accountName, ...typed } }) {
      if (!context.config.consoleRegistration) fail('nothing_there');
      const begun = await registerPerson(
        context,
        { ...typed, language: context.language },
        async (change) => (await createAccount(change, { name: accountName.trim() })).accountId,
        context.visitor,
        context.token,
      );
      context.keep(begun.token);
      return stateAfter(context, begun.token);
    },
  }),
];

async function acceptSignedIn(context: SessionContext, token: string) {
  const { session } = context;
  if (session?.stage !== 'full') return fail('factor_required');
  await acceptAsSelf(context, session, token);
  return stateAfter(context, context.token);
}
