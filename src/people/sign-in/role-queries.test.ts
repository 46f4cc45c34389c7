import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import {
  createPeopleFixture,
  home,
  type PeopleFixture,
  password,
  type TestPerson,
} from '../../../test/kit/people-fixture.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { createAccount } from '../accounts/queries.ts';
import { acceptAsNewcomer } from './accept-invitation.ts';
import { createInvitation, findInvitation } from './invitation-queries.ts';
import { disablePerson, enablePerson } from './person-changes.ts';
import { changeRole, listTeam, removeRole, setRole } from './role-queries.ts';
import { actorOf } from './sign-in-ports.ts';

let fixture: PeopleFixture;
beforeAll(async () => {
  fixture = await createPeopleFixture();
});
afterAll(() => fixture.drop());

const last = 'The platform needs at least one owner';

test('a change after a role’s end does not restore the role', async () => {
  const { personId } = await fixture.newcomer('viewer');
  expect(
    await fixture.change('person.role', (by) => changeRole(by, personId, null, 'support')),
  ).toBe(true);
  await fixture.change('person.role', (by) => removeRole(by, personId, null));
  expect(await fixture.change('person.role', (by) => changeRole(by, personId, null, 'owner'))).toBe(
    false,
  );
  const team = await listTeam(fixture.pool, null);
  expect(team.map((one) => one.personId)).not.toContain(personId);
});

