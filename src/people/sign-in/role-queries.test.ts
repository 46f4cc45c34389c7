import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import {
  createPeopleStand,
  type PeopleStand,
  type TestPerson,
} from '../../../test/kit/people-stand.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { createAccount } from '../accounts/queries.ts';
import { createInvitation, findInvitation } from './invitation-queries.ts';
import { disablePerson } from './person-changes.ts';
import { changeRole, listTeam, removeRole, setRole } from './role-queries.ts';
import { actorOf } from './sign-in-ports.ts';

let stand: PeopleStand;
beforeAll(async () => {
  stand = await createPeopleStand();
});
afterAll(() => stand.drop());

const last = 'The platform needs at least one owner';

test('nobody gets a role back by a change that came after its end', async () => {
  const { personId } = await stand.newcomer('viewer');
  expect(await stand.change('x', (by) => changeRole(by, personId, null, 'support'))).toBe(true);
  await stand.change('x', (by) => removeRole(by, personId, null));
  expect(await stand.change('x', (by) => changeRole(by, personId, null, 'owner'))).toBe(false);
  const team = await listTeam(stand.pool, null);
  expect(team.map((one) => one.personId)).not.toContain(personId);
});

describe('the last owner of the platform', () => {
  test('is neither removed, demoted nor kept out', async () => {
    const { personId } = await stand.newcomer('owner');
    await stand.newcomer('operator');
    const demoted = stand.change('x', (by) => setRole(by, personId, null, 'viewer'));
    await expect(demoted).rejects.toThrow(last);
    await expect(stand.change('x', (by) => removeRole(by, personId, null))).rejects.toThrow(last);
    await expect(stand.change('x', (by) => disablePerson(by, personId))).rejects.toThrow(last);
    const { personId: second } = await stand.newcomer('owner');
    await stand.change('x', (by) => disablePerson(by, second));
    // One who is kept out runs nothing.
    await expect(stand.change('x', (by) => removeRole(by, personId, null))).rejects.toThrow(last);
  });

  test('is left when two owners remove each other at the same moment', async () => {
    const owners = (await listTeam(stand.pool, null)).filter(({ role }) => role === 'owner');
    const { personId: other } = await stand.newcomer('owner');
    const [first] = owners.filter(({ isDisabled }) => !isDisabled);
    const removed = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const one = stand.change('x', async (by) => {
      await removeRole(by, first?.personId ?? 0, null);
      removed.resolve();
      await goOn.promise;
    });
    await removed.promise;
    let hasEnded = false;
    const two = stand
      .change('x', (by) => removeRole(by, other, null))
      .finally(() => {
        hasEnded = true;
      });
    // The second waits for the first, or, if nothing keeps it, is done before it.
    const both = Promise.allSettled([one, two]);
    await expect.poll(async () => hasEnded || (await countBlocked(stand.pool)) > 0).toBe(true);
    goOn.resolve();
    const ended = await both;
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a role', () => {
  test('that is taken away, as the last one, ends every session at once', async () => {
    const { accountId } = await createAccount(byTest(stand.pool), { name: 'Rowan' });
    const { personId, token } = await stand.newcomer('developer', accountId);
    await stand.change('x', (by) => setRole(by, personId, accountId, 'viewer'));
    expect((await stand.sessionOf(token))?.memberships.get(accountId)).toBe('viewer');
    await stand.change('x', (by) => removeRole(by, personId, accountId));
    expect(await stand.sessionOf(token)).toBeUndefined();
    const { rows } = await stand.pool.query('select from console_sessions where person_id = $1', [
      personId,
    ]);
    expect(rows).toEqual([]);
  });

  test('that is taken away, as one of several, asks for the second factor again', async () => {
    const { accountId } = await createAccount(byTest(stand.pool), { name: 'Maple' });
    const { session, begun } = await stand.person('support');
    const { personId } = session;
    await stand.change('x', (by) => setRole(by, personId, accountId, 'owner'));
    await stand.pool.query('update console_sessions set factor_at = now() where person_id = $1', [
      personId,
    ]);
    await stand.change('x', (by) => removeRole(by, personId, accountId));
    expect(await stand.sessionOf(begun.token)).toMatchObject({
      operatorRole: 'support',
      factorAt: null,
    });
  });

  test('that somebody does not have is taken away from nobody', async () => {
    const { accountId } = await createAccount(byTest(stand.pool), { name: 'Alder' });
    const { session, begun } = await stand.person('support');
    const { personId, factorAt } = session;
    const isRemoved = await stand.change('x', (by) => removeRole(by, personId, accountId));
    expect(isRemoved).toBe(false);
    expect(factorAt).not.toBeNull();
    expect((await stand.sessionOf(begun.token))?.factorAt).toEqual(factorAt);
  });

  // @mutant src/people/sign-in/role-queries.ts
  // - 'select from members where person_id = $1 and account_id = $2 for update'
  // + 'select from members where person_id = $1 and $2::integer > 0 for update'
  test('of one account is neither changed nor taken away by another account', async () => {
    const make = async (name: string) =>
      (await createAccount(byTest(stand.pool), { name })).accountId;
    const [own, other] = [await make('Fir'), await make('Gum')];
    const { personId } = await stand.newcomer('viewer', own);
    const beside = await stand.newcomer('developer', own);
    const isChanged = stand.change('x', (by) => changeRole(by, personId, other, 'owner'));
    expect(await isChanged).toBe(false);
    expect(await stand.change('x', (by) => removeRole(by, personId, other))).toBe(false);
    expect(await listTeam(stand.pool, other)).toEqual([]);
    expect(await stand.change('x', (by) => changeRole(by, personId, own, 'finance'))).toBe(true);
    const roles = async () => (await listTeam(stand.pool, own)).map((one) => one.role);
    expect(await roles()).toEqual(['finance', 'developer']);
    await stand.change('x', (by) => removeRole(by, beside.personId, own));
    expect(await roles()).toEqual(['finance']);
  });

  test('that is lost takes the open invitations along that its owner made, and no others', async () => {
    const { accountId } = await createAccount(byTest(stand.pool), { name: 'Hazel' });
    const inviteBy = async ({ session }: TestPerson) => {
      const wanted = { accountId, role: 'owner', invitedBy: 'Lin' };
      const { token } = await inChange(stand.pool, actorOf(session), 'invitation.create', (by) =>
        createInvitation(by, wanted),
      );
      return async () => (await findInvitation(stand.pool, token)) !== undefined;
    };
    const [removed, demoted, staying] = [
      await stand.person('owner', accountId),
      await stand.person('owner', accountId),
      await stand.person('owner', accountId),
    ];
    const good = [await inviteBy(removed), await inviteBy(demoted), await inviteBy(staying)];
    const { personId } = removed.session;
    await stand.change('x', (by) => removeRole(by, personId, accountId));
    const { personId: second } = demoted.session;
    await stand.change('x', (by) => setRole(by, second, accountId, 'viewer'));
    expect(await Promise.all(good.map((isGood) => isGood()))).toEqual([false, false, true]);
  });

  test('is one that the place has', async () => {
    const { personId } = await stand.newcomer('viewer');
    const { accountId } = await createAccount(byTest(stand.pool), { name: 'Birch' });
    const support = stand.change('x', (by) => setRole(by, personId, accountId, 'support'));
    await expect(support).rejects.toThrow('Role must be one of: owner, developer');
    const nowhere = stand.change('x', (by) => setRole(by, personId, 999, 'viewer'));
    await expect(nowhere).rejects.toThrow('Account 999 or person');
  });

  test('is listed with those who have it, in its own place alone', async () => {
    const { accountId } = await createAccount(byTest(stand.pool), { name: 'Cedar' });
    const { personId, email } = await stand.newcomer('finance', accountId);
    expect(await listTeam(stand.pool, accountId)).toMatchObject([
      { personId, email, role: 'finance', hasFactor: false, isDisabled: false },
    ]);
    const operators = await listTeam(stand.pool, null);
    expect(operators.map((one) => one.personId)).not.toContain(personId);
  });
});
