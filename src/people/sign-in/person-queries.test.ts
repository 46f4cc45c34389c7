import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createPeopleStand, type PeopleStand } from '../../../test/kit/people-stand.ts';
import { createAccount } from '../accounts/queries.ts';
import { connectSubject, findCredentials, listPeople, setProfile } from './person-queries.ts';

let stand: PeopleStand;
beforeAll(async () => {
  stand = await createPeopleStand();
});
afterAll(() => stand.drop());

test('people are paged by their numbers, each once, with all that they may do', async () => {
  const { accountId } = await createAccount(byTest(stand.pool), { name: 'Rowan' });
  await stand.newcomer('owner');
  const { session } = await stand.person('developer', accountId);
  await stand.newcomer('viewer');
  const { people: whole, next } = await listPeople(stand.pool, { limit: 9 });
  expect([whole.length, next]).toEqual([3, null]);
  expect(whole[1]).toMatchObject({
    personId: session.personId,
    operatorRole: null,
    memberships: [{ accountId, role: 'developer' }],
    hasFactor: true,
    seenAt: expect.any(Date),
  });
  expect(whole[2]).toMatchObject({ operatorRole: 'viewer', memberships: [], hasFactor: false });
  const first = await listPeople(stand.pool, { limit: 2 });
  const second = await listPeople(stand.pool, { after: first.next ?? 0, limit: 2 });
  expect([...first.people, ...second.people]).toEqual(whole);
  expect(second.next).toBeNull();
});

test('a profile is changed in part, and only that of its person', async () => {
  const [one, other] = [await stand.newcomer('viewer'), await stand.newcomer('viewer')];
  const { personId } = one;
  await stand.change('person.profile', (by) => setProfile(by, personId, { name: 'Mei' }));
  await stand.change('person.profile', (by) => setProfile(by, personId, { language: 'zh' }));
  const mei = await findCredentials(stand.pool, { personId });
  expect(mei).toMatchObject({ name: 'Mei', language: 'zh', email: one.email });
  await stand.change('person.profile', (by) => setProfile(by, personId, { name: 'Mei Lin' }));
  const renamed = await findCredentials(stand.pool, { personId });
  expect(renamed).toMatchObject({ name: 'Mei Lin', language: 'zh' });
  const theirs = await findCredentials(stand.pool, { email: other.email });
  expect(theirs).toMatchObject({ name: 'Ada Lin', language: null });
});

test('an identity is one person’s', async () => {
  const [one, other] = [await stand.newcomer('viewer'), await stand.newcomer('viewer')];
  const connect = ({ personId }: { personId: number }) =>
    stand.change('person.connect', (by) => connectSubject(by, personId, 'issuer subject'));
  await connect(one);
  await expect(connect(other)).rejects.toThrow('already linked to someone else');
  const found = await findCredentials(stand.pool, { oidcSubject: 'issuer subject' });
  expect(found).toMatchObject({ personId: one.personId, isConnected: true });
});
