import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import { createConsoleVisitor } from '../../../../test/kit/console-visitor.ts';
import { createFixture, type Fixture } from '../../../../test/kit/fixture.ts';
import { password } from '../../../../test/kit/people-fixture.ts';
import { setRole } from '../../../people/sign-in/role-queries.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const visit = () => createConsoleVisitor(fixture.app);
const emailsOf = ({ people }: { people: { email: string }[] }) => people.map(({ email }) => email);

describe('a team', () => {
  test('invites by a link that is shown once, and can be withdrawn', async () => {
    const owner = visit();
    await owner.arrive('owner');
    const invited = await owner.post('platform/team/invite', {
      role: 'support',
      email: 'Su@Example.com',
    });
    expect(invited.body.link).toMatch(/\/console\/welcome#[\w-]{43}$/);
    const team = (await owner.get('platform/team/people')).body;
    expect(team.invitations).toMatchObject([
      { role: 'support', email: 'su@example.com', invitedBy: 'Ada Lin' },
    ]);
    expect(JSON.stringify(team)).not.toContain(invited.body.link.split('#')[1]);
    const token = invited.body.link.split('#')[1];
    const newcomer = visit();
    expect((await newcomer.post('session/invitation', { token })).body).toMatchObject({
      kind: 'operator',
      role: 'support',
      invitedBy: 'Ada Lin',
    });
    const { invitationId } = invited.body;
    expect((await owner.post('platform/team/revoke', { invitationId })).body.invitations).toEqual(
      [],
    );
    const gone = await newcomer.post('session/invitation', { token });
    expect(gone).toMatchObject({ status: 404, body: { reason: 'invitation_gone' } });
    const twice = await owner.post('platform/team/revoke', { invitationId });
    expect(twice.body.reason).toBe('nothing_there');
    const mistyped = await owner.post('platform/team/invite', { role: 'support', email: 'su@' });
    expect(mistyped.body).toMatchObject({
      ...{ reason: 'invalid_request', details: [{ field: 'email' }] },
    });
    const nobody = { personId: 2_000_000, role: 'viewer' };
    expect((await owner.post('platform/team/role', nobody)).body.reason).toBe('nothing_there');
  });

  // @mutant src/surfaces/console/team/team-routes.ts
  // - isByStaff && !isOperator
  // + false
  test('of an account does not learn who of the operator invited', async () => {
    const { accountId } = await fixture.newCaller();
    const [staff, owner] = [visit(), visit()];
    await staff.arrive('owner');
    await owner.arrive('owner', accountId);
    await staff.post('session/profile', { name: 'Olive Owner' });
    for (const one of [staff, owner])
      await one.post(`${accountId}/team/invite`, { role: 'viewer' });
    const invitersSeenBy = async (one: typeof staff) =>
      (await one.get(`${accountId}/team/people`)).body.invitations.map(
        ({ invitedBy }: { invitedBy: string }) => invitedBy,
      );
    expect(await invitersSeenBy(staff)).toEqual(['Olive Owner', 'Ada Lin']);
    expect(await invitersSeenBy(owner)).toEqual(['Countersign', 'Ada Lin']);
    const { body } = await owner.get(`${accountId}/audit/entries`);
    expect(JSON.stringify(body)).not.toContain('Olive');
  });

  // @mutant src/surfaces/console/kit/register-console.ts
  // - return authorizeNow(found)?.isOperator === authorized?.isOperator;
  // + return true;
  test('that somebody leaves ends their open streams at once, as do sign-out and demotion', async () => {
    const { accountId } = await fixture.newCaller();
    const other = (await fixture.newCaller()).accountId;
    const [owner, member, leaver, operator] = [visit(), visit(), visit(), visit()];
    await owner.arrive('owner');
    const { personId } = await member.arrive('viewer', accountId);
    await setRole(byTest(fixture.pool), personId, other, 'viewer');
    await leaver.arrive('viewer', accountId);
    const { personId: operatorId } = await operator.arrive('support');
    await setRole(byTest(fixture.pool), operatorId, accountId, 'viewer');
    const watch = (one: typeof owner) => one.get(`${accountId}/inbox/events`);
    const streams = [watch(member), watch(leaver), watch(operator)];
    // A stream that is asked for after its reader has left is not there.
    await sleep(500);
    await owner.post(`${accountId}/team/remove`, { personId });
    await leaver.post('session/sign-out');
    // Still a member of the account, but no longer an operator.
    await owner.post('platform/team/remove', { personId: operatorId });
    for (const { status, body } of await Promise.all(streams)) {
      expect(status).toBe(200);
      expect(body).toContain('retry: 2000');
    }
    expect((await watch(member)).status).toBe(404);
  });

  test('of an account is seen and changed by its owner, and by no one of another account', async () => {
    const { accountId } = fixture;
    const other = (await fixture.newCaller()).accountId;
    const owner = visit();
    const { email, personId } = await owner.arrive('owner', accountId);
    const developer = visit();
    const { personId: developerId } = await developer.arrive('developer', accountId);
    expect(emailsOf((await owner.get(`${accountId}/team/people`)).body)).toContain(email);
    const changed = await owner.post(`${accountId}/team/role`, {
      personId: developerId,
      role: 'viewer',
    });
    expect(changed.body.people).toMatchObject([
      { personId, isSelf: true, role: 'owner' },
      { personId: developerId, isSelf: false, role: 'viewer' },
    ]);
    expect(await owner.get(`${other}/team/people`)).toMatchObject({ status: 404 });
    expect(await owner.get('platform/team/people')).toMatchObject({ status: 404 });
    const invite = await developer.post(`${accountId}/team/invite`, { role: 'viewer' });
    expect(invite).toMatchObject({ status: 403, body: { reason: 'right_missing' } });
    const stranger = visit();
    const { personId: strangerId } = await stranger.arrive('viewer', other);
    const taken = await owner.post(`${accountId}/team/role`, {
      personId: strangerId,
      role: 'viewer',
    });
    expect(taken).toMatchObject({ status: 404, body: { reason: 'nothing_there' } });
    const notTheirs = await owner.post(`${accountId}/team/remove`, { personId: strangerId });
    expect(notTheirs.body.reason).toBe('nothing_there');
    expect((await stranger.get('session')).body.stage).toBe('full');
    await owner.post(`${accountId}/team/remove`, { personId: developerId });
    expect((await developer.get('session')).body.stage).toBe('none');
  });

  test('keeps the last owner of the platform, and says why', async () => {
    const { rows } = await fixture.pool.query<{ personId: number }>(
      `select person_id as "personId" from operators where role = 'owner'`,
    );
    const owner = visit();
    const { personId } = await owner.arrive('owner');
    for (const one of rows) await owner.post('platform/team/remove', one);
    const refused = await owner.post('platform/team/role', { personId, role: 'viewer' });
    expect(refused).toMatchObject({ status: 422, body: { reason: 'refused' } });
    expect(refused.body.details[0].problem).toContain('The platform needs at least one owner');
  });

  test('is changed only with a fresh second factor', async () => {
    const owner = visit();
    const { email } = await owner.arrive('owner');
    await fixture.pool.query(
      `update console_sessions set factor_at = now() - interval '11 minutes'`,
    );
    const invite = await owner.post('platform/team/invite', { role: 'viewer' });
    expect(invite).toMatchObject({ status: 401, body: { reason: 'factor_required' } });
    expect((await owner.get('platform/team/people')).status).toBe(200);
    expect((await visit().post('session/sign-in', { email, password })).status).toBe(200);
  });
});
