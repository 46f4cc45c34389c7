import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createPeopleFixture, type PeopleFixture } from '../../../test/kit/people-fixture.ts';
import { createAccount } from '../accounts/queries.ts';
import { connectSubject, findCredentials, listPeople, setProfile } from './person-queries.ts';

let fixture: PeopleFixture;
beforeAll(async () => {
  fixture = await createPeopleFixture();
});
afterAll(() => fixture.drop());

test('people are paged by number, each once, with all their roles', async () => {
  const { accountId } = await createAccount(byTest(fixture.pool), { name: 'Rowan' });
  await fixture.newcomer('owner');
  const { session } = await fixture.person('developer', accountId);
  await fixture.newcomer('viewer');
  const { people: whole, next } = await listPeople(fixture.pool, { limit: 9 });
  expect([whole.length, next]).toEqual([3, null]);
  expect(whole[1]).toMatchObject({
    personId: session.personId,
    operatorRole: null,
    memberships: [{ accountId, role: 'developer' }],
    hasFactor: true,
    seenAt: expect.any(Date),
  });
  expect(whole[2]).toMatchObject({ operatorRole: 'viewer', memberships: [], hasFactor: false });
  const first = await listPeople(fixture.pool, { limit: 2 });
  const second = await listPeople(fixture.pool, { after: first.next ?? 0, limit: 2 });
  expect([...first.people, ...second.people]).toEqual(whole);
  expect(second.next).toBeNull();
});

test('a profile is changed field by field, and only for its person', async () => {
  const [one, other] = [await fixture.newcomer('viewer'), await fixture.newcomer('viewer')];
  const { personId } = one;
  await fixture.change('person.profile', (by) => setProfile(by, personId, { name: 'Mei' }));
  await fixture.change('person.profile', (by) => setProfile(by, personId, { language: 'zh' }));
  const mei = await findCredentials(fixture.pool, { personId });
  expect(mei).toMatchObject({ name: 'Mei', language: 'zh', email: one.email });
  await fixture.change('person.profile', (by) => setProfile(by, personId, { name: 'Mei Lin' }));
  const renamed = await findCredentials(fixture.pool, { personId });
  expect(renamed).toMatchObject({ name: 'Mei Lin', language: 'zh' });
  const theirs = await findCredentials(fixture.pool, { email: other.email });
  expect(theirs).toMatchObject({ name: 'Ada Lin', language: null });
});

test('an identity belongs to one person', async () => {
  const [one, other] = [await fixture.newcomer('viewer'), await fixture.newcomer('viewer')];
  const connect = ({ personId }: { personId: number }) =>
    fixture.change('person.connect', (by) => connectSubject(by, personId, 'issuer subject'));
  await connect(one);
  await expect(connect(other)).rejects.toThrow('already linked to another member');
  const found = await findCredentials(fixture.pool, { oidcSubject: 'issuer subject' });
  expect(found).toMatchObject({ personId: one.personId, isConnected: true });
});
