import type { Command } from 'commander';
import type { Pool } from 'pg';
import type { Act } from '../../foundation/audit/acts.ts';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { localTime } from '../../foundation/contract/text/local-time.ts';
import { readEmail } from '../../people/sign-in/email.ts';
import {
  createInvitation,
  createOwnerLink,
  type Invitation,
  listAllInvitations,
  platformName,
  revokeInvitation,
} from '../../people/sign-in/invitation-queries.ts';
import { disablePerson, enablePerson, resetFactors } from '../../people/sign-in/person-changes.ts';
import { listPeople, requirePerson } from '../../people/sign-in/person-queries.ts';
import { removeRole, setRole } from '../../people/sign-in/role-queries.ts';
import { memberRoles, operatorRoles } from '../../people/sign-in/roles.ts';
import { welcomeLink } from '../../people/sign-in/welcome-link.ts';
import { mailInvitation } from '../mails/mail-invitation.ts';
import type { MailResult } from '../mails/mail-results.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { platformUrl } from './platform-url.ts';
import { readCount, readId } from './read-option.ts';
import { joinTexts, pairs, type Text, table, withNext, withTitle } from './show.ts';

interface OfPerson {
  person: number;
}

/** The people who sign in to the console. Changes apply from their next request. */
export function registerTeamCommands(team: Command, onInstallation: OnInstallation): void {
  const verb = (name: string, description: string) =>
    team.command(name).description(description).requiredOption('--person <id>', 'Person', readId);

  registerList(team, onInstallation);
  registerInvite(team, onInstallation);

  verb('disable', 'Disable a person and end their sessions').action(
    onInstallation(async ({ pool, change }, { person: id }: OfPerson) => {
      await change('team.disable', (by) => disablePerson(by, id));
      return showPerson(pool, id);
    }),
  );
  verb('enable', 'Enable a disabled person').action(
    onInstallation(async ({ pool, change }, { person: id }: OfPerson) => {
      await change('team.enable', (by) => enablePerson(by, id));
      return showPerson(pool, id);
    }),
  );
  verb(
    'reset-factor',
    'Remove lost second factors; the person sets up a new one at the next sign-in',
  ).action(
    onInstallation(async ({ pool, change }, { person: id }: OfPerson) => {
      await change('team.reset-factor', (by) => resetFactors(by, id));
      return showPerson(pool, id);
    }),
  );
  verb('role', 'Change the role of a person on the platform or in an account')
    .requiredOption('--role <role>', 'Role, or none to remove it')
    .option('--account <id>', 'Account; default: the platform', readId)
    .action(
      onInstallation(async ({ pool, change }, options: RoleOptions) => {
        const { person: id, role, account: accountId = null } = options;
        await requirePerson(pool, id);
        await change('team.role', async (by) => {
          if (role === 'none') await removeRole(by, id, accountId);
          else await setRole(by, id, accountId, role);
        });
        return showPerson(pool, id);
      }),
    );
}

interface RoleOptions extends OfPerson {
  role: string;
  account?: number;
}

function registerList(team: Command, onInstallation: OnInstallation): void {
  team
    .command('list')
    .description('List members')
    .option('--limit <count>', 'Maximum number of rows', readCount, 100)
    .option('--after <id>', 'Continue after this person', readId, 0)
    .action(
      onInstallation(async ({ pool }, options: { limit: number; after: number }) => {
        const { people, next } = await listPeople(pool, options);
        const rows = people.map((one) => [
          one.personId,
          one.name,
          one.email,
          one.operatorRole,
          one.memberships.map(({ accountId, role }) => `${role} of account ${accountId}`),
          one.hasFactor,
          one.disabledAt !== null,
          one.seenAt,
        ]);
        const titles = ['person', 'name', 'e-mail', 'role', 'member', 'factor', 'disabled', 'seen'];
        const listed = withNext(table(titles, rows, 'No people.'), '--after', next);
        const invitations = await listAllInvitations(pool);
        const open = table(invitationTitles, invitations.map(invitationRow), '');
        const text = joinTexts(
          listed,
          invitations.length > 0 ? withTitle('Open invitations', open) : '',
        );
        return { json: { people, next, invitations }, text };
      }),
    );
}

const invitationTitles = ['invitation', 'role', 'account', 'email', 'invited by', 'expires'];

function invitationRow(one: Invitation): unknown[] {
  return [one.invitationId, one.role, one.accountId, one.email, one.invitedBy, one.expiresAt];
}

interface InviteOptions {
  role: string;
  account?: number;
  email?: string;
}

function registerInvite(team: Command, onInstallation: OnInstallation): void {
  team
    .command('invite')
    .description('Create an invitation link that works once within 7 days, and mail it to --email')
    .requiredOption(
      '--role <role>',
      `Role: ${operatorRoles.join(', ')}; in an account: ${memberRoles.join(', ')}`,
    )
    .option('--account <id>', 'Account of a member; default: invite an operator', readId)
    .option(
      '--email <address>',
      'Only this email address may use the link; it is mailed there if SMTP_URL is set',
    )
    .action(
      onInstallation(async (context, { role, account, email }: InviteOptions) => {
        const address = email === undefined ? undefined : readEmail(email);
        if (email !== undefined && !address) refuse('email_invalid');
        const wanted = { accountId: account ?? null, role, email: address };
        return show(context, 'team.invite', (by) =>
          createInvitation(by, { ...wanted, invitedBy: platformName }),
        );
      }),
    );

  team
    .command('owner-link')
    .description('Create a link that creates an owner of the platform; earlier links stop working')
    .action(
      onInstallation((context) => show(context, 'team.owner-link', (by) => createOwnerLink(by))),
    );

  team
    .command('revoke')
    .description('Revoke an open invitation or owner link')
    .requiredOption('--invitation <id>', 'Invitation, as team list shows it', readId)
    .action(
      onInstallation(async ({ pool, change }, { invitation: id }: { invitation: number }) => {
        const found = (await listAllInvitations(pool)).find((one) => one.invitationId === id);
        if (!found) refuse('invitation_not_found', { invitation: id });
        await change('team.revoke', (by) => revokeInvitation(by, found.accountId, id));
        return { json: { invitationId: id }, text: `Invitation ${id} revoked.` };
      }),
    );
}

const mailNotes: Readonly<Record<MailResult, string>> = {
  sent: ' It was mailed to the address.',
  failed: ' The mail could not be sent: send the link yourself.',
  limited: ' It was not mailed, because of too many invitations: send the link yourself.',
  off: '',
};

/** Creates an invitation, mails it if it has an address, and shows its link, which cannot be shown again. */
async function show(
  { pool, change, config }: CliContext,
  action: Act,
  create: (by: Change) => Promise<{ invitationId: number; token: string; expiresAt: Date }>,
) {
  const { invitationId, token, expiresAt } = await change(action, create);
  const publicUrl = platformUrl(config);
  const link = welcomeLink(publicUrl, token);
  const mail = await mailInvitation({ pool, config, publicUrl }, token);
  const text: Text = (timeZone) =>
    `${link}\n\nThe link works once, until ${localTime(expiresAt, timeZone)}.${mailNotes[mail]}`;
  return { json: { invitationId, link, expiresAt, mail }, text };
}

async function showPerson(pool: Pool, personId: number) {
  const { people } = await listPeople(pool, { after: personId - 1, limit: 1 });
  const [shown] = people;
  if (!shown) refuse('person_not_found', { person: personId });
  const { memberships, ...rest } = shown;
  const member = memberships.map(({ accountId, role }) => `${role} of account ${accountId}`);
  return { json: shown, text: pairs({ ...rest, member }) };
}
