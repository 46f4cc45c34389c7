import type { Command } from 'commander';
import type { Pool } from 'pg';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { readEmail } from '../../people/sign-in/email.ts';
import { createInvitation } from '../../people/sign-in/invitation-queries.ts';
import { disablePerson, enablePerson, resetFactors } from '../../people/sign-in/person-changes.ts';
import { listPeople, requirePerson } from '../../people/sign-in/person-queries.ts';
import { removeRole, setRole } from '../../people/sign-in/role-queries.ts';
import { memberRoles, operatorRoles } from '../../people/sign-in/roles.ts';
import { welcomeLink } from '../../people/sign-in/welcome-link.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { platformUrl } from './platform-url.ts';
import { readCount, readId } from './read-option.ts';
import { pairs, table, withNext } from './show.ts';

interface OfPerson {
  person: number;
}

/** The people who sign in to the console. Changes apply from their next request. */
export function registerPersonCommands(person: Command, onInstallation: OnInstallation): void {
  const verb = (name: string, description: string) =>
    person.command(name).description(description).requiredOption('--person <id>', 'Person', readId);

  registerList(person, onInstallation);
  registerInvite(person, onInstallation);

  verb('disable', 'Disable a person and end their sessions').action(
    onInstallation(async ({ pool, change }, { person: id }: OfPerson) => {
      await change('person.disable', (by) => disablePerson(by, id));
      return showPerson(pool, id);
    }),
  );
  verb('enable', 'Enable a disabled person').action(
    onInstallation(async ({ pool, change }, { person: id }: OfPerson) => {
      await change('person.enable', (by) => enablePerson(by, id));
      return showPerson(pool, id);
    }),
  );
  verb(
    'reset-factor',
    'Remove lost second factors; the person sets up a new one at the next sign-in',
  ).action(
    onInstallation(async ({ pool, change }, { person: id }: OfPerson) => {
      await change('person.reset-factor', (by) => resetFactors(by, id));
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
        await change('person.role', async (by) => {
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

function registerList(person: Command, onInstallation: OnInstallation): void {
  person
    .command('list')
    .description('List people')
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
        const text = withNext(table(titles, rows, 'No people.'), '--after', next);
        return { json: { people, next }, text };
      }),
    );
}

interface InviteOptions {
  role: string;
  account?: number;
  email?: string;
}

function registerInvite(person: Command, onInstallation: OnInstallation): void {
  person
    .command('invite')
    .description('Create an invitation link that works once within 7 days')
    .requiredOption(
      '--role <role>',
      `Role: ${operatorRoles.join(', ')}; in an account: ${memberRoles.join(', ')}`,
    )
    .option('--account <id>', 'Account of a member; default: invite an operator', readId)
    .option('--email <address>', 'Only this email address may use the link')
    .action(
      onInstallation(async (context, { role, account, email }: InviteOptions) => {
        const address = email === undefined ? undefined : readEmail(email);
        if (email !== undefined && !address) refuse('email_invalid');
        return invite(context, 'person.invite', {
          accountId: account ?? null,
          role,
          email: address,
        });
      }),
    );

  person
    .command('owner-link')
    .description('Create a link that creates an owner of the platform')
    .action(
      onInstallation((context) =>
        invite(context, 'person.owner-link', { accountId: null, role: 'owner' }),
      ),
    );
}

async function invite(
  { change, config }: CliContext,
  action: string,
  wanted: { accountId: number | null; role: string; email?: string | undefined },
) {
  const invitation = { ...wanted, invitedBy: 'Countersign' };
  const { invitationId, token, expiresAt } = await change(action, (by) =>
    createInvitation(by, invitation),
  );
  const link = welcomeLink(platformUrl(config), token);
  const text = `${link}\n\nThe link is good once, until ${expiresAt.toISOString()}.`;
  return { json: { invitationId, link, expiresAt }, text };
}

async function showPerson(pool: Pool, personId: number) {
  const { people } = await listPeople(pool, { after: personId - 1, limit: 1 });
  const [shown] = people;
  if (!shown) refuse('person_not_found', { person: personId });
  const { memberships, ...rest } = shown;
  const member = memberships.map(({ accountId, role }) => `${role} of account ${accountId}`);
  return { json: shown, text: pairs({ ...rest, member }) };
}
