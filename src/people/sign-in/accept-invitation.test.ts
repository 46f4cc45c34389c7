import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import {
  createPeopleFixture,
  home,
  type PeopleFixture,
  password,
} from '../../../test/kit/people-fixture.ts';
import { createAccount } from '../accounts/queries.ts';
import { acceptAsNewcomer, acceptAsSelf } from './accept-invitation.ts';
import { createInvitation, findInvitation, revokeInvitation } from './invitation-queries.ts';

let fixture: PeopleFixture;
beforeAll(async () => {
  fixture = await createPeopleFixture();
});
afterAll(() => fixture.drop());

const gone = { reason: 'invitation_gone' };
const newcomer = (email: string) => ({ name: 'Bo', email, password, language: 'zh' as const });
const accept = (token: string, email: string) =>
  acceptAsNewcomer(fixture, token, newcomer(email), home);

describe('an invitation', () => {
  test('creates a person with its role, who then enrols', async () => {
    const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Rowan' });
    const token = await fixture.invite('developer', accountId, 'bo@example.com');
    expect(await findInvitation(fixture.pool, token)).toMatchObject({
      accountName: 'Rowan',
      role: 'developer',
      email: 'bo@example.com',
      invitedBy: 'Lin',
    });
    const begun = await accept(token, 'bo@example.com');
    const session = await fixture.sessionOf(begun.token);
    expect(session).toMatchObject({ stage: 'enrol', operatorRole: null, language: 'zh' });
    expect([...(session?.memberships ?? [])]).toEqual([[accountId, 'developer']]);
    expect(await findInvitation(fixture.pool, token)).toBeUndefined();
    await expect(accept(token, 'other@example.com')).rejects.toMatchObject(gone);
  });

  test('accepted by six at once admits one, and creates no second person', async () => {
    const token = await fixture.invite('viewer');
    const ended = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => accept(token, `racer${at}@example.com`)),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await fixture.pool.query(
      `select email from people where email like 'racer%@example.com'`,
    );
    expect(rows).toHaveLength(1);
  });

  test('stays valid if another one created the same person at the same moment', async () => {
    const tokens = [await fixture.invite('viewer'), await fixture.invite('support')];
    const ended = await Promise.allSettled(tokens.map((token) => accept(token, 'two@example.com')));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { reason: 'invalid_request', details: [{ field: 'email' }] },
    });
    const left = await Promise.all(tokens.map((token) => findInvitation(fixture.pool, token)));
    expect(left.filter((one) => one !== undefined)).toHaveLength(1);
  });

  test('accepted and withdrawn at the same moment is one of the two', async () => {
    for (let round = 0; round < 3; round++) {
      const token = await fixture.invite('viewer');
      const found = await findInvitation(fixture.pool, token);
      const invitationId = found?.invitationId as number;
      const [accepted, withdrawn] = await Promise.all([
        accept(token, `late${round}@example.com`).then(
          () => true,
          ({ reason }) => reason !== 'invitation_gone',
        ),
        fixture.change('invitation.revoke', (by) => revokeInvitation(by, null, invitationId)),
      ]);
      expect(accepted).toBe(!withdrawn);
    }
  });

  test('is not used up by an email that is taken, and takes over no account', async () => {
    const { email, personId } = await fixture.newcomer();
    const token = await fixture.invite('viewer');
    await expect(accept(token, email)).rejects.toMatchObject({
      reason: 'invalid_request',
      details: [{ field: 'email' }],
    });
    expect(await findInvitation(fixture.pool, token)).toBeDefined();
    const { rows } = await fixture.pool.query('select role from operators where person_id = $1', [
      personId,
    ]);
    expect(rows).toEqual([{ role: 'owner' }]);
  });

  test('reports every invalid field at once, and can be tried again', async () => {
    const token = await fixture.invite('viewer');
    const typed = { name: ' ', email: 'no', password: 'short', language: null };
    await expect(acceptAsNewcomer(fixture, token, typed, home)).rejects.toMatchObject({
      details: [{ field: 'name' }, { field: 'email' }, { field: 'password' }],
    });
    expect(await findInvitation(fixture.pool, token)).toBeDefined();
  });

  // @mutant src/people/sign-in/invitation-queries.ts
  // - and i.expires_at > now()
  test('is invalid when it has expired or was withdrawn', async () => {
    const old = await fixture.invite('viewer');
    await fixture.pool.query(`update invitations set expires_at = now() where accepted_at is null`);
    await expect(accept(old, 'late@example.com')).rejects.toMatchObject(gone);
    const token = await fixture.invite('viewer');
    const { invitationId } = (await findInvitation(fixture.pool, token)) as {
      invitationId: number;
    };
    const elsewhere = (by: never) => revokeInvitation(by, 1, invitationId);
    expect(await fixture.change('invitation.revoke', elsewhere as never)).toBe(false);
    await fixture.change('invitation.revoke', (by) => revokeInvitation(by, null, invitationId));
    await expect(accept(token, 'late@example.com')).rejects.toMatchObject(gone);
    await expect(accept('', 'late@example.com')).rejects.toMatchObject(gone);
  });

  test('gives its role to a signed-in person, and asks for the second factor again', async () => {
    const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Birch' });
    const { session, begun } = await fixture.person('support');
    expect(session.factorAt).not.toBeNull();
    await acceptAsSelf(fixture, session, await fixture.invite('finance', accountId));
    const after = await fixture.sessionOf(begun.token);
    expect(after).toMatchObject({ operatorRole: 'support', factorAt: null });
    expect(after?.memberships.get(accountId)).toBe('finance');
  });

  // @mutant src/people/sign-in/invitation-queries.ts
  // - i.accepted_at is null and i.revoked_at
  // + i.revoked_at
  test('accepted by two signed-in people at once gives its role to one', async () => {
    const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Alder' });
    const people = [await fixture.person('support'), await fixture.person('support')];
    const token = await fixture.invite('owner', accountId);
    const ended = await Promise.allSettled(
      people.map(({ session }) => acceptAsSelf(fixture, session, token)),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await fixture.pool.query('select from members where account_id = $1', [
      accountId,
    ]);
    expect(rows).toHaveLength(1);
  });

  // @mutant src/people/sign-in/invitation-queries.ts
  // - and not (i.is_first and exists (select from operators))
  test('of the first owner is valid only while there is no operator', async () => {
    const other = await createPeopleFixture();
    try {
      const first = { accountId: null, role: 'owner', invitedBy: 'Countersign', isFirst: true };
      const make = () => other.change('invitation.create', (by) => createInvitation(by, first));
      const links = [await make(), await make()];
      const ended = await Promise.allSettled(
        links.map(({ token }, at) =>
          acceptAsNewcomer(other, token, newcomer(`owner${at}@example.com`), home),
        ),
      );
      expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { rows } = await other.pool.query('select role from operators');
      expect(rows).toEqual([{ role: 'owner' }]);
    } finally {
      await other.drop();
    }
  });
});