describe('the last owner of the platform', () => {
  test('cannot be removed, demoted or disabled', async () => {
    const { personId } = await fixture.newcomer('owner');
    await fixture.newcomer('operator');
    const demoted = fixture.change('person.role', (by) => setRole(by, personId, null, 'viewer'));
    await expect(demoted).rejects.toThrow(last);
    await expect(
      fixture.change('person.role', (by) => removeRole(by, personId, null)),
    ).rejects.toThrow(last);
    await expect(
      fixture.change('person.role', (by) => disablePerson(by, personId)),
    ).rejects.toThrow(last);
    const { personId: second } = await fixture.newcomer('owner');
    await fixture.change('person.role', (by) => disablePerson(by, second));
    // A disabled owner does not count.
    await expect(
      fixture.change('person.role', (by) => removeRole(by, personId, null)),
    ).rejects.toThrow(last);
  });

  test('remains when two owners remove each other at the same moment', async () => {
    const owners = (await listTeam(fixture.pool, null)).filter(({ role }) => role === 'owner');
    const { personId: other } = await fixture.newcomer('owner');
    const [first] = owners.filter(({ isDisabled }) => !isDisabled);
    const removed = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const one = fixture.change('person.role', async (by) => {
      await removeRole(by, first?.personId ?? 0, null);
      removed.resolve();
      await goOn.promise;
    });
    await removed.promise;
    let hasEnded = false;
    const two = fixture
      .change('person.role', (by) => removeRole(by, other, null))
      .finally(() => {
        hasEnded = true;
      });
    // The second waits for the first, or, without a lock, finishes before it.
    const both = Promise.allSettled([one, two]);
    await expect.poll(async () => hasEnded || (await countBlocked(fixture.pool)) > 0).toBe(true);
    goOn.resolve();
    const ended = await both;
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a role', () => {
  test('that is removed, as the last one, ends every session at once', async () => {
    const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Rowan' });
    const { personId, token } = await fixture.newcomer('developer', accountId);
    await fixture.change('person.role', (by) => setRole(by, personId, accountId, 'viewer'));
    expect((await fixture.sessionOf(token))?.memberships.get(accountId)).toBe('viewer');
    await fixture.change('person.role', (by) => removeRole(by, personId, accountId));
    expect(await fixture.sessionOf(token)).toBeUndefined();
    const { rows } = await fixture.pool.query('select from console_sessions where person_id = $1', [
      personId,
    ]);
    expect(rows).toEqual([]);
  });

  test('that is removed, as one of several, asks for the second factor again', async () => {
    const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Maple' });
    const { session, begun } = await fixture.person('support');
    const { personId } = session;
    await fixture.change('person.role', (by) => setRole(by, personId, accountId, 'owner'));
    await fixture.pool.query('update console_sessions set factor_at = now() where person_id = $1', [
      personId,
    ]);
    await fixture.change('person.role', (by) => removeRole(by, personId, accountId));
    expect(await fixture.sessionOf(begun.token)).toMatchObject({
      operatorRole: 'support',
      factorAt: null,
    });
  });

  test('that a person does not have cannot be removed', async () => {
    const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Alder' });
    const { session } = await fixture.person('support');
    const { personId, sessionId } = session;
    const factorAt = async () =>
      (
        await fixture.pool.query<{ at: Date | null }>(
          'select factor_at as at from console_sessions where session_id = $1',
          [sessionId],
        )
      ).rows[0]?.at;
    const before = await factorAt();
    const isRemoved = await fixture.change('person.role', (by) =>
      removeRole(by, personId, accountId),
    );
    expect(isRemoved).toBe(false);
    expect(before).toBeInstanceOf(Date);
    expect(await factorAt()).toEqual(before);
  });

  // @mutant src/people/sign-in/role-queries.ts
  // - 'select from members where person_id = $1 and account_id = $2 for update'
  // + 'select from members where person_id = $1 and $2::integer > 0 for update'
  test('of one account cannot be changed or removed by another account', async () => {
    const make = async (name: string) =>
      (await createAccount(byTest(fixture.pool), { name })).accountId;
    const [own, other] = [await make('Fir'), await make('Gum')];
    const { personId } = await fixture.newcomer('viewer', own);
    const beside = await fixture.newcomer('developer', own);
    const isChanged = fixture.change('person.role', (by) =>
      changeRole(by, personId, other, 'owner'),
    );
    expect(await isChanged).toBe(false);
    expect(await fixture.change('person.role', (by) => removeRole(by, personId, other))).toBe(
      false,
    );
    expect(await listTeam(fixture.pool, other)).toEqual([]);
    expect(
      await fixture.change('person.role', (by) => changeRole(by, personId, own, 'finance')),
    ).toBe(true);
    const roles = async () => (await listTeam(fixture.pool, own)).map((one) => one.role);
    expect(await roles()).toEqual(['finance', 'developer']);
    await fixture.change('person.role', (by) => removeRole(by, beside.personId, own));
    expect(await roles()).toEqual(['finance']);
  });

  // @mutant src/people/sign-in/role-queries.ts
  // - await withdrawInvitations(change, personId);
  // -   await askFactorAgain(change, personId);
  // -   if (
  // + await askFactorAgain(change, personId);
  // +   if (
  test('that is lost ends the links its holder made in every place, for good, and no others', async () => {
    const make = async (name: string) =>
      (await createAccount(byTest(fixture.pool), { name })).accountId;
    const [hazel, elm] = [await make('Hazel'), await make('Elm')];
    const linksOf = async ({ session }: TestPerson, places: (number | null)[]) => {
      const tokens: string[] = [];
      for (const accountId of places) {
        const wanted = { accountId, role: 'owner', invitedBy: 'Lin' };
        const made = inChange(fixture.pool, actorOf(session), 'invitation.create', (by) =>
          createInvitation(by, wanted),
        );
        tokens.push((await made).token);
      }
      return async () => {
        const found = await Promise.all(tokens.map((token) => findInvitation(fixture.pool, token)));
        return found.map((one) => one?.accountId);
      };
    };
    const everywhere = [null, hazel, elm];
    const places: [string, number | null, (number | null)[]][] = [
      ['removed from the platform', null, everywhere],
      ['demoted on the platform', null, everywhere],
      ['disabled', null, everywhere],
      ['removed from an account', hazel, [hazel]],
      ['demoted in an account', hazel, [hazel]],
    ];
    const ends: Record<string, (id: number, place: number | null) => Promise<unknown>> = {
      removed: (id, place) => fixture.change('person.role', (by) => removeRole(by, id, place)),
      demoted: (id, place) =>
        fixture.change('person.role', (by) => setRole(by, id, place, 'viewer')),
      disabled: (id) => fixture.change('person.role', (by) => disablePerson(by, id)),
    };
    const staying = await fixture.person('owner');
    const good = await linksOf(staying, everywhere);
    for (const [how, place, links] of places) {
      const leaving = await fixture.person('owner', place);
      const { personId } = leaving.session;
      const seen = await linksOf(leaving, links);
      expect(await seen(), how).toEqual(links);
      await ends[how.split(' ')[0] as string]?.(personId, place);
      expect(await seen(), how).toEqual(links.map(() => undefined));
      await fixture.change('person.role', (by) => enablePerson(by, personId));
      await fixture.change('person.role', (by) => setRole(by, personId, place, 'owner'));
      expect(await seen(), `${how}, and back`).toEqual(links.map(() => undefined));
    }
    expect(await good()).toEqual(everywhere);
  });

  // @mutant src/people/sign-in/invitation-queries.ts
  // - and ${makerMayInvite}`;
  // + `;
  test('that is lost without a trace still makes its holder’s links worthless', async () => {
    const { session } = await fixture.person('owner');
    const { personId } = session;
    const wanted = { accountId: null, role: 'owner', invitedBy: 'Lin' };
    const { token } = await inChange(fixture.pool, actorOf(session), 'invitation.create', (by) =>
      createInvitation(by, wanted),
    );
    // As an operator in the database would, outside the program.
    await byTest(fixture.pool).query('delete from operators where person_id = $1', [personId]);
    expect(await findInvitation(fixture.pool, token)).toBeUndefined();
    const accepted = acceptAsNewcomer(
      fixture,
      token,
      { name: 'Bo', email: 'back@example.com', password, language: null },
      home,
    );
    await expect(accepted).rejects.toMatchObject({ reason: 'invitation_gone' });
  });

  test('must exist where it is given', async () => {
    const { personId } = await fixture.newcomer('viewer');
    const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Birch' });
    const support = fixture.change('person.role', (by) =>
      setRole(by, personId, accountId, 'support'),
    );
    await expect(support).rejects.toThrow('Role must be one of: owner, developer');
    const nowhere = fixture.change('person.role', (by) => setRole(by, personId, 999, 'viewer'));
    await expect(nowhere).rejects.toThrow('Account 999 or member');
  });

  test('is listed with its people, only where it belongs', async () => {
    const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Cedar' });
    const { personId, email } = await fixture.newcomer('finance', accountId);
    expect(await listTeam(fixture.pool, accountId)).toMatchObject([
      { personId, email, role: 'finance', hasFactor: false, isDisabled: false },
    ]);
    const operators = await listTeam(fixture.pool, null);
    expect(operators.map((one) => one.personId)).not.toContain(personId);
  });
});
