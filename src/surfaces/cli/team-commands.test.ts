import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import {
  createPeopleFixture,
  home,
  type PeopleFixture,
  password,
} from '../../../test/kit/people-fixture.ts';
import { noteServer } from '../../installation/data-dir/running-servers.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { acceptAsNewcomer } from '../../people/sign-in/accept-invitation.ts';
import { signIn } from '../../people/sign-in/sign-in.ts';

let fixture: PeopleFixture;
let line: CommandLineFixture;
beforeAll(async () => {
  fixture = await createPeopleFixture();
  line = createCommandLineFixture(fixture.database, fixture.vault);
});
afterAll(() => fixture.drop());

const accept = ({ link }: { link: string }, email: string) =>
  acceptAsNewcomer(
    fixture,
    link.split('#')[1] as string,
    { name: 'Ada', email, password, language: null },
    home,
  );

describe('team', () => {
  test('owner-link and invite print links that work', async () => {
    const owner = await line.json('team owner-link');
    expect(owner.link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/console\/welcome#/);
    const { personId } = await accept(owner, 'owner@example.com');
    const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Rowan' });
    const invited = await line.json(
      `team invite --role developer --account ${accountId} --email dev@example.com`,
    );
    await accept(invited, 'dev@example.com');
    const { people } = await line.json('team list');
    expect(people).toMatchObject([
      { personId, email: 'owner@example.com', operatorRole: 'owner', memberships: [] },
      {
        email: 'dev@example.com',
        operatorRole: null,
        memberships: [{ accountId, role: 'developer' }],
      },
    ]);
    expect((await line.run('team list')).out).toContain(`developer of account ${accountId}`);
  });

  test('list shows open invitations, and revoke ends one', async () => {
    const { invitationId, link } = await line.json(
      'team invite --role viewer --email v@example.com',
    );
    const listed = await line.json('team list');
    expect(listed.invitations).toContainEqual(
      expect.objectContaining({ invitationId, role: 'viewer', email: 'v@example.com' }),
    );
    const { out } = await line.run('team list');
    expect(out).toMatch(
      new RegExp(`Open invitations\\nInvitation +Role.*\\n(.*\\n)*${invitationId} +viewer`),
    );
    expect((await line.run(`team revoke --invitation ${invitationId}`)).out).toBe(
      `Invitation ${invitationId} revoked.\n`,
    );
    await expect(accept({ link }, 'v@example.com')).rejects.toThrow();
    await line.expectRefusal(
      `team revoke --invitation ${invitationId}`,
      `Invitation ${invitationId} not found. It was used or revoked, or it has expired.`,
    );
  });

  test('a new owner link ends the older one', async () => {
    const older = await line.json('team owner-link');
    const newer = await line.json('team owner-link');
    const { invitations } = await line.json('team list');
    const ids = invitations.map((one: { invitationId: number }) => one.invitationId);
    expect(ids).toContain(newer.invitationId);
    expect(ids).not.toContain(older.invitationId);
    await line.run(`team revoke --invitation ${newer.invitationId}`);
  });

  test('a link leads to the server that runs here, on any port', async () => {
    const url = 'http://127.0.0.1:18098';
    const forget = noteServer({ dataDir: line.dataDir, url, embedded: true });
    const invited = await line.json('team invite --role viewer').finally(forget);
    expect(invited.link.startsWith(`${url}/console/welcome#`)).toBe(true);
  });

  test('disable locks a person out, and enable lets them in again', async () => {
    const { personId, token, email } = await fixture.newcomer('viewer');
    await line.run(`team disable --person ${personId}`);
    expect(await fixture.sessionOf(token)).toBeUndefined();
    await expect(signIn(fixture, { email, password }, home)).rejects.toMatchObject({
      reason: 'sign_in_failed',
    });
    await line.run(`team enable --person ${personId}`);
    expect(await signIn(fixture, { email, password }, home)).toMatchObject({ personId });
  });

  test('reset-factor lets a person enrol again with their password alone', async () => {
    const { email, session } = await fixture.person('viewer');
    const shown = await line.json(`team reset-factor --person ${session.personId}`);
    expect(shown).toMatchObject({ email, hasFactor: false });
    expect(await signIn(fixture, { email, password }, home)).toMatchObject({ stage: 'enrol' });
  });

  test('role adds and removes roles, and keeps the last owner', async () => {
    const { personId } = await fixture.newcomer('viewer');
    const raised = await line.json(`team role --person ${personId} --role finance`);
    expect(raised).toMatchObject({ operatorRole: 'finance' });
    const none = await line.json(`team role --person ${personId} --role none`);
    expect(none).toMatchObject({ operatorRole: null });
    const { people } = await line.json('team list');
    const owner = people.find((one: { operatorRole: string }) => one.operatorRole === 'owner');
    await line.expectRefusal(
      `team role --person ${owner.personId} --role viewer`,
      'The platform needs at least one owner',
    );
    await line.expectRefusal('team invite --role king', 'Role must be one of: owner, operator');
    await line.expectRefusal('team disable --person 999', 'Member 999 not found.');
    await line.expectRefusal(
      'team invite --role viewer --email x',
      'The email address is not valid.',
    );
  });
});
