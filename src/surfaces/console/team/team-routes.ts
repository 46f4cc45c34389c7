import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { readEmail } from '../../../people/sign-in/email.ts';
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '../../../people/sign-in/invitation-queries.ts';
import {
  changeRole,
  listTeam,
  type RoleScope,
  removeRole,
} from '../../../people/sign-in/role-queries.ts';
import { memberRoles, operatorRoles } from '../../../people/sign-in/roles.ts';
import { welcomeLink } from '../../../people/sign-in/welcome-link.ts';
import { mailInvitation } from '../../mails/mail-invitation.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import {
  ChangeRole,
  Invite,
  Invited,
  RemovePerson,
  RevokeInvitation,
  Team,
} from './team-contract.ts';

/** The members of the platform or of an account. Every reply contains the updated team. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/team/people',
    right: 'team.read',
    summary: 'List members and open invitations',
    reply: Team,
    handle: (context) => readTeam(context),
  }),
  consoleRoute({
    method: 'POST',
    path: '/team/invite',
    right: 'team.change',
    summary: 'Create an invitation link, valid once and for 7 days, and mail it',
    body: Invite,
    reply: Invited,
    async handle({ pool, config, scope, person, change, publicUrl }, { body }) {
      const email = body.email === undefined ? undefined : readEmail(body.email);
      if (body.email !== undefined && email === undefined) {
        fail('invalid_request', { details: [{ field: 'email', problem: problems.not_email }] });
      }
      const wanted = {
        accountId: roleScopeOf(scope),
        role: body.role,
        email,
        invitedBy: person.name,
      };
      const { invitationId, token, expiresAt } = await change('invitation.create', (by) =>
        createInvitation(by, wanted),
      );
      const link = welcomeLink(publicUrl(), token);
      const mail = await mailInvitation({ pool, config, publicUrl: publicUrl() }, token);
      return { invitationId, link, expiresAt: expiresAt.toISOString(), mail };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/team/role',
    right: 'team.change',
    summary: "Change a person's role",
    body: ChangeRole,
    reply: Team,
    async handle(context, { body: { personId, role } }) {
      const roleScope = roleScopeOf(context.scope);
      const isChanged = await context.change('person.role', (by) =>
        changeRole(by, personId, roleScope, role),
      );
      if (!isChanged) fail('nothing_there');
      return readTeam(context);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/team/remove',
    right: 'team.change',
    summary: 'Remove a member',
    body: RemovePerson,
    reply: Team,
    async handle(context, { body: { personId } }) {
      const roleScope = roleScopeOf(context.scope);
      const isRemoved = await context.change('person.role', (by) =>
        removeRole(by, personId, roleScope),
      );
      if (!isRemoved) fail('nothing_there');
      return readTeam(context);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/team/revoke',
    right: 'team.change',
    summary: 'Withdraw an open invitation',
    body: RevokeInvitation,
    reply: Team,
    async handle(context, { body: { invitationId } }) {
      const roleScope = roleScopeOf(context.scope);
      const isRevoked = await context.change('invitation.revoke', (by) =>
        revokeInvitation(by, roleScope, invitationId),
      );
      if (!isRevoked) fail('nothing_there');
      return readTeam(context);
    },
  }),
];

function roleScopeOf(scope: Scope): RoleScope {
  return scope.kind === 'platform' ? null : scope.accountId;
}

async function readTeam({ pool, scope, person, isOperator }: ConsoleContext): Promise<Team> {
  const roleScope = roleScopeOf(scope);
  const people = await listTeam(pool, roleScope);
  const invitations = await listInvitations(pool, roleScope);
  return {
    roles: [...(roleScope === null ? operatorRoles : memberRoles)],
    people: people.map(({ since, seenAt, ...one }) => ({
      ...one,
      since: since.toISOString(),
      seenAt: seenAt?.toISOString() ?? null,
      isSelf: one.personId === person.personId,
    })),
    invitations: invitations.map(({ madeAt, expiresAt, invitedBy, isByStaff, ...one }) => ({
      ...one,
      invitedBy: isByStaff && !isOperator ? 'Countersign' : invitedBy,
      madeAt: madeAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}
